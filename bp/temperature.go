package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/loss"
	"fbp/model"
)

// The losses that a config can name.
const (
	CrossEntropy = "cross_entropy" // ln(1 + e^{−2γΔ})/(2γ)
	Hinge        = "hinge"         // max(κ − Δ, 0)
	Square       = "square"        // max(κ − Δ, 0)²/2
	Counting     = "counting"      // 1 for Δ ≤ κ, otherwise 0
)

// Potential says how much those weights count that learn all patterns: in proportion to a
// power of what the stability of each pattern has beyond the margin. It is the potential
// −b ln(Δ − κ) at inverse temperature 1.
type Potential struct {
	Power float64 `toml:"power" min:"0" max:"10" help:"weights count in proportion to this power of what each stability has beyond the margin; 0: all solutions alike"`
}

// Check refuses models whose patterns have no stability, and messages that do not know it.
func (p *Potential) Check(m model.Model, how factorgraph.Accuracy) error {
	if p == nil {
		return nil
	}
	if !model.Linear(m) {
		return fault.New("potential", nil, "want a perceptron: patterns of other models have no stability that a power could be taken of")
	}
	if p.Power != 0 && how == factorgraph.ByLatent {
		return fault.New("accuracy", how, "want %q, %q or %q with a potential", factorgraph.Accurate, factorgraph.AMP, factorgraph.Exact)
	}
	return nil
}

// Temperature says which weights count, and how much: without β those that learn all
// patterns, alike or by a potential; with it all of them, with the factor e^{−βf(Δ)} for every pattern of
// stability Δ; β = 0 is an infinite temperature, where all weights count alike. It is part
// of every config section that can do so.
type Temperature struct {
	Beta  *float64 `toml:"beta,omitempty" min:"0" max:"1000000" help:"inverse temperature β of the loss; without it every pattern has to be learned"`
	Loss  string   `toml:"loss,omitempty" oneof:"cross_entropy|hinge|square|counting" help:"f of a pattern as a function of its stability"`
	Gamma float64  `toml:"gamma,omitempty" above:"0" inf:"ok" help:"γ of the cross-entropy, the norm of the weights"`

	Potential *Potential `toml:"potential,omitempty" absent:"" help:"how much a solution counts; without it all count alike"`
}

// mostBeta and mostGamma bound what tables of e^{−βf} hold.
const mostBeta, mostGamma = 1e6, 1e3

// mostPower bounds the power of a potential, up to which its channel is accurate.
const mostPower = 10

// leastBeta is where 1/β is no scale of a loss any more.
const leastBeta = 1e-100

// Complete counts errors at β = 0 where no loss is given: it changes no weight's share, and
// is what the energy is of.
func (t *Temperature) Complete(func(key string) bool) {
	if t.Beta != nil && *t.Beta == 0 && t.Loss == "" {
		t.Loss = Counting
	}
}

// Validate says which parameter is out of range.
func (t Temperature) Validate() error {
	switch {
	case t.Potential != nil && !(t.Potential.Power >= 0 && t.Potential.Power <= mostPower):
		return fault.New("potential.power", t.Potential.Power, "want 0 <= power <= %v", mostPower)
	case t.Potential != nil && t.Beta != nil:
		return fault.New("potential", nil, "has no meaning with beta: want one of the two")
	case t.Beta == nil && t.Loss != "":
		return fault.New("beta", nil, "missing; want 0 <= beta <= %v with a loss", mostBeta)
	case t.Beta == nil && t.Gamma != 0:
		return fault.New("gamma", t.Gamma, "has no meaning without beta and loss")
	case t.Beta == nil:
		return nil
	case !(*t.Beta >= 0 && *t.Beta <= mostBeta):
		return fault.New("beta", *t.Beta, "want 0 <= beta <= %v", mostBeta)
	case t.Loss == "":
		return fault.New("loss", nil, "missing; want %q, %q, %q or %q with beta", CrossEntropy, Hinge, Square, Counting)
	case t.Loss != CrossEntropy && t.Gamma != 0:
		return fault.New("gamma", t.Gamma, "has no meaning with loss %q", t.Loss)
	case t.Loss == CrossEntropy && !(t.Gamma >= 1/mostGamma && (t.Gamma <= mostGamma || math.IsInf(t.Gamma, 1))):
		return fault.New("gamma", t.Gamma, "want %v <= gamma <= %v, or inf, with loss %q", 1/mostGamma, mostGamma, CrossEntropy)
	}
	return nil
}

