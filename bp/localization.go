package bp

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Localization draws solutions of a spherical perceptron, all of them alike, by stochastic
// localization. The field
//
//	h(t) = t w* + B(t),   B Brownian,
//
// tells more and more of a solution w* that is drawn uniformly. It is also the solution of
// dh = m(h, t) dt + dB with m the mean of the weights under the field h, which needs no w*:
// |w|² is fixed, so that t itself drops out of their measure. Belief propagation computes
// m, and its messages go on from where they were after every step
//
//	h ← h + Δ m + √(Δ + Δ² V) z,   Δ = δ/V,   V = Σ_i (1 − m_i²)/N,
//
// z normal: Δ² V is what m lacks against a sample of the measure. At NV < End the means, on
// the sphere, are the sample. Source: Demyanenko, Straziota, Baldassi and Lucibello,
// arXiv 2502.16292, of which we had the abstract; the equations are derived anew.
type Localization struct {
	Step float64 `toml:"step" above:"0" max:"1" help:"δ of the steps of time δ/V, V = Σ(1 − m²)/N"`
	End  float64 `toml:"end" above:"0" max:"1000000000" help:"Σ(1 − m²) at which the means, on the sphere, are the weights"`
	Passing
}

// NewLocalization has small steps, whose bias is of the order of δ.
func NewLocalization() *Localization {
	l := &Localization{Step: 0.02, End: 0.5, Passing: DefaultFocusing().Passing}
	l.Damping, l.Epsilon, l.MaxSweeps = 0, 1e-3, 100
	return l
}

// Validate says which parameter is out of range.
func (l *Localization) Validate() error { return l.Passing.Validate() }

// Check refuses what is no perceptron of spherical weights.
func (l *Localization) Check(m model.Model) error {
	a, ok := m.(*model.Architecture)
	if !ok || a.Hidden != 1 || m.Weights() != model.SphericalWeights {
		return fault.New("kind", "localization", "want the perceptron with spherical weights")
	}
	return a.Supports(l.Accuracy)
}

// About implements plan.Algorithm.
func (l *Localization) About() model.About {
	return model.About{
		Draws:  true,
		Tables: l.tables(),
		Bytes:  l.Bytes,
		Real:   func() error { return fault.New("kind", "localization", "want inputs ±1") },
	}
}

// pathOverlaps are the values of q = Σ m²/N at which a path has readings.
var pathOverlaps = []float64{.05, .1, .15, .2, .25, .3, .35, .4, .45, .5, .55, .6, .65, .7, .75, .8, .85, .9, .95, .98, .99, .995}

// longest is the number of steps, times δ, after which a path ends whose overlap has stopped
// growing: others take less than ten, as 1 − q falls by about a factor 1 + δ in a step.
const longest = 100

// Solve draws a solution. Readings of the path are interpolated between its steps, at fixed
// values of q: the time t, field = h·m/Nt, which is 1 ± 1/√(Nt), the replicon
// ([State.Replicon]), and sweeps and converged of the step. Numbers of the sample are
// sweeps, of all steps, and unconverged, the part of them that ended at their limit. A path
// whose messages diverge ends there, and its weights are those of the step before.
func (l *Localization) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	g, err := p.Model.(model.Graphed).Graph(p.Data.Train, l.Accuracy)
	if err != nil {
		return nil, err
	}
	state := NewState(g, rng)
	state.On(p.Cores)
	walk := &path{h: make([]float64, g.N), m: make([]float64, g.N), emit: emit}
	state.Weights(walk.m) // of a path that diverges at once
	state.Beside = walk
	step, sweeps, loose := 0, 0, 0
	state.Resume(p.Keeper, &step, &sweeps, &loose)
	for limit := int(longest / l.Step); ; step++ {
		state.At(step, sweeps, loose)
		out, err := state.Converge(ctx, l.Passing, factorgraph.Local{H: walk.h})
		if err != nil && !Impossible(err) {
			return nil, err
		}
		sweeps += out.Sweeps
		if !out.Converged || err != nil {
			loose++
		}
		if err != nil {
			break
		}
		state.Magnetizations(walk.m)
		walk.meet(state, out)
		v := 1 - state.Overlap()
		if float64(float64(g.N)*v) < l.End || step == limit {
			break
		}
		walk.step(l.Step/v, v, rng)
	}
	s := &model.Solution{Weights: walk.m, Numbers: []results.Quantity{
		{Name: "sweeps", Value: float64(sweeps)}, {Name: "unconverged", Value: float64(loose) / float64(step+1)}}}
	model.Normalize(p.Model.(*model.Architecture), s.Weights)
	s.Errors = p.Model.Errors(s.Weights, p.Data.Train)
	s.Outcome = model.OutcomeOf(s.Errors, loose == 0)
	return s, nil
}

// path is a walk of the field.
type path struct {
	h, m []float64
	t    float64
	last mark // the step before
	next int  // of pathOverlaps

	emit func(results.Reading)
}

// mark is what readings interpolate.
type mark struct{ q, t, field, replicon float64 }

// Carry implements [model.Carried].
func (p *path) Carry(c *model.Carrier) {
	c.Numbers(p.h)
	c.Numbers(p.m)
	for _, x := range []*float64{&p.t, &p.last.q, &p.last.t, &p.last.field, &p.last.replicon} {
		c.Float(x)
	}
	if c.Int(&p.next); p.next < 0 || p.next > len(pathOverlaps) {
		c.Refuse("a checkpoint of a path with reading %d", p.next)
	}
}

// step moves the field by a time dt, the weights having means m and the mean variance v.
func (p *path) step(dt, v float64, rng *rand.Rand) {
	noise := math.Sqrt(dt + float64(float64(dt*dt)*v))
	for i, m := range p.m {
		p.h[i] += float64(dt*m) + float64(noise*gauss.Deviate(rng.Uint64()))
	}
	p.t += dt
}

// meet emits the readings at overlaps that were passed since the step before.
func (p *path) meet(s *State, out Outcome) {
	now := mark{q: s.Overlap(), t: p.t, field: 1}
	now.replicon = s.Replicon()
	if p.t > 0 {
		sum := 0.0
		for i, m := range p.m {
			sum += float64(p.h[i] * m)
		}
		now.field = sum / float64(float64(len(p.m))*p.t)
	}
	for ; p.next < len(pathOverlaps) && now.q >= pathOverlaps[p.next]; p.next++ {
		q := pathOverlaps[p.next]
		if p.t == 0 || p.last.q >= q {
			continue // the path begins above
		}
		x := (q - p.last.q) / (now.q - p.last.q)
		between := func(a, b float64) float64 { return a + float64(x*(b-a)) }
		p.emit(results.Reading{Table: "localization", At: []results.Quantity{{Name: "q", Value: q}}, Values: []results.Quantity{
			{Name: "t", Value: between(p.last.t, now.t)},
			{Name: "field", Value: between(p.last.field, now.field)},
			{Name: "replicon", Value: between(p.last.replicon, now.replicon)},
			{Name: "sweeps", Value: float64(out.Sweeps)},
			{Name: "converged", Value: results.Flag(out.Converged)},
		}})
	}
	p.last = now
}
