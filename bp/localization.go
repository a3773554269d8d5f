package bp

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Localization draws solutions of a perceptron by stochastic localization: with the probability
//
//	Π_μ (s_μ − κ)^b/Z,   s = w·ξ/√N,
//
// all alike at b = 0. The field
//
//	h(t) = t w* + B(t),   B Brownian,
//
// tells more and more of a solution w* that is drawn so. It is also the solution of dh = m(h, t) dt + dB with
// m the mean of the weights under the field h, which needs no w*: |w|² is fixed, so that t itself drops out of
// their measure. Belief propagation computes m, and its messages go on from where they were after every step.
//
//  1. Steps of binary weights, with z normal, s_i = ±1 drawn with the mean m_i, and V = Σ_i (1 − m_i²)/N, are
//     h ← h + Δ s + √Δ z,   Δ = min(δ/V, 1),
//     and those on spheres, where Δ² V is what m lacks against a sample of the measure,
//     h ← h + Δ m + √(Δ + Δ² V) z,   Δ = δ/V.
//  2. Messages end at NV < End, but not before NV is a fifth of what it was without a field.
//  3. Polish sweeps of Metropolis under the field follow. Those of binary weights anneal from the signs of the means,
//     since Gaussian messages fail on the last few weights. At small N, where NV < End from the start, the second
//     condition of 2 keeps messages going: the anneal alone finds other solutions than those of
//     the measure. Those of spherical weights begin at the means, scaled, make no error and draw from the
//     measure at h: the means alone leave no pattern next to the margin.
//
// What is left of the errors at small N is in the help of its config. With binary
// weights b ≥ 1 is needed for samples that are fair, see Samples of its About.
//
// Source: Demyanenko, Straziota, Baldassi and Lucibello, arXiv 2502.16292, of which we had the abstract; the
// equations are derived anew.
type Localization struct {
	Potential  *Potential `toml:"potential,omitempty" absent:"" help:"how much a solution counts; without it all count alike"`
	Step       float64    `toml:"step" above:"0" max:"1" help:"δ of the steps of time δ/V, V = Σ(1 − m²)/N"`
	Increments string     `toml:"increments" oneof:"drawn|mean" help:"binary weights: signs with the means m move the field, or the means, which is less accurate"`
	End        float64    `toml:"end" above:"0" max:"1000000000" help:"Σ(1 − m²) at which messages end, at most a fifth of what it is without a field"`
	Polish     int        `toml:"polish" min:"0" max:"1000000" help:"sweeps of Metropolis under the field at the end; 0: the means, rounded or scaled, are the weights"`
	Passing
}

// NewLocalization has small steps, whose bias is of the order of δ.
func NewLocalization(m model.Model) *Localization {
	l := &Localization{Step: 0.02, Increments: "drawn", End: 10, Polish: 40, Passing: DefaultFocusing().Passing}
	l.Damping, l.Epsilon, l.MaxSweeps, l.Accuracy = 0, 1e-3, 100, factorgraph.AMP
	if m.Weights() == model.SphericalWeights {
		l.Increments, l.End, l.Polish, l.Accuracy = "mean", 0.5, 200, factorgraph.Accurate
	}
	return l
}

// Validate says which parameter is out of range.
func (l *Localization) Validate() error {
	if b := l.power(); !(b >= 0 && b <= mostPower) {
		return fault.New("potential.power", b, "want 0 <= power <= %v", mostPower)
	}
	return l.Passing.Validate()
}

// power is b.
func (l *Localization) power() float64 {
	if l.Potential == nil {
		return 0
	}
	return l.Potential.Power
}

// Check refuses what is no perceptron.
func (l *Localization) Check(m model.Model) error {
	a, ok := m.(*model.Architecture)
	switch spheres := m.Weights() == model.SphericalWeights; {
	case !ok || !model.Linear(a):
		return fault.New("kind", "localization", "want a perceptron")
	case l.Accuracy == factorgraph.Exact || l.Latent(): // the path has the replicon, which is that of Gaussian sums of independent inputs
		return fault.New("accuracy", l.Accuracy, "want %q or %q", factorgraph.Accurate, factorgraph.AMP)
	case spheres && l.Increments != "mean":
		return fault.New("increments", l.Increments, "want %q for spherical weights", "mean")
	}
	return a.Supports(l.Accuracy)
}

// About implements kinds.Algorithm.
func (l *Localization) About() model.About {
	return model.About{
		Draws:    true,
		Messages: true,
		Samples:  model.Samples{Power: l.power(), Unfair: l.unfair},
		Tables:   l.tables(),
		Bytes: func(s model.Size) float64 {
			return l.Passing.Bytes(s) + float64(min(l.Polish, 1)*s.Patterns*s.Model.Dim())
		},
		Real: func() error { return fault.New("kind", "localization", "want inputs ±1") },
	}
}

