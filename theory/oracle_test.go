package theory

import (
	"math"
	"testing"

	"fbp/theory/oracle"
	"fbp/theory/rs"
)

func oracleVariance(qHat float64) float64 {
	return oracle.Trapezoid(func(x float64) float64 { return math.Pow(math.Cosh(math.Sqrt(qHat)*x), -2) })
}

// grid holds points over the whole branch, from easy to the last per cent
// before its end.
var grid = [][2]float64{
	{0.01, 0}, {0.2, 0}, {0.5, 0}, {0.5, 0.418}, {0.5, -1}, {0.82, 0}, {0.1, 1.2}, {2, -1},
	{0.2, 1.48}, {0.5, 0.64}, {0.8, 0.3}, {1.2, 0},
}

// TestRSOracle puts the answers back into all three equations, evaluated
// without this package's quadrature or the functions of package gauss.
func TestRSOracle(t *testing.T) {
	for _, g := range grid {
		p := mustRS(t, g[0], g[1])
		v := 2 * p.D
		arg := func(x float64) float64 { return (p.Kappa - math.Sqrt(p.Q)*x) / math.Sqrt(v) }
		// 1e-9: the series of the oracle's ln H at 20 is good to 1e-10
		if got := oracleVariance(p.QHat); math.Abs(got/v-1) > 1e-9 {
			t.Errorf("%v: 1 − q = %v, ∫sech² = %v", g, v, got)
		}
		qHat := p.Alpha / v * oracle.Trapezoid(func(x float64) float64 { return math.Pow(oracle.Mills(arg(x)), 2) })
		if math.Abs(qHat/p.QHat-1) > 1e-9 {
			t.Errorf("%v: q̂ = %v, right-hand side %v", g, p.QHat, qHat)
		}
		s := math.Sqrt(p.QHat)
		entropy := -p.QHat*v/2 + oracle.Trapezoid(func(x float64) float64 {
			return math.Abs(s*x) + math.Log1p(math.Exp(-2*math.Abs(s*x))) + p.Alpha*oracle.LogH(arg(x))
		})
		if math.Abs(entropy-p.Entropy) > 1e-9 {
			t.Errorf("%v: φ = %v, oracle %v", g, p.Entropy, entropy)
		}
	}
}

// TestRSStationary: the free entropy is flat at the saddle point, so that q and
// q̂ do solve the equations that its derivatives are.
func TestRSStationary(t *testing.T) {
	for _, g := range grid {
		p := mustRS(t, g[0], g[1])
		v := 2 * p.D
		if v < 0.03 { // terms of order q̂ v ~ 50 and a third derivative ~ q̂: no digit is left for a difference
			continue
		}
		// five-point rule in relative steps of 1e-3: error 1e-12, rounding 1e-15/1e-3
		slope := func(f func(e float64) float64) float64 {
			const h = 1e-3
			return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
		}
		dv := slope(func(e float64) float64 {
			return Committee{}.branch(p.Kappa).FreeEntropy(rs.Point{Alpha: p.Alpha, QHat: p.QHat, Overlap: Overlap{Q: 1 - v*(1+e), V: v * (1 + e)}})
		})
		dq := slope(func(e float64) float64 {
			return Committee{}.branch(p.Kappa).FreeEntropy(rs.Point{Alpha: p.Alpha, QHat: p.QHat * (1 + e), Overlap: Overlap{Q: p.Q, V: v}})
		})
		if math.Abs(dv) > 1e-8 || math.Abs(dq) > 1e-8 {
			t.Errorf("%v: ∂φ/∂ln(1−q) = %.2g, ∂φ/∂ln q̂ = %.2g, want 0", g, dv, dq)
		}
	}
}