// Finite tells whether β is, for which the temperature is above zero.
func (t Temperature) Finite() bool { return t.Beta != nil }

// weighed tells whether solutions count by a power other than zero.
func (t Temperature) weighed() bool { return t.Potential != nil && t.Potential.Power != 0 }

// takesReal refuses real inputs at a finite temperature, whose factors are tables over
// sums of signs.
func (t Temperature) takesReal(p Passing) error {
	if t.Finite() {
		return fault.New("beta", *t.Beta, "want no beta with real inputs")
	}
	return p.Real()
}

// check refuses models whose factors cannot be messages at this temperature.
func (t Temperature) check(kind string, m model.Model, how factorgraph.Accuracy) error {
	g := m.Abilities().Graph
	if g == nil {
		return fault.New("kind", kind, "want a model with a factor graph")
	}
	if err := t.Potential.Check(m, how); err != nil {
		return err
	}
	if !t.Finite() {
		return g.Supports(how)
	}
	if m.Weights() != model.BinaryWeights || !model.Linear(m) {
		return fault.New("beta", *t.Beta, "want a perceptron: of other models no pattern has a loss yet")
	}
	if how == factorgraph.AMP || how == factorgraph.ByLatent {
		return fault.New("accuracy", how, "want %q or %q with beta", factorgraph.Accurate, factorgraph.Exact)
	}
	if t.Loss == CrossEntropy && m.Margin() != 0 {
		return fault.New("loss", t.Loss, "want %q, %q or %q with a margin, or model.kappa = 0", Hinge, Square, Counting)
	}
	return g.Supports(how)
}

// of is the loss of a pattern of a model of margin κ.
func (t Temperature) of(kappa float64) loss.Loss {
	switch t.Loss {
	case Hinge:
		return loss.Hinge{Kappa: kappa}
	case Square:
		return loss.Quadratic{Kappa: kappa}
	default:
		return loss.CrossEntropy{Gamma: t.Gamma}
	}
}

// width is the distance over which a smooth loss changes, 0 at a kink or a jump.
func (t Temperature) width(kappa float64) float64 {
	if t.Loss == Counting {
		return 0
	}
	_, width := t.of(kappa).Bend()
	return width
}

// at is the loss of a pattern of stability x. A pattern at the margin is not learned.
func (t Temperature) at(x, kappa float64) float64 {
	if t.Loss == Counting {
		if x <= kappa {
			return 1
		}
		return 0
	}
	f, _, _ := t.of(kappa).At(x)
	return f
}

// Graph is the factor graph of a model at this temperature.
func (t Temperature) Graph(m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if t.weighed() {
		return m.(*model.Architecture).PowerGraph(t.Potential.Power, p, how)
	}
	if !t.Finite() {
		return m.Abilities().Graph.Of(p, how)
	}
	kappa := m.Margin()
	return m.(*model.Architecture).WeighedGraph(model.Weighing{
		Log: func(x float64) float64 { return -float64(*t.Beta * t.at(x, kappa)) }, Width: t.width(kappa)}, p, how)
}

// Means are averages over the weights that count, of a state at its fixed point.
type Means struct {
	Energy    float64 // Σ_μ ⟨f⟩/N
	ErrorRate float64 // Σ_μ P(Δ ≤ κ)/P
}