// unfair says why samples are not those of the measure; "" if they are.
func (l *Localization) unfair(m model.Model) string {
	if m.Weights() == model.BinaryWeights && l.power() < 1 {
		return "localization of binary weights with a power below 1 solves, but does not draw fairly: a solution is more stable there than all others together (fbp theory sampling gives t_c)"
	}
	return ""
}

// pathOverlaps are the values of q = Σ m²/N at which a path has readings.
var pathOverlaps = []float64{.05, .1, .15, .2, .25, .3, .35, .4, .45, .5, .55, .6, .65, .7, .75, .8, .85, .9, .95, .98, .99, .995}

// longest is the number of steps, times δ, after which a path ends whose overlap has stopped
// growing: others take less than ten, as 1 − q falls by about a factor 1 + δ in a step.
const longest = 100

// Solve draws a solution. Readings of the path are interpolated between its steps, at fixed
// values of q: the time t, field = h·m/Nt, which is 1 ± 1/√(Nt), the replicon
// ([State.Replicon]), and sweeps and converged of the step. Numbers of the sample are
// sweeps, of all steps, and unconverged, the part of them that ended at their limit;
// mean_log_s = ⟨ln(s − κ)⟩ per pattern of a solution; errors_signs before the polish, and its
// flips. A path whose messages diverge ends there, and its weights are those of the step before.
func (l *Localization) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	a := p.Model.(*model.Architecture)
	g, err := a.PowerGraph(l.power(), p.Data.Train, l.Accuracy)
	if err != nil {
		return nil, err
	}
	state := NewState(g, rng)
	state.On(p.Cores)
	walk := &path{h: make([]float64, g.N), m: make([]float64, g.N), emit: emit}
	state.Weights(walk.m) // of a path that diverges at once
	state.Beside = walk.carry
	step, sweeps, unconverged := 0, 0, 0
	state.Resume(p.Keeper, &step, &sweeps, &unconverged)
	for limit := int(longest / l.Step); ; step++ {
		state.At(step, sweeps, unconverged)
		out, err := state.Converge(ctx, l.Passing, factorgraph.Local{H: walk.h})
		if err != nil && !Impossible(err) {
			return nil, err
		}
		sweeps += out.Sweeps
		if !out.Converged || err != nil {
			unconverged++
		}
		if err != nil {
			break
		}
		state.Magnetizations(walk.m)
		walk.emitCrossed(state, out)
		v := 1 - state.Overlap()
		if walk.ends(l, float64(float64(g.N)*v)) || step == limit {
			break
		}
		walk.step(l, v, p.Model.Weights() == model.SphericalWeights, rng)
	}
	s := &model.Solution{Weights: walk.m}
	l.finish(s, localized{sweeps: sweeps, unconverged: float64(unconverged) / float64(step+1)}, walk.h, a, p.Data.Train, rng)
	s.Outcome = model.OutcomeOf(s.Errors, unconverged == 0)
	return s, nil
}

// finish makes weights of the means of a path that ends in the field h.
func (l *Localization) finish(s *model.Solution, end localized, h []float64, a *model.Architecture, p *instances.Patterns, rng *rand.Rand) {
	if a.Weights() == model.SphericalWeights {
		model.Normalize(a, s.Weights)
	} else {
		for i, m := range s.Weights {
			s.Weights[i] = math.Copysign(1, m+0)
		}
	}
	end.before = a.Errors(s.Weights, p)
	if s.Errors = end.before; l.Polish > 0 {
		end.flips = l.polish(s, h, a, p, rng)
		s.Errors = a.Errors(s.Weights, p)
	}
	if s.Errors == 0 {
		sum, root := 0.0, math.Sqrt(float64(len(s.Weights)))
		for mu := range p.P {
			sum += gauss.Log(p.Dot(mu, s.Weights)/root - a.Margin())
		}
		end.meanLog = sum / float64(max(1, p.P))
	} else {
		s.Omitted = map[string]string{"mean_log_s": "the weights make errors"}
	}
	s.Numbers = localizes(s.Errors == 0).Values.Of(end)
}

// polish makes the sweeps under the field, and tells how many moves were accepted. Those on a sphere begin without errors.
func (l *Localization) polish(s *model.Solution, h []float64, a *model.Architecture, p *instances.Patterns, rng *rand.Rand) int {
	if a.Weights() == model.SphericalWeights {
		if s.Errors > 0 || len(h) < 2 {
			return 0
		}
		end := newTurning(p, a.Margin(), l.power(), s.Weights, h)
		end.run(a, l.Polish, rng)
		return end.turns
	}
	end := &polish{Patterns: p, kappa: a.Margin(), power: l.power(), w: s.Weights, h: h}
	end.run(l.Polish, rng)
	return end.flips
}
