package kern

import (
	"math"

	"fbp/gauss"
)

// MaxDegree is the largest degree of a row polynomial.
const MaxDegree = 15

// DirectBelow is the row variance V under which the poles of the message at
// s = ±i√(V−1) come so close to [−1, 1] that no polynomial of MaxDegree serves.
const DirectBelow = 6

// LeastVariance stands for a variance that rounding left at zero or
// below: every other weight is frozen, and the message is that of a hard
// constraint. It prevents 0/0.
const LeastVariance = 1e-12

// Message is the gauged message of a row to a weight of gauged cavity
// magnetisation s, the Gaussian sum of the others having mean ω − s and
// variance V − 1 + s²:
//
//	F(s) = ½ ln [ H((θ − ω + s − 1)/√(V − 1 + s²)) / H((θ − ω + s + 1)/√(V − 1 + s²)) ],
//
// θ = κ√N the threshold in units of the sum.
func Message(s, theta, omega, v float64) float64 {
	rest := max(math.FMA(s, s, v-1), LeastVariance)
	scale := 1 / math.Sqrt(rest)
	x := theta - omega + s
	return 0.5 * gauss.LogRatioH(float64((x-1)*scale), float64((x+1)*scale))
}

// Degree is the degree at which the row polynomial's error is below 1e-10 for
// row variance v; 0 means that the row must be evaluated edge by edge.
//
// F is analytic but for branch points at s = ±i√(V−1), so that the error of an
// interpolation at n+1 Chebyshev points falls like r^−(n+1), r = √V + √(V−1).
func Degree(v float64) int {
	switch {
	case v > 600:
		return 5
	case v > 110:
		return 7
	case v > 16:
		return 11
	case v > DirectBelow:
		return 15
	default:
		return 0
	}
}

// Coefficients writes to c[0 … degree] the monomial coefficients of the
// polynomial that interpolates F at the degree+1 Chebyshev points.
func Coefficients(c *[MaxDegree + 1]float64, degree int, theta, omega, v float64) {
	var f, t [MaxDegree + 1]float64
	in := &interpolations[degree]
	for k, s := range in.nodes {
		f[k] = Message(s, theta, omega, v)
	}
	multiply(&t, in.toChebyshev, &f)
	multiply(c, in.toMonomial, &t)
}

// multiply writes the product of a matrix and x to y.
func multiply(y *[MaxDegree + 1]float64, matrix [][]float64, x *[MaxDegree + 1]float64) {
	for j, row := range matrix {
		sum := 0.0
		for k, a := range row {
			sum = math.FMA(a, x[k], sum)
		}
		y[j] = sum
	}
}

// interpolation holds the Chebyshev points of one degree and the matrices that
// take values there to Chebyshev coefficients and these to powers of s. In one
// step, values would lose a factor (1+√2)^degree of their accuracy; Chebyshev
// coefficients fall as r^−k and lose next to nothing.
type interpolation struct {
	nodes       []float64
	toChebyshev [][]float64 // [coefficient][node]
	toMonomial  [][]float64 // [power][coefficient]
}

// interpolations by degree; only those that Degree answers are filled.
var interpolations = func() (all [MaxDegree + 1]interpolation) {
	for _, degree := range []int{5, 7, 11, 15} {
		all[degree] = newInterpolation(degree)
	}
	return
}()

func newInterpolation(degree int) interpolation {
	n := degree + 1
	in := interpolation{make([]float64, n), make([][]float64, n), make([][]float64, n)}
	for k := range n {
		in.nodes[k] = cosPi(2*k+1, 2*n)
	}
	for j := range n {
		in.toChebyshev[j], in.toMonomial[j] = make([]float64, n), make([]float64, n)
		for k := range n {
			in.toChebyshev[j][k] = 2 * cosPi(j*(2*k+1), 2*n) / float64(n)
		}
	}
	for k := range n {
		in.toChebyshev[0][k] /= 2
	}
	m := in.toMonomial // T_0 = 1, T_1 = s, T_k+1 = 2s T_k − T_k−1
	m[0][0], m[1][1] = 1, 1
	for k := 2; k < n; k++ {
		for j := range n {
			m[j][k] = -m[j][k-2]
			if j > 0 {
				m[j][k] += 2 * m[j-1][k-1]
			}
		}
	}
	return in
}

// cosPi returns cos(π a/b), a ≥ 0, by its Taylor series in fused steps, so that
// every machine interpolates at the same doubles.
func cosPi(a, b int) float64 {
	a %= 2 * b
	switch {
	case a > b:
		return cosPi(2*b-a, b)
	case 2*a > b:
		return -cosPi(b-a, b)
	}
	x := math.Pi * float64(a) / float64(b)
	square := float64(x * x)
	sum := 1.0
	for k := 26; k > 0; k -= 2 {
		sum = math.FMA(-square/float64(k*(k-1)), sum, 1)
	}
	return sum
}
