package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// Measure emits, at each ρ in turn with messages carried over, overlap,
// distance and entropy (table "local_entropy") and how the messages converged
// (table "biased_bp"); with Mutual also q(ρ) = Σ_i m_i²/N, the overlap of two of the
// solutions around the reference (table "mutual_overlap"). It starts at ρ = 0 from no
// messages: that entropy, of all solutions of the sample, is the control variate of the noise reduction
// (entropy_plain, a number of the sample).
//
// A value of ρ whose entropy no set of weights can have, because message passing
// diverged or froze, is left out; the messages start afresh at the next, and the
// error at the end says how many were left out and why the first was. Around
// weights that solve nothing the first such value is the last one tried, unless ρ
// goes down.
func (l *LocalEntropy) Measure(ctx context.Context, p *model.Problem, s *model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	surrounding, _ := l.surrounding(p.Model)
	around := surrounding.(model.Graphed)
	g, err := around.Graph(p.Data.Train, l.Numerics())
	if err != nil {
		return err
	}
	if continuous(p.Model) {
		return l.measureElastic(ctx, p, s, bp.NewState(g, l.Precision, rng), emit)
	}
	state, down := bp.NewState(g, l.Precision, rng), around.Search().Copies
	state.On(p.Cores)
	state.Foresee(foreseenFrom)
	rhos := l.rhos(down)
	place, missed, first := plain, 0, 0 // in rhos, values left out, place of the first of these
	resumed := state.Resume(p.Keeper, &place, &missed, &first)
	for k := place; k < len(rhos); k++ {
		if k == plain+1 && down && !(resumed && k == place) {
			state.Reset()
		}
		state.At(k, missed, first)
		err := l.measureAt(ctx, state, rhos, k, s, emit)
		if err == nil {
			continue
		}
		if !bp.Impossible(err) {
			return err
		}
		if missed++; missed == 1 {
			first = k
		}
		state.Reset()
		if !s.Learned() && !down {
			missed += len(rhos) - 1 - k
			break
		}
	}
	return left("rho", rhos, missed, first)
}

// rhos are the values of ρ in the order of measurement, from the smallest on as a
// rule. Where solutions come in copies they start at the largest, from messages
// that are those of the reference: a weak bias alone may lead to the neighbourhood
// of another copy of it.
func (l *LocalEntropy) rhos(down bool) []float64 {
	rhos := l.Rho.Values()
	if down {
		rhos = slices.Sorted(slices.Values(rhos))
		slices.Reverse(rhos)
	}
	return rhos
}

// foreseenFrom is the number of values of ρ that the next is foreseen from. Around a
// solution of N = 1001 at α = 0.5, where 49 values take 354 sweeps without, five make it
// 145, six 141 and eight 140.
const foreseenFrom = 6

// plain is the place of ρ = 0, before all others.
const plain = -1

// measureAt converges the messages at the value of ρ at place k and emits what it
// finds.
func (l *LocalEntropy) measureAt(ctx context.Context, state *bp.State, rhos []float64, k int, s *model.Solution, emit func(results.Reading)) error {
	rho, field := 0.0, factorgraph.Field(factorgraph.Free{})
	if k != plain {
		rho = rhos[k]
		field = factorgraph.Bias{Rho: rho, Reference: s.Weights}
	}
	state.Toward(gauss.Tanh(rho))
	out, err := state.Converge(ctx, l.Passing, field)
	if err != nil {
		return err
	}
	if k == plain { // near capacity it is a little below zero in some samples
		entropy, err := state.CheckedFreeEntropy()
		if err != nil {
			return err
		}
		emit(results.Reading{Table: "local_entropy_plain", Values: []results.Quantity{{Name: "entropy_plain", Value: entropy}}})
		return nil
	}
	entropy, err := state.Entropy()
	if err != nil {
		return err
	}
	m := make([]float64, len(s.Weights))
	state.Magnetizations(m)
	t := overlap(s.Weights, m)
	if entropy > ball(0.5*(1-t))+roundingOfEntropy {
		return bp.ErrFrozen
	}
	l.report(state, rho, t, entropy, out, emit)
	if l.Mutual {
		q := state.Overlap()
		emit(results.Reading{Table: "mutual_overlap", At: []results.Quantity{{Name: "rho", Value: rho}}, Values: []results.Quantity{
			{Name: "q", Value: q}, {Name: "entropy", Value: entropy}, {Name: "normalized", Value: entropy - ball(0.5*(1-math.Sqrt(q)))}}})
	}
	return nil
}

// roundingOfEntropy is what rounding can add to an entropy that is a difference
// of sums over all edges, of fields of up to 350.
const roundingOfEntropy = 1e-7

// ball is the entropy −d ln d − (1−d) ln(1−d) of all weights at distance d,
// which no solutions can exceed.
func ball(d float64) float64 {
	if !(d > 0 && d < 1) {
		return 0
	}
	return -float64(d*gauss.Log(d)) - float64((1-d)*gauss.Log1p(-d))
}

// left says which values of a coupling have no entropy.
func left(name string, rhos []float64, missed, first int) error {
	if missed == 0 {
		return nil
	}
	at := name + " = 0"
	if first != plain {
		at = fmt.Sprintf("%s = %v", name, rhos[first])
	}
	if missed > 1 {
		at += fmt.Sprintf(" and %d more of %d values", missed-1, len(rhos)+1)
	}
	return fmt.Errorf("no entropy at %s: the messages diverged or froze in an impossible state", at)
}

func (l *LocalEntropy) report(state *bp.State, rho, t, entropy float64, out bp.Outcome, emit func(results.Reading)) {
	at := []results.Quantity{{Name: "rho", Value: rho}}
	emit(results.Reading{Table: "local_entropy", At: at, Values: append([]results.Quantity{
		{Name: "overlap", Value: t}, {Name: "distance", Value: 0.5 * (1 - t)}, {Name: "entropy", Value: entropy}}, l.replicon(state)...)})
	emit(results.Reading{Table: "biased_bp", At: at, Values: []results.Quantity{
		{Name: "sweeps", Value: float64(out.Sweeps)}, {Name: "converged", Value: results.Flag(out.Converged)}}})
}

// overlap is Σ_i w_i m_i / N.
func overlap(w, m []float64) float64 {
	sum := 0.0
	for i, wi := range w {
		sum += float64(wi * m[i])
	}
	return sum / float64(len(w))
}
