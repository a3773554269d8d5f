package connectivity

import (
	"math"

	"fbp/gauss"
	"fbp/theory"
)

// Typical is a typical solution of some margin: the replica-symmetric point of a
// perceptron with alpha patterns per weight.
type Typical struct {
	Weights      theory.Weights
	Alpha, Kappa float64
	Q, V, QHat   float64 // overlap of two of them, 1 − Q, and its conjugate
	Replicon     float64 // replica symmetry is locally stable below 1; where Q = 1 its limit, α P(z < κ)
	Entropy      float64 // nats per weight; −∞ where Q = 1
}

// Max as a margin stands for the largest of α: for binary weights where the entropy
// vanishes, on the sphere where all solutions are one, q = 1 (an upper bound where
// replica symmetry is unstable, as for all κ < 0).
var Max = math.Inf(1)

// TypicalOf is the typical solution of margin κ, or of [Max], with α patterns per weight.
// Overlaps are accurate to 1e-12, margins of Max to 1e-10. Errors are those of
// [theory.Committee.RS] and [theory.KappaMax].
func TypicalOf(w theory.Weights, alpha, kappa float64) (Typical, error) {
	c := theory.Committee{Weights: w}
	if math.IsInf(kappa, 1) && w == theory.Spherical {
		kappa, err := theory.Committee{Weights: theory.Spherical}.LargestMargin(alpha)
		return Typical{Weights: w, Alpha: alpha, Kappa: kappa, Q: 1, Replicon: alpha * gauss.H(-kappa), Entropy: math.Inf(-1)}, err
	}
	var p theory.RSPoint
	var err error
	if math.IsInf(kappa, 1) {
		p, err = theory.KappaMax(alpha)
	} else {
		p, err = c.RS(alpha, kappa)
	}
	if err != nil {
		return Typical{}, err
	}
	return Typical{Weights: w, Alpha: alpha, Kappa: p.Kappa, Q: p.Q, V: 2 * p.D, QHat: p.QHat, Replicon: c.Replicon(p), Entropy: p.Entropy}, nil
}

// frozen tells whether all solutions are one.
func (t Typical) frozen() bool { return t.V == 0 }

// at is y(z) = (κ − √q z)/√(1−q).
func (t Typical) at(z float64) float64 { return (t.Kappa - math.Sqrt(t.Q)*z) / math.Sqrt(t.V) }

// answer is f(z) = h(y)/√(1−q), h = G/H, the field that a pattern exerts; √(1−q) f of q = 1
// is the kink (κ − z)₊, in units of √(1−q).
func (t Typical) answer(z float64) float64 {
	if t.frozen() {
		return max(t.Kappa-z, 0)
	}
	return gauss.Mills(t.at(z)) / math.Sqrt(t.V)
}

// bends is where the answer bends, with the panels that follow it.
func (t Typical) bends() []float64 {
	if t.Q == 0 {
		return nil
	}
	s := math.Sqrt(t.Q)
	return gauss.Around(t.Kappa/s, math.Sqrt(t.V)/s)
}
