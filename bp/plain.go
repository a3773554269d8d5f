package bp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/model"
	"fbp/results"
)

// Plain is belief propagation without any field: one fixed point, and what it says of the measure of its [Temperature],
// which without one is that of the solutions of the sample. It searches for none.
type Plain struct {
	Temperature
	Start *Start `toml:"start,omitempty" help:"messages before the first sweep; without it they are zero"`
	Passing
}

// NewPlain is plain belief propagation on a model, with noise to start from if
// that needs it. Its messages end as close to the fixed point as those of a local
// entropy, which is one number of it.
func NewPlain(m model.Model) *Plain {
	b := &Plain{Start: startOf(m), Passing: DefaultFocusing().Passing}
	b.Damping, b.Epsilon, b.MaxSweeps = 0, 1e-6, 1000
	return b
}

// Complete damps where that is needed.
func (b *Plain) Complete(given func(key string) bool) {
	b.Temperature.Complete(given)
	b.CompleteLatent(given, 0.5)
}

// Validate says which parameter is out of range.
func (b *Plain) Validate() error {
	if err := b.Temperature.Validate(); err != nil {
		return err
	}
	return b.Passing.Validate()
}

// Check refuses models that are no factor graph, or whose factors lack the accuracy,
// precision or temperature asked for.
func (b *Plain) Check(m model.Model) error { return b.Temperature.check("bp", m, b.Accuracy) }

// About implements kinds.Algorithm: there are no weights.
func (b *Plain) About() model.About {
	shown := "entropy"
	if b.Finite() {
		shown = "energy"
	}
	return model.About{
		Name:     "BP",
		Draws:    b.draws(b.Start),
		Messages: true,
		Numbers:  true,
		Tables:   b.tables(),
		Panels:   []model.Panel{{Table: "summary", Y: shown, Bars: model.OfMean}},
		Bytes:    b.Bytes,
		Real:     func() error { return b.Temperature.takesReal(b.Passing) },
	}
}

// Solve passes messages to the fixed point. The solution has no weights; its numbers
// are whether the messages converged, the entropy per weight in nats, q, and the
// sweeps. Without a temperature the entropy is that of all solutions
// ([State.Entropy]); under a potential of power b it is φ − bα mean_log_s, with mean_log_s
// = ⟨ln(Δ − κ)⟩ per pattern, and these two are numbers too; with a temperature it is φ + β energy, φ the Bethe free entropy, and
// energy, error_rate and free_entropy are numbers too. A state that diverged, or whose
// entropy no weights can have ([State.Possible]), lacks those that would mean nothing,
// and the solution says why: it has not converged, whatever its messages did.
func (b *Plain) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	state, err := b.state(p, rng)
	if err != nil {
		return nil, err
	}
	if !state.Resume(p.Keeper) {
		b.start(state, p)
	}
	out, diverged := state.Converge(ctx, b.Passing, factorgraph.Free{})
	if diverged != nil && !Impossible(diverged) {
		return nil, diverged
	}
	r, err := b.read(state, p, out.Converged, diverged != nil)
	if err != nil {
		return nil, err
	}
	r.sweeps = out.Sweeps
	s := &model.Solution{Outcome: results.Limit, Numbers: append(b.known(r), sweepsOf).Of(r), Omitted: b.omitted(r.missing)}
	if r.converged {
		s.Outcome = results.Converged
	}
	return s, nil
}

// state has the messages of a problem, all zero.
func (b *Plain) state(p *model.Problem, rng *rand.Rand) (*State, error) {
	g, err := b.Temperature.Graph(p.Model, p.Data.Train, b.Accuracy)
	if err != nil {
		return nil, err
	}
	state := NewState(g, rng)
	state.On(p.Cores)
	return state, nil
}

// start sets the messages to noise, if they start there.
func (b *Plain) start(s *State, p *model.Problem) {
	if b.Start != nil {
		s.Start(factorgraph.Noise{Size: b.Start.Noise}.Start, p.Stream("start"))
	}
}

// read reads the messages of a state, which have ended at their fixed point or not, or diverged.
func (b *Plain) read(s *State, p *model.Problem, reached, diverged bool) (r fixedPoint, err error) {
	if r.diverged = diverged; diverged {
		r.missing = &ImpossibleError{Entropy: math.NaN()}
		return r, nil
	}
	if err := b.thermal(s, p, &r); err != nil && !errors.As(err, &r.missing) {
		return r, err
	}
	r.converged = reached && r.missing == nil
	r.overlap = s.Overlap()
	return r, nil
}

// thermal finds the entropy s, from the free entropy φ per weight:
//
//	s = φ − Σ_i h_i^ext m_i/N of solutions,   s = φ − bα ⟨ln(Δ − κ)⟩ with a potential,   s = φ + βe at a finite temperature,
//
// e the energy, and what it is made of. It fails with an [ImpossibleError].
func (b *Plain) thermal(s *State, p *model.Problem, at *fixedPoint) (err error) {
	if b.weighed() {
		w, err := b.Weighed(s, p.Model, p.Data.Train, b.Accuracy)
		at.entropy, at.freeEntropy, at.meanLog = w.Entropy, w.FreeEntropy, w.MeanLog
		return err
	}
	if !b.Finite() {
		at.entropy, err = s.Entropy()
		return err
	}
	means, err := b.Means(s, p.Model, p.Data.Train, b.Accuracy)
	if err != nil {
		return err
	}
	at.energy, at.errorRate, at.freeEntropy = means.Energy, means.ErrorRate, s.FreeEntropy()
	at.entropy = at.freeEntropy + float64(*b.Beta*means.Energy)
	return s.Possible(at.entropy)
}

// omitted are the names of the numbers that a solution lacks, with the reason, which is why it has no entropy; none if
// that is nil.
func (b *Plain) omitted(why *ImpossibleError) map[string]string {
	if why == nil {
		return nil
	}
	all := map[string]string{"entropy": why.Error()}
	if b.Finite() {
		for _, name := range []string{"energy", "error_rate", "free_entropy"} {
			all[name] = why.Error()
		}
	}
	if b.weighed() {
		all["free_entropy"], all["mean_log_s"] = why.Error(), why.Error()
	}
	if math.IsNaN(why.Entropy) {
		all["q"] = why.Error()
	}
	return all
}