// Means reads them off a state of the graph at this temperature. The average of a
// function g of a pattern's stability is the ratio of two normalisations of its
// factor, with and without g, under the same messages.
func (t Temperature) Means(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (Means, error) {
	kappa, weighed := m.Margin(), m.(*model.Architecture)
	beta := *t.Beta
	most := -1 - gauss.Log(max(beta, leastBeta))                 // f e^{−βf} is at most 1/eβ,
	if root := math.Sqrt(float64(s.H.Len())); beta < leastBeta { // and at most f far below the least stability
		most = max(0, gauss.Log(t.at(-2*root-100, kappa)))
	}
	energy, err := weighed.WeighedGraph(model.Weighing{Width: t.width(kappa), Log: func(x float64) float64 {
		f := t.at(x, kappa)
		if !(f > 0) {
			return math.Inf(-1)
		}
		return min(0, gauss.Log(f)-float64(beta*f)-most)
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	wrong, err := weighed.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
		if x > kappa {
			return math.Inf(-1)
		}
		return -float64(*t.Beta * t.at(x, kappa))
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	return Means{
		Energy:    gauss.Exp(most) * s.ratios(energy) / float64(s.H.Len()),
		ErrorRate: s.ratios(wrong) / float64(max(1, p.P)),
	}, nil
}

// powerStep is that of differences by the power: with two of them the error is of its
// fourth power, times the fifth cumulant of the logarithm of a stability.
const powerStep = 1.0 / 128

// MeanLog is −⟨ln(Δ − κ)⟩ per pattern over the weights that count by the potential, of a
// state at its fixed point: minus the derivative of the patterns' normalisations by the
// power, under the same messages.
func (t Temperature) MeanLog(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (float64, error) {
	sum, step := 0.0, min(powerStep, 0.25*t.Potential.Power)
	shares := s.shares(nil)
	for _, term := range []struct{ at, weight float64 }{{1, 2. / 3}, {-1, -2. / 3}, {2, -1. / 12}, {-2, 1. / 12}} {
		other, err := m.(*model.Architecture).PowerGraph(t.Potential.Power+float64(term.at*step), p, how)
		if err != nil {
			return 0, err
		}
		logs, others := 0.0, s.shares(other)
		for mu, own := range shares {
			logs += others[mu] - own
		}
		sum -= float64(term.weight * logs)
	}
	return sum / (step * float64(max(1, p.P))), nil
}

// Weighed is what a state at its fixed point says of the measure in which solutions count by a potential.
type Weighed struct {
	Entropy     float64 // of the measure, per weight, as [State.Entropy] is that of solutions
	FreeEntropy float64 // Entropy + bα MeanLog
	MeanLog     float64 // ⟨ln(Δ − κ)⟩ per pattern; 0 if all count alike
}

// Weighed reads it off a state of the graph of the potential. It fails with an
// [ImpossibleError] as [State.Entropy] does; where all count alike, Entropy is that.
func (t Temperature) Weighed(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (w Weighed, err error) {
	w.FreeEntropy, err = s.Entropy()
	if w.Entropy = w.FreeEntropy; !t.weighed() {
		return w, err
	}
	minus, err := t.MeanLog(s, m, p, how)
	if err != nil {
		return w, err
	}
	w.MeanLog = -minus
	w.Entropy += float64(t.Potential.Power*minus) * float64(p.P) / float64(s.H.Len())
	return w, s.Possible(w.Entropy)
}

// sharing messages can tell what the factors' shares in the free entropy would be, were they
// those of another graph, in whatever part of it differs between graphs.
type sharing interface {
	shares(s *State, g *factorgraph.Graph) []float64
}

// shares are those of the factors of another graph under the same messages, of the state's own if it is nil.
func (s *State) shares(g *factorgraph.Graph) []float64 { return s.messages.(sharing).shares(s, g) }

// ratios is Σ_μ Z'_μ/Z_μ, Z_μ being the normalisations of the state's own factors and
// Z'_μ those of another graph's, under the same messages.
func (s *State) ratios(other *factorgraph.Graph) float64 {
	return ratios(s.shares(other), s.shares(nil))
}

// ratios is Σ_μ e^{a_μ − b_μ}.
func ratios(a, b []float64) (sum float64) {
	for mu, x := range a {
		sum += gauss.Exp(x - b[mu])
	}
	return sum
}
