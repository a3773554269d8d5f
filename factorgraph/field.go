package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

// Field is what acts on a weight besides its patterns: a message u_i to every
// weight i, which may depend on what the patterns say.
type Field interface {
	// Pull writes the messages to u, given the fields h and the field's own last
	// messages e, which h contains: the patterns' messages are h − e.
	Pull(u, h, e Messages)
	// Part is the field of the weights lo … hi−1, whole groups of a norm.
	Part(lo, hi int) Field
}

// Free is no field at all: plain belief propagation.
type Free struct{}

// Pull implements [Field].
func (Free) Pull(u, _, _ Messages) { u.Clear() }

// Part implements [Field].
func (f Free) Part(int, int) Field { return f }

// Bias pulls every weight towards a reference: u_i = ρ w̃_i.
type Bias struct {
	Rho       float64
	Reference []float64 // w̃, ±1
}

// Pull implements [Field].
func (f Bias) Pull(u, _, _ Messages) {
	clear(u.A)
	for i, w := range f.Reference[:len(u.B)] {
		u.B[i] = f.Rho * w
	}
}

// Part implements [Field].
func (f Bias) Part(lo, hi int) Field { return Bias{f.Rho, f.Reference[lo:hi]} }

// Local is a field h_i of its own on every weight.
type Local struct{ H []float64 }

// Pull implements [Field].
func (f Local) Pull(u, _, _ Messages) {
	clear(u.A)
	copy(u.B, f.H)
}

// Part implements [Field].
func (f Local) Part(lo, hi int) Field { return Local{f.H[lo:hi]} }

// Pinned holds some weights at values ±1, and leaves others free.
type Pinned struct {
	Values []float64 // 0: free
}

// pin is a field at which the chance of the other sign, e^−80, adds nothing to a sum.
const pin = 40

// Pull implements [Field].
func (f Pinned) Pull(u, _, _ Messages) {
	clear(u.A)
	for i, w := range f.Values[:len(u.B)] {
		u.B[i] = pin * w
	}
}

// Part implements [Field].
func (f Pinned) Part(lo, hi int) Field { return Pinned{f.Values[lo:hi]} }

// Replicas is the pull on a binary weight of its y−1 replicas, all coupled to
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

// Pull implements [Field].
func (f Replicas) Pull(u, h, e Messages) { kern.Star(u.B, h.B, e.B, f.coupling.decay, f.Y-1) }

// Part implements [Field].
func (f Replicas) Part(int, int) Field { return f }

// Seen is a = γ ⊛ h, the field with which one replica pulls the centre.
func (f Replicas) Seen(h float64) float64 { return f.coupling.Through(h) }

// Coupling is a ferromagnetic bond γ ≥ 0 between two spins.
type Coupling struct{ gamma, decay float64 } // decay = exp(−2γ)

// NewCoupling makes the bond of strength γ.
func NewCoupling(gamma float64) Coupling { return Coupling{gamma, gauss.Exp(-2 * gamma)} }

// Through is the field h felt across the bond,
//
//	γ ⊛ h = atanh(tanh γ tanh h) = ½ sign(h) ln [(1 + AB)/(A + B)],  A = e^−2γ, B = e^−2|h|,
//
// to 5e-16, absolute up to 1 and relative above.
func (c Coupling) Through(h float64) float64 { return kern.Through(h, c.decay) }
