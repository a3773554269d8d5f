package bp

import (
	"context"
	"math/rand/v2"
	"slices"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Decimation draws weights from the measure that [Plain] describes: solutions, or
// weights at a temperature, each as often as it counts. The weights are fixed in random
// order, some at a time, each drawn from its marginal given those that are fixed
// already; the messages converge again after every block. Where marginals are exact
// and weights are fixed one by one, so is the draw.
type Decimation struct {
	Temperature
	Block int    `toml:"block" min:"1" max:"1000000000" help:"weights fixed between two runs of message passing"`
	Start *Start `toml:"start,omitempty" help:"messages before the first sweep; without it they are zero"`
	Passing
}

// NewDecimation fixes five weights at a time.
func NewDecimation(m model.Model) *Decimation {
	d := &Decimation{Block: 5, Start: startOf(m), Passing: DefaultFocusing().Passing}
	d.Damping, d.Epsilon, d.MaxSweeps = 0, 1e-3, 50
	return d
}

// plain is belief propagation before any weight is fixed.
func (d *Decimation) plain() *Plain { return &Plain{d.Temperature, d.Start, d.Passing} }

// Validate says which parameter is out of range.
func (d *Decimation) Validate() error { return d.plain().Validate() }

// Check refuses models whose weights are not ±1, beside those that
// plain belief propagation refuses.
func (d *Decimation) Check(m model.Model) error {
	if err := d.Temperature.check("decimation", m, d.Accuracy); err != nil {
		return err
	}
	if m.Weights() != model.BinaryWeights {
		return fault.New("kind", "decimation", "want a model of weights ±1")
	}
	return nil
}

// About implements kinds.Algorithm.
func (d *Decimation) About() model.About {
	return model.About{
		Name:     "decimated BP",
		Draws:    true,
		Messages: true,
		Tables:   d.tables(),
		Bytes:    d.Bytes,
		Real:     func() error { return d.Temperature.takesReal(d.Passing) },
	}
}

// Solve draws weights. Beside the numbers of [Plain.Solve], of the state before any
// weight is fixed, are energy_drawn, the loss Σ_μ f/N of the weights themselves, if
// there is a temperature, and unconverged, the part of the runs of message passing that
// ended at their limit.
func (d *Decimation) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	plain := d.plain()
	state, err := plain.state(p, rng)
	if err != nil {
		return nil, err
	}
	drawn := newDrawn(state)
	fixed, sweeps, unconverged := 0, 0, 0
	if !state.Resume(p.Keeper, &fixed, &sweeps, &unconverged) {
		drawn.shuffle(rng)
		plain.start(state, p)
	}
	n := len(drawn.order)
	for ; ; fixed = min(fixed+d.Block, n) {
		state.At(fixed, sweeps, unconverged)
		out, diverged := state.Converge(ctx, d.Passing, factorgraph.Pinned{Values: drawn.values})
		if diverged != nil && !Impossible(diverged) {
			return nil, diverged
		}
		sweeps += out.Sweeps
		if !out.Converged || diverged != nil {
			unconverged++
		}
		if fixed == 0 {
			if drawn.first, err = plain.read(state, p, out.Converged, diverged != nil); err != nil {
				return nil, err
			}
		}
		if diverged != nil {
			state.Reset() // the next run starts afresh
		}
		if fixed == n {
			break
		}
		drawn.fix(state, drawn.order[fixed:min(fixed+d.Block, n)], rng)
	}
	runs := 1 + (n+d.Block-1)/d.Block
	return d.solution(drawn, p, sweeps, float64(unconverged)/float64(runs)), nil
}

func (d *Decimation) solution(drawn *drawn, p *model.Problem, sweeps int, unconverged float64) *model.Solution {
	m, plain, first := p.Model, d.plain(), drawn.first
	s := &model.Solution{Weights: drawn.values, Omitted: plain.omitted(first.missing)}
	s.Errors = m.Errors(s.Weights, p.Data.Train)
	s.Outcome = model.OutcomeOf(s.Errors, unconverged == 0 && first.missing == nil)
	end := decimated{first: first, unconverged: unconverged, sweeps: sweeps}
	if d.Finite() {
		energy, kappa := 0.0, m.Margin()
		for _, x := range m.Stabilities(nil, s.Weights, p.Data.Train) {
			energy += d.lossAt(x, kappa)
		}
		end.energy = energy / float64(len(s.Weights))
	}
	known := slices.DeleteFunc(plain.known(first), func(c results.Column[fixedPoint]) bool { return c.Name == meanLogOf.Name }) // which no draw has
	s.Numbers = numbersOfDraw(known, d.Finite()).Of(end)
	return s
}

// drawn is what a draw has fixed so far, which is kept with the state.
type drawn struct {
	order  []int      // in which weights are fixed
	values []float64  // ±1, 0 for those that are free
	first  fixedPoint // of belief propagation before any is fixed
}

// newDrawn is a draw of which nothing is fixed, kept with the state.
func newDrawn(s *State) *drawn {
	n := s.H.Len()
	d := &drawn{order: make([]int, n), values: make([]float64, n)}
	for i := range d.order {
		d.order[i] = i
	}
	s.Beside = d.carry
	return d
}

// carry moves it to or from a checkpoint.
func (d *drawn) carry(c *model.Carrier) {
	c.Order(d.order)
	c.Floats(d.values)
	d.first.carry(c)
	for _, w := range d.values {
		if w != 0 && w != 1 && w != -1 {
			c.Refuse("a checkpoint with the weight %v", w)
		}
	}
}

// carry moves the numbers of a fixed point that a draw has, and why there is no entropy: whether there is none, the value and
// its bounds.
func (p *fixedPoint) carry(c *model.Carrier) {
	why, none := ImpossibleError{}, p.missing != nil
	if none {
		why = *p.missing
	}
	for _, b := range []*bool{&p.converged, &p.diverged, &none} {
		c.Bool(b)
	}
	for _, x := range []*float64{&p.energy, &p.entropy, &p.errorRate, &p.freeEntropy, &p.overlap, &why.Entropy, &why.Least, &why.Most} {
		c.Float(x)
	}
	if p.missing = nil; none {
		p.missing = &why
	}
}

func (d *drawn) shuffle(rng *rand.Rand) {
	rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
}

// fix draws these weights from their marginals.
func (d *drawn) fix(s *State, weights []int, rng *rand.Rand) {
	m := make([]float64, len(d.values))
	s.Magnetizations(m)
	for _, i := range weights {
		d.values[i] = -1
		if rng.Float64() < 0.5*(1+m[i]) {
			d.values[i] = 1
		}
	}
}
