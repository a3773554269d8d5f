package factorgraph

import (
	"math"

	"fbp/gauss"
)

// Field is what acts on a weight besides its patterns. It is told the sum
// (a, b) of the patterns' messages and answers a message of its own.
type Field interface {
	At(i int, a, b float64) (ua, ub float64)
}

// Free is no field at all: plain belief propagation.
type Free struct{}

// At implements [Field].
func (Free) At(int, float64, float64) (ua, ub float64) { return 0, 0 }

// Bias pulls every weight towards a reference: u_i = ρ w̃_i.
type Bias struct {
	Rho       float64
	Reference []float64 // w̃, ±1
}

// At implements [Field].
func (f Bias) At(i int, _, _ float64) (ua, ub float64) { return 0, f.Rho * f.Reference[i] }

// Replicas is the pull that a weight feels of its y−1 replicas, all coupled to
// a common centre with strength γ:
//
//	û = γ ⊛ ((y−1) (γ ⊛ h)),   tanh(a ⊛ b) = tanh a · tanh b,
//
// with h the message sum of the patterns. Source: Baldassi et al., PNAS 113,
// E7655 (2016); PRL 127, 278301 (2021), supplement.
type Replicas struct {
	Y        float64
	coupling Coupling
}

// NewReplicas couples y ≥ 1 replicas with γ ≥ 0, which may be infinite.
func NewReplicas(y, gamma float64) Replicas { return Replicas{Y: y, coupling: NewCoupling(gamma)} }

// Gamma is the coupling γ.
func (f Replicas) Gamma() float64 { return f.coupling.gamma }

// At implements [Field].
func (f Replicas) At(_ int, _, b float64) (ua, ub float64) {
	return 0, f.coupling.Through((f.Y - 1) * f.coupling.Through(b))
}

// Seen is a = γ ⊛ h, the field with which one replica pulls the centre.
func (f Replicas) Seen(h float64) float64 { return f.coupling.Through(h) }

// Coupling is a ferromagnetic bond γ ≥ 0 between two spins.
type Coupling struct{ gamma, decay float64 } // decay = exp(−2γ)

// NewCoupling makes the bond of strength γ.
func NewCoupling(gamma float64) Coupling { return Coupling{gamma, gauss.Exp(-2 * gamma)} }

// Through is the field h felt across the bond,
//
//	γ ⊛ h = atanh(tanh γ tanh h) = ½ sign(h) ln [(1 + AB)/(A + B)],  A = e^−2γ, B = e^−2|h|.
//
// The logarithm is taken as ln(1 + (1−A)(1−B)/(A+B)): the product of the tanhs
// saturates when both fields are large, the sum of logs cancels when one is
// small, and this form does neither (absolute error 2e-16).
func (c Coupling) Through(h float64) float64 {
	if c.decay == 0 {
		return h
	}
	b := gauss.Exp(-2 * math.Abs(h))
	return math.Copysign(0.5*gauss.Log1p((1-c.decay)*(1-b)/(c.decay+b)), h)
}
