package bp

import (
	"math"

	"fbp/factorgraph"
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

// Temperature is the measure of the weights, a product over the patterns. With Δ_μ the stability of pattern μ, κ the margin
// of the model, f a loss and b the power of a [Potential],
//
//	P(w) ∝ Π_μ θ(Δ_μ − κ)                  without β: the solutions, all alike
//	P(w) ∝ Π_μ θ(Δ_μ − κ) (Δ_μ − κ)^b      without β, with a potential
//	P(w) ∝ Π_μ e^{−βf(Δ_μ)}                with β: all weights; alike at β = 0, an infinite temperature
//
// It is part of every config section of an algorithm that can take weights from these measures.
type Temperature struct {
	Beta  *float64 `toml:"beta,omitempty" min:"0" max:"1000000" help:"inverse temperature β of the loss; without it every pattern has to be learned"`
	Loss  string   `toml:"loss,omitempty" oneof:"cross_entropy|hinge|square|counting" help:"f of a pattern as a function of its stability"`
	Gamma float64  `toml:"gamma,omitempty" above:"0" inf:"ok" help:"γ of the cross-entropy, the norm of the weights"`

	Potential *Potential `toml:"potential,omitempty" absent:"" help:"how much a solution counts; without it all count alike"`
}

// mostBeta and mostGamma bound what tables of e^{−βf} hold.
const mostBeta, mostGamma = 1e6, 1e3

// leastBeta is the β below which 1/β is no scale of a loss.
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

// Finite tells whether there is a β, so that the temperature is above zero.
func (t Temperature) Finite() bool { return t.Beta != nil }

// takesReal refuses real inputs at a finite temperature, whose factors are tables over
// sums of signs.
func (t Temperature) takesReal(p Passing) error {
	if t.Finite() {
		return fault.New("beta", *t.Beta, "want no beta with real inputs")
	}
	return p.Real()
}

// check refuses models without messages for this measure.
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

// smooth is the loss as a function of the stability, for a model of margin κ; not that of [Counting].
func (t Temperature) smooth(kappa float64) loss.Loss {
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
	_, width := t.smooth(kappa).Bend()
	return width
}

// lossAt is f(x), the loss of a pattern of stability x. A pattern at the margin is not learned.
func (t Temperature) lossAt(x, kappa float64) float64 {
	if t.Loss == Counting {
		if x <= kappa {
			return 1
		}
		return 0
	}
	f, _, _ := t.smooth(kappa).At(x)
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
		Log: func(x float64) float64 { return -float64(*t.Beta * t.lossAt(x, kappa)) }, Width: t.width(kappa)}, p, how)
}
