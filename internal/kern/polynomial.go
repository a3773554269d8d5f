package kern

import (
	"math"

	"fbp/gauss"
)

// MaxDegree is the largest degree of a row polynomial.
const MaxDegree = 15

// DirectBelow is the row variance V under which the poles of the message at
// s = ±i√(V−1) come so close to [−1, 1] that no polynomial of MaxDegree serves.
const DirectBelow = 8

// leastVariance stands for a cavity variance that rounding left at zero or
// below: every other weight is frozen, and the message is that of a hard
// constraint. It prevents 0/0.
const leastVariance = 1e-12

// Message is the gauged message of a row to a weight of gauged cavity
// magnetisation s, the Gaussian sum of the others having mean ω − s and
// variance V − 1 + s²:
//
//	F(s) = ½ ln [ H((θ − ω + s − 1)/√(V − 1 + s²)) / H((θ − ω + s + 1)/√(V − 1 + s²)) ],
//
// θ = κ√N the threshold in units of the sum.
func Message(s, theta, omega, v float64) float64 {
	rest := max(math.FMA(s, s, v-1), leastVariance)
	scale := 1 / math.Sqrt(rest)
	x := theta - omega + s
	return 0.5 * gauss.LogRatioH((x-1)*scale, (x+1)*scale)
}

// Degree is the degree at which the row polynomial's error is below 1e-10 for
// row variance v; 0 means that the row must be evaluated edge by edge.
//
// F is analytic but for branch points at s = ±i√(V−1), so that the error of an
// interpolation at n+1 Chebyshev points falls like r^−(n+1), r = √V + √(V−1).
func Degree(v float64) int {
	switch {
	case v > 1000:
		return 5
	case v > 150:
		return 7
	case v > 30:
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
	var f [MaxDegree + 1]float64
	in := &interpolations[degree]
	for k, s := range in.nodes {
		f[k] = Message(s, theta, omega, v)
	}
	for j := range c[:degree+1] {
		sum := 0.0
		for k, weight := range in.toMonomial[j] {
			sum = math.FMA(weight, f[k], sum)
		}
		c[j] = sum
	}
}

// interpolation holds the Chebyshev points of one degree and the matrix that
// takes values there to monomial coefficients.
type interpolation struct {
	nodes      []float64
	toMonomial [][]float64 // [power][node]
}

// interpolations by degree; only those that Degree answers are filled.
var interpolations = func() (all [MaxDegree + 1]interpolation) {
	for _, degree := range []int{5, 7, 11, 15} {
		all[degree] = newInterpolation(degree)
	}
	return
}()

// newInterpolation expands the Lagrange polynomials of the Chebyshev points in
// powers of s.
func newInterpolation(degree int) interpolation {
	n := degree + 1
	in := interpolation{nodes: make([]float64, n), toMonomial: make([][]float64, n)}
	for k := range in.nodes {
		in.nodes[k] = cosPi(2*k+1, 2*n)
	}
	for j := range in.toMonomial {
		in.toMonomial[j] = make([]float64, n)
	}
	for k, node := range in.nodes {
		basis := make([]float64, 1, n+1)
		basis[0] = 1
		scale := 1.0
		for l, other := range in.nodes {
			if l == k {
				continue
			}
			scale *= node - other
			basis = append(basis, 0)
			for j := len(basis) - 1; j >= 0; j-- {
				below := 0.0
				if j > 0 {
					below = basis[j-1]
				}
				basis[j] = math.FMA(-other, basis[j], below)
			}
		}
		for j, b := range basis {
			in.toMonomial[j][k] = b / scale
		}
	}
	return in
}

// cosPi returns cos(π a/b), 0 ≤ a ≤ b, by its Taylor series in fused steps, so
// that every machine interpolates at the same doubles.
func cosPi(a, b int) float64 {
	if 2*a > b {
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
