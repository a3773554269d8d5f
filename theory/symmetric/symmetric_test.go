package symmetric

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/theory"
)

func close(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.15g, want %.15g (off by %.2g, allowed %.2g)", what, got, want, got-want, tol)
	}
}

// at is a point that must exist.
func at(t *testing.T, alpha, kappaRef, kappa, d float64) Point {
	t.Helper()
	p, err := FranzParisi(alpha, kappaRef, kappa, d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Values of an independent derivation, to their last printed digit.
//
// Check: symmetric perceptron: entropy, capacity, Franz-Parisi entropy, its zeros | all instances of N = 5 and
// P = 2; pairs counted at N = 4001; another integral; printed values; its slope | 1e-12; 1/N; 1e-12; their
// last digit; 1e-9
func TestCapacityKnownValues(t *testing.T) {
	for kappa, want := range map[float64]float64{0.5: .722091, 1: 1.815875, 1.5: 4.832813} {
		c, err := Capacity(kappa)
		if err != nil {
			t.Fatal(err)
		}
		close(t, "alpha_c", c, want, 5e-7)
		s, _ := Entropy(c, kappa)
		close(t, "entropy at capacity", s, 0, 1e-14)
	}
	// κ → 0: P₁ = κ√(2/π); κ → ∞: −ln P₁ = 2H(κ), which underflows at 39
	c, _ := Capacity(1e-12)
	close(t, "alpha_c of a narrow band", c, -math.Ln2/math.Log(1e-12*math.Sqrt(2/math.Pi)), 1e-15)
	c, _ = Capacity(12)
	close(t, "alpha_c of a wide band", c*2*gauss.H(12)/math.Ln2, 1, 1e-13)
	if c, _ = Capacity(40); !math.IsInf(c, 1) {
		t.Errorf("alpha_c = %v of a band that no pattern misses", c)
	}
}

// plackett is ln P₂(ρ)/P₁(κ̃) by another route: P₂ = P₁(κ̃)P₁(κ) + ∫₀^ρ dr dP₂/dr, which with
// r = sin θ has no root in the denominator (Plackett, Biometrika 41, 351 (1954)).
func plackett(a, b, d float64) float64 {
	end := math.Asin(1 - 2*d)
	edges := []float64{0}
	for k := 1; k < 60 && end > 0; k++ { // towards θ = π/2 the first exponential turns over a length |a−b| or cos θ
		edges = append(edges, end*(1-math.Pow(0.7, float64(k))))
	}
	if edges = append(edges, end); end == 0 {
		return logInside(b)
	}
	sum := gauss.Legendre(20, edges...).Sum(func(theta float64) float64 {
		sin, cos := math.Sincos(theta)
		e := func(b float64) float64 {
			return math.Exp(-((a-b)*(a-b) + 2*a*b*(1-sin)) / (2 * cos * cos))
		}
		return (e(b) - e(-b)) / math.Pi
	})
	return math.Log((math.Erf(a/math.Sqrt2)*math.Erf(b/math.Sqrt2) + sum) / math.Erf(a/math.Sqrt2))
}

// TestShareOracle: another integral, and the exchange of reference and solution.
func TestShareOracle(t *testing.T) {
	for _, margins := range [][2]float64{{1, 1}, {0.5, 0.5}, {0.05, 0.05}, {3, 3}, {0.5, 1}, {1, 0.5}, {0.9, 1}, {2, 0.1}, {6, 1}} {
		a, b := margins[0], margins[1]
		for _, d := range []float64{1e-6, 1e-4, 0.003, 0.05, 0.2, 0.4, 0.5} {
			// rounding of sin θ near π/2 leaves the oracle 1e-16/d
			close(t, "ln P₂/P₁", logShare(a, b, d), plackett(a, b, d), 3e-13+1e-16/d)
			close(t, "the exchange", logShare(a, b, d)+logInside(a)-logInside(b), logShare(b, a, d), 1e-13)
		}
	}
}

// TestLattice: with P₂ counted on the lattice of N = 4001 weights, that of the sums of k and
// N − k signs, k where both weight vectors agree. An edge midway between two sums leaves an
// error of order 1/N.
func TestLattice(t *testing.T) {
	const n, most = 4001, 63
	edge := float64(most+1) / math.Sqrt(n)
	choose := func(n, k int) float64 { // ln of a binomial probability
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return math.Exp(a - b - c - float64(n)*math.Ln2)
	}
	for _, flipped := range []int{100, 400, 1500, 2000} {
		same, both, one := n-flipped, 0.0, 0.0
		for i := 0; i <= same; i++ {
			p := choose(same, i)
			for j := 0; p > 1e-18 && j <= flipped; j++ {
				x, y := 2*i-same+2*j-flipped, 2*i-same-2*j+flipped
				if q := p * choose(flipped, j); x*x <= most*most {
					if one += q; y*y <= most*most {
						both += q
					}
				}
			}
		}
		close(t, "P₁", one, math.Exp(logInside(edge)), 1./n)
		close(t, "ln P₂/P₁", math.Log(both/one), logShare(edge, edge, float64(flipped)/n), 1./n)
	}
}

func TestFranzParisiLimits(t *testing.T) {
	for _, d := range []float64{1e-9, 0.1, 0.5} {
		close(t, "entropy without patterns", at(t, 0, 1, 1, d).Entropy, theory.Bound(d), 0)
	}
	// at d = ½ the reference is forgotten
	s, _ := Entropy(1.3, 0.7)
	close(t, "entropy at d = 1/2", at(t, 1.3, 1, 0.7, 0.5).Entropy, s, 1e-14)
	// d → 0, κ̃ = κ: y − x is normal of deviation s, and leaves at both ends: 2 G(κ) s ∫H/P₁,
	// ∫₀^∞ H = 1/√2π; the next order is s²
	for _, kappa := range []float64{0.3, 1, 2} {
		d := 1e-10
		want := 2 * gauss.G(kappa) * spread(d) / math.Sqrt(2*math.Pi) / math.Erf(kappa/math.Sqrt2)
		close(t, "share that leaves", -logShare(kappa, kappa, d)/want, 1, 10*spread(d))
	}
}

// TestSlope: of the entropy by differences.
func TestSlope(t *testing.T) {
	for _, g := range [][4]float64{{0.5, 1, 1, 0.01}, {1.5, 1, 1, 0.3}, {1, 0.4, 0.5, 0.002}, {0.8, 1, 0.6, 0.1}} {
		e := func(d float64) float64 { return at(t, g[0], g[1], g[2], d).Entropy }
		d := g[3]
		h := 1e-3 * d
		want := (8*(e(d+h)-e(d-h)) - (e(d+2*h) - e(d-2*h))) / (12 * h)
		// h⁴ of the fifth derivative, some 10²/d⁴, and rounding 1e-14/h
		close(t, "slope", at(t, g[0], g[1], g[2], d).Slope, want, 1e-9/d)
	}
}

// TestZeros: the printed digits of an independent derivation, and that they are zeros to
// 1e-9, that is to the rounding of the entropy.
func TestZeros(t *testing.T) {
	for alpha, want := range map[float64]float64{0.5: .00144, 1: .01137, 1.5: .05558} {
		zeros, negative, err := Zeros(alpha, 1, 1)
		if err != nil || len(zeros) != 1 || !negative {
			t.Fatalf("alpha = %v: zeros %v, negative below: %v, %v; want one with a negative entropy below", alpha, zeros, negative, err)
		}
		close(t, "isolated up to", zeros[0], want, 5e-6)
		p := at(t, alpha, 1, 1, zeros[0])
		close(t, "distance to the zero", p.Entropy/p.Slope, 0, 1e-12)
	}
	// Beyond capacity nothing is positive.
	if zeros, negative, _ := Zeros(1.9, 1, 1); len(zeros) != 0 || !negative {
		t.Errorf("beyond capacity: zeros %v, negative: %v", zeros, negative)
	}
	// A robust reference has neighbours up to an empty shell; where the shell opens, its two
	// ends lie close together.
	shell := func(kappaRef float64) []float64 {
		zeros, negative, err := Zeros(1, kappaRef, 1)
		if err != nil || negative {
			t.Fatalf("kappa-ref = %v: negative at once: %v, %v", kappaRef, negative, err)
		}
		return zeros
	}
	lo, hi := 0.5, 0.999 // without and with a shell
	if len(shell(lo)) != 0 || len(shell(hi)) != 2 {
		t.Fatalf("zeros %v and %v, want none and two", shell(lo), shell(hi))
	}
	for hi-lo > 1e-6 {
		if middle := (lo + hi) / 2; len(shell(middle)) == 2 {
			hi = middle
		} else {
			lo = middle
		}
	}
	z := shell(hi)
	if !(z[1]/z[0] < 1.05) {
		t.Errorf("a shell opens at kappa-ref = %v with %v: the grid is too coarse", hi, z)
	}
}

func TestDomain(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, g := range [][4]float64{{-1, 1, 1, 0.1}, {nan, 1, 1, 0.1}, {inf, 1, 1, 0.1}, {1, 0, 1, 0.1}, {1, 1, 0, 0.1}, {1, 1, inf, 0.1}, {1, nan, 1, 0.1}, {1, 1, 1, 0}, {1, 1, 1, 0.6}, {1, 1, 1, nan}} {
		if p, err := FranzParisi(g[0], g[1], g[2], g[3]); !errors.Is(err, theory.ErrDomain) {
			t.Errorf("FranzParisi%v = %v, %v", g, p, err)
		}
	}
	if _, _, err := Zeros(1, 0, 1); !errors.Is(err, theory.ErrDomain) {
		t.Errorf("Zeros with kappa-ref = 0: %v", err)
	}
	for _, kappa := range []float64{0, -1, nan, inf} {
		_, err := Entropy(1, kappa)
		_, err2 := Capacity(kappa)
		if !errors.Is(err, theory.ErrDomain) || !errors.Is(err2, theory.ErrDomain) {
			t.Errorf("kappa = %v: %v, %v", kappa, err, err2)
		}
	}
}
