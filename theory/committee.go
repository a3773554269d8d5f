package theory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fbp/theory/rs"
)

// Committee is a tree-like machine with many hidden units, the limit K → ∞ after
// N → ∞: each unit sees N/K inputs of its own, and the output is the sign of
//
//	Ξ = (1/√K) Σ_l c_l g(w_l·ξ_l/√(N/K)),
//
// a Gaussian of variance k(1) − k(0), k the kernel of the activation g. The c_l are ±1,
// half of them −1 where g has a mean. All formulas are the perceptron's with each overlap
// x of the patterns' term replaced by the effective overlap
//
//	φ(x) = (k(x) − k(0))/(k(1) − k(0)),
//
// and a margin divided by √(k(1) − k(0)) (Baldassi, Malatesta and Zecchina, PRL 123, 170602
// (2019), appendix B; Barkai, Hansel and Sompolinsky, Phys. Rev. A 45, 4146 (1992)).
// The zero value is the perceptron with binary weights.
type Committee struct {
	Weights    Weights
	Activation Activation
}

// String names weights and units.
func (c Committee) String() string {
	return fmt.Sprintf("%v weights, %v units", c.Weights, c.Activation)
}

// Overlap and Weights are those of package rs.
type (
	Overlap = rs.Overlap
	Weights = rs.Weights
)

// The weights.
const (
	Binary    = rs.Binary    // w_i = ±1
	Spherical = rs.Spherical // every unit's weights uniform on the sphere |w|² = N/K
)

// Bound is −d ln d − (1−d) ln(1−d), the entropy of all configurations at distance d.
func Bound(d float64) float64 {
	entropy, _ := Binary.Bound(d)
	return entropy
}

// WordError is a word that is not one of those wanted.
type WordError struct{ Word, Want string }

// Error quotes the word and says what is wanted.
func (e *WordError) Error() string { return fmt.Sprintf("%q: want %s", e.Word, e.Want) }

// ParseWeights reads binary or spherical.
func ParseWeights(text string) (Weights, error) {
	for _, w := range []Weights{Binary, Spherical} {
		if text == w.String() {
			return w, nil
		}
	}
	return Binary, &WordError{text, "binary or spherical"}
}

// Activation is the function g of the hidden units. The zero value is the linear
// one: a perceptron.
type Activation struct {
	name   string
	kernel kernel
}

// kernel gives k(x) = E[g(u)g(v)] for unit normals u, v of correlation x: at x = o.q =
// 1 − o.v, k(x) − k(0) and k(1) − k(x), each without cancellation, and k' and k”.
type kernel func(o Overlap) (rise, rest, slope, curvature float64)

// The activations, to be extended by a kernel each.
var (
	Linear = Activation{}
	Sign   = Activation{"sign", signKernel}
	ReLU   = LeakyReLU(0)
)

// LeakyReLU is g(u) = u for u > 0 and slope·u below. With g(u) = ReLU(u) − slope·ReLU(−u)
// and k_ReLU(−x) = k_ReLU(x) − x/2, its kernel is k(x) = (1−slope)² k_ReLU(x) + slope·x.
func LeakyReLU(slope float64) Activation {
	name := "relu"
	if slope != 0 {
		name = "leaky-relu:" + strconv.FormatFloat(slope, 'g', -1, 64)
	}
	return Activation{name, func(o Overlap) (rise, rest, first, second float64) {
		bend := (1 - slope) * (1 - slope)
		rise, rest, first, second = reluKernel(o)
		return bend*rise + slope*o.Q, bend*rest + slope*o.V, bend*first + slope, bend * second
	}}
}

// ParseActivation reads linear, sign, relu or leaky-relu:slope, with 0 ≤ slope ≤ 1.
func ParseActivation(text string) (Activation, error) {
	switch text {
	case Linear.String():
		return Linear, nil
	case Sign.name:
		return Sign, nil
	case ReLU.name:
		return ReLU, nil
	}
	if number, is := strings.CutPrefix(text, "leaky-relu:"); is {
		if slope, err := strconv.ParseFloat(number, 64); err == nil && slope >= 0 && slope <= 1 {
			return LeakyReLU(slope), nil
		}
		return Linear, &WordError{text, "leaky-relu:a with 0 ≤ a ≤ 1"}
	}
	return Linear, &WordError{text, "linear, sign, relu or leaky-relu:a"}
}

// String is the word that ParseActivation reads.
func (a Activation) String() string {
	if a.kernel == nil {
		return "linear"
	}
	return a.name
}

// angle is arccos x.
func angle(o Overlap) float64 { return math.Atan2(math.Sqrt(o.V*(1+o.Q)), o.Q) }

// signKernel is k(x) = (2/π) arcsin x.
func signKernel(o Overlap) (rise, rest, slope, curvature float64) {
	square := o.V * (1 + o.Q) // 1 − x²
	slope = 2 / math.Pi / math.Sqrt(square)
	return 2 / math.Pi * math.Asin(o.Q), 2 / math.Pi * angle(o), slope, slope * o.Q / square
}

// reluKernel is k(x) = [√(1−x²) + x(π − arccos x)]/2π.
func reluKernel(o Overlap) (rise, rest, slope, curvature float64) {
	const turn = 2 * math.Pi
	sin, turned := math.Sqrt(o.V*(1+o.Q)), angle(o)
	// √(1−x²) − 1 = −x²/(1 + √(1−x²)), and sin θ − θ cos θ is θ³/3 for small θ
	rise = (o.Q*(math.Pi-turned) - o.Q*o.Q/(1+sin)) / turn
	lens := sin - turned*o.Q
	if turned < 0.1 {
		t := turned * turned
		lens = turned * t * (1./3 - t*(1./30-t*(1./840-t*(1./45360-t/3991680))))
	}
	return rise, (math.Pi*o.V - lens) / turn, (math.Pi - turned) / turn, 1 / (turn * sin)
}

// Scale is √(k(1) − k(0)), the deviation of the stability of a random pattern.
func (a Activation) Scale() float64 {
	if a.kernel == nil {
		return 1
	}
	_, rest, _, _ := a.kernel(Overlap{Q: 0, V: 1})
	return math.Sqrt(rest)
}

// Kernel is φ(q), with 1 − φ, φ'(q) and φ”(q).
func (a Activation) Kernel(o Overlap) (e Overlap, slope, curvature float64) {
	if a.kernel == nil {
		return o, 1, 0
	}
	rise, rest, slope, curvature := a.kernel(o)
	all := rise + rest
	return Overlap{Q: rise / all, V: rest / all}, slope / all, curvature / all
}

// Effective is φ(q), with 1 − φ.
func (a Activation) Effective(o Overlap) Overlap {
	e, _, _ := a.Kernel(o)
	return e
}

// Slope is φ'(q).
func (a Activation) Slope(o Overlap) float64 {
	_, slope, _ := a.Kernel(o)
	return slope
}

// SlopeAt1 is φ'(1), the paper's δΔ in units of k(1) − k(0); infinite for sign.
func (a Activation) SlopeAt1() float64 { return a.Slope(Overlap{Q: 1, V: 0}) }

// Linear tells whether the unit is that of a perceptron.
func (a Activation) Linear() bool { return a.kernel == nil }
