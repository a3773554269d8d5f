package kern

import (
	"math"

	"fbp/gauss"
)

// MaxDegree is the largest degree of a row polynomial.
const MaxDegree = 15

// Between these row variances the messages change smoothly from those of a few
// flips on a lattice ([Flips]) to those of a Gaussian sum: see [Gaussianity].
const (
	LatticeBelow  = 8.0
	GaussianAbove = 16.0
)

// Gaussianity is the weight of the Gaussian sum in messages and free entropy of a
// row of variance v: 0 below LatticeBelow, 1 above GaussianAbove, with a
// continuous slope.
//
// For V below about 1 a Gaussian sum is no longer an approximation: its messages
// grow like 1/(4V), the true ones like ln 1/V, and in the iteration they diverge.
func Gaussianity(v float64) float64 {
	return Smooth((v - LatticeBelow) * (1.0 / (GaussianAbove - LatticeBelow)))
}

// UnitLatticeBelow and UnitGaussianAbove are the same for the hidden units of a
// committee, of which a pattern sees several: in between both kinds of message are
// computed, which is most of the work near a solution. Searches do not feel how wide
// that range is: at 297 and 999 weights of 3 and 9 units a range four times as wide
// about the same middle changed neither which samples were solved nor the number of
// sweeps by more than 8 percent, up or down.
const (
	UnitLatticeBelow  = 8.75
	UnitGaussianAbove = 9.25
)

// UnitGaussianity is the [Gaussianity] of a hidden unit.
func UnitGaussianity(v float64) float64 {
	return Smooth((v - UnitLatticeBelow) * (1.0 / (UnitGaussianAbove - UnitLatticeBelow)))
}

// Smooth goes from 0 at 0 to 1 at 1 with a continuous slope.
func Smooth(x float64) float64 {
	x = min(max(x, 0), 1)
	return float64(float64(x*x) * math.FMA(-2, x, 3)) // rounded here, whatever it is added to
}

// LeastVariance replaces a variance that is zero or negative by rounding: every
// other weight is frozen, and the message is that of a hard constraint. It
// prevents 0/0.
const LeastVariance = 1e-12

// HalfLineMessages are the gauged messages f of a row to up to MaxDegree + 1 weights of gauged
// cavity magnetisations s, the Gaussian sum of the others having mean ω − s and variance
// V − 1 + s², and being wanted above θ:
//
//	F(s) = ½ ln [ H((θ − ω + s − 1)/√(V − 1 + s²)) / H((θ − ω + s + 1)/√(V − 1 + s²)) ].
func HalfLineMessages(f, s []float64, theta, omega, v float64) {
	var a, b [MaxDegree + 1]float64
	x := theta - omega
	for k, m := range s {
		scale := 1 / math.Sqrt(max(math.FMA(m, m, v-1), LeastVariance))
		a[k], b[k] = float64((x+m-1)*scale), float64((x+m+1)*scale)
	}
	gauss.LogRatiosH(f, a[:len(s)], b[:len(s)])
	for k := range s {
		f[k] *= 0.5
	}
}

// Degree is the degree at which the row polynomial's error is below 1e-10 for row
// variance v > LatticeBelow. For V below about 6 the branch points are so close
// to [−1, 1] that no polynomial of degree MaxDegree is accurate.
//
// F is analytic except for branch points at s = ±i√(V−1), so that the error of an
// interpolation at n+1 Chebyshev points falls like r^−(n+1), r = √V + √(V−1).
func Degree(v float64) int {
	switch {
	case v > 600:
		return 5
	case v > 110:
		return 7
	case v > 16:
		return 11
	default:
		return MaxDegree
	}
}

// Nodes are the degree+1 Chebyshev points of a row polynomial, one of the degrees
// of [Degree]: the positive ones and then, in the same order, the negative ones.
func Nodes(degree int) []float64 { return interpolations[degree].nodes }

// Interpolate writes the monomial coefficients c of the polynomial of values f at the Nodes, of
// which there are as many as the degree says; other coefficients are 0. Nodes lie symmetric about zero,
// so that the even part of F, from F(s) + F(−s), gives the even coefficients and the odd part the others.
func Interpolate(c *[MaxDegree + 1]float64, degree int, f *[MaxDegree + 1]float64) {
	in := &interpolations[degree]
	interpolate(c, f, &in.matrices, len(in.nodes)/2)
}

// interpolateGo multiplies the even and the odd values by their two matrices.
func interpolateGo(c, f *[2 * lanes]float64, m *matrices, half int) {
	var values, powers, t [lanes]float64
	for first := range 2 {
		for k, x := range f[:half] {
			if y := f[half+k]; first == 0 {
				values[k] = x + y
			} else {
				values[k] = x - y
			}
		}
		times(&t, m[first][:half], values[:])
		times(&powers, m[2+first][:half], t[:])
		for k, x := range powers {
			c[2*k+first] = x
		}
	}
}

// times writes the product of a matrix, column by column, and x, four elements at a time.
func times(y *[lanes]float64, columns [][lanes]float64, x []float64) {
	for j := 0; j < lanes; j += 4 {
		y0, y1, y2, y3 := 0.0, 0.0, 0.0, 0.0
		for k := range columns {
			a, xk := (*[4]float64)(columns[k][j:]), x[k]
			y0, y1 = math.FMA(a[0], xk, y0), math.FMA(a[1], xk, y1)
			y2, y3 = math.FMA(a[2], xk, y2), math.FMA(a[3], xk, y3)
		}
		y[j], y[j+1], y[j+2], y[j+3] = y0, y1, y2, y3
	}
}

// interpolation holds the Chebyshev points of one degree and the
// matrices that take values there to Chebyshev coefficients and these to powers
// of s, for the even and the odd part. In one step, values would lose a factor
// (1+√2)^degree of their accuracy; Chebyshev coefficients fall as r^−k and lose
// almost nothing.
type interpolation struct {
	nodes []float64
	matrices
}

// matrices are two that take twice the even and twice the odd part of the values,
// [node], to coefficients, and two that take these to the powers 0, 2, 4 … and 1,
// 3, 5 …, each column by column.
type matrices = [4][lanes][lanes]float64

// interpolations by degree; only those of the degrees that Degree returns are
// filled.
var interpolations = func() (all [MaxDegree + 1]interpolation) {
	for _, degree := range []int{5, 7, 11, 15} {
		all[degree] = newInterpolation(degree)
	}
	return
}()

func newInterpolation(degree int) interpolation {
	n := degree + 1
	half := n / 2
	in := interpolation{nodes: make([]float64, n)}
	for k := range half {
		in.nodes[k] = cosPi(2*k+1, 2*n)
		in.nodes[half+k] = -in.nodes[k]
	}
	chebyshev := monomials(n)
	for first := range 2 {
		for row, j := 0, first; j < n; row, j = row+1, j+2 {
			for k := range half {
				in.matrices[first][k][row] = 2 * cosPi(j*(2*k+1), 2*n) / float64(n)
				in.matrices[2+first][k][row] = chebyshev[2*k+first][j]
				if j == 0 {
					in.matrices[first][k][row] /= 2
				}
			}
		}
	}
	return in
}

// monomials are the coefficients of T_k, [k][power]: T_0 = 1, T_1 = s,
// T_k+1 = 2s T_k − T_k−1.
func monomials(n int) [][]float64 {
	t := make([][]float64, n)
	for k := range t {
		t[k] = make([]float64, n)
		switch {
		case k < 2:
			t[k][k] = 1
		default:
			for j := range n {
				t[k][j] = -t[k-2][j]
				if j > 0 {
					t[k][j] += 2 * t[k-1][j-1]
				}
			}
		}
	}
	return t
}

// cosPi returns cos(π a/b), a ≥ 0, by its Taylor series in fused steps, so that
// all machines interpolate at the same points.
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
