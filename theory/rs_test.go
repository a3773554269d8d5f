package theory

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"fbp/gauss"
)

func TestRSKnownValues(t *testing.T) {
	p := mustRS(t, 0.5, 0)
	for _, c := range []struct {
		name      string
		got, want float64
	}{ // values of an independent derivation, printed to nine digits
		{"entropy", p.Entropy, 0.314390067}, {"q", p.Q, 0.322385363}, {"q_hat", p.QHat, 0.668034990},
		{"d", p.D, (1 - 0.322385363) / 2},
	} {
		if math.Abs(c.got-c.want) > 1e-8 {
			t.Errorf("%s = %.10f, want %.9f", c.name, c.got, c.want)
		}
	}
	// α_c(0) and κ_max(0.5) to their last printed digit; both slopes are below 2
	for _, c := range [][3]float64{{0.8330786, 0, 1e-7}, {0.5, 0.41806250, 1e-8}} {
		if s := mustRS(t, c[0], c[1]).Entropy; math.Abs(s) > c[2] {
			t.Errorf("entropy at capacity alpha = %v, kappa = %v is %v, want 0", c[0], c[1], s)
		}
	}
}

// Check: replica-symmetric saddle point | known α_c(0) = 0.8330786, κ_max(0.5) = 0.41806250; an independent
// derivation; another quadrature | 1e-8 and better
func TestRSReferenceTable(t *testing.T) {
	f, err := os.Open("oracle/testdata/rs_perceptron.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, blurred, ended := 0, 0, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") || strings.HasPrefix(s.Text(), "alpha") {
			continue
		}
		var alpha, kappa, q, qHat, entropy, d float64
		if _, err := fmt.Sscan(s.Text(), &alpha, &kappa, &q, &qHat, &entropy, &d); err != nil {
			t.Fatal(err)
		}
		rows++
		p, err := RS(alpha, kappa)
		if alpha >= RSEnd(kappa) {
			// Cauchy: ∫Dx sech²(sx) ≤ G(0) ∫dx sech²(sx) = √(2/π)/s for any s, which such a row breaks
			ended++
			if bound := math.Sqrt(2 / (math.Pi * qHat)); 1-q <= bound {
				t.Errorf("alpha = %v, kappa = %v: the table may have a solution beyond RSEnd", alpha, kappa)
			}
			if !errors.Is(err, ErrEnds) {
				t.Errorf("RS(%v, %v): error %v, want ErrEnds", alpha, kappa, err)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		// A row whose 1−q is off by a relative δ (see its header) is off by 2δ in
		// ln q̂' − ln q̂, whose slope is −0.2/√q̂ or steeper (measured): ln q̂ is off
		// by 10√q̂ δ. Twelve printed digits give δ = 1e-12; twice that for safety.
		delta := math.Abs((1-q)/oracleVariance(qHat) - 1)
		tol := 1e-10 + 20*math.Sqrt(qHat)*(delta+1e-12)
		if delta > 1e-5 { // first order in δ is not enough; TestRSOracle checks both points
			blurred++
			tol = 0.3
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"q", p.Q, q}, {"entropy", p.Entropy, entropy}, {"d", p.D, d}, {"q_hat", p.QHat / qHat, 1}} {
			if math.Abs(c.got-c.want) > tol {
				t.Errorf("alpha = %v, kappa = %v: %s = %.12g, want %.12g", alpha, kappa, c.name, c.got, c.want)
			}
		}
	}
	if rows != 129 || ended != 5 || blurred != 2 {
		t.Errorf("%d rows, %d beyond the end, %d blurred; want 129, 5, 2", rows, ended, blurred)
	}
}

// TestRSSlopes: because φ is stationary in q and q̂, dφ/dα and dφ/dκ are the
// partial derivatives, ⟨ln H⟩ and −α⟨G/H⟩/√(1−q).
func TestRSSlopes(t *testing.T) {
	const h = 1e-3
	for _, g := range [][2]float64{{0.3, 0}, {0.5, 0.4}, {0.7, -0.5}} {
		p := mustRS(t, g[0], g[1])
		entropy := func(da, dk float64) float64 { return mustRS(t, g[0]+da, g[1]+dk).Entropy }
		da := (8*(entropy(h, 0)-entropy(-h, 0)) - (entropy(2*h, 0) - entropy(-2*h, 0))) / (12 * h)
		dk := (8*(entropy(0, h)-entropy(0, -h)) - (entropy(0, 2*h) - entropy(0, -2*h))) / (12 * h)
		o := Overlap{Q: p.Q, V: 2 * p.D}
		wantA := Committee{}.Field(p.Kappa).Average(o, func(x float64) float64 { return gauss.LogH(-x) })
		wantK := -p.Alpha / math.Sqrt(o.V) * Committee{}.Field(p.Kappa).Average(o, func(x float64) float64 { return gauss.Mills(-x) })
		// the rule is off by h⁴/30 of a fifth derivative of order 10² here
		if math.Abs(da-wantA) > 1e-9 || math.Abs(dk-wantK) > 1e-9 {
			t.Errorf("%v: slopes %v, %v, want %v, %v", g, da, dk, wantA, wantK)
		}
	}
}

// TestRSFewPatterns: φ → ln 2 + α ln H(κ) as α → 0, with q → α (G/H)².
func TestRSFewPatterns(t *testing.T) {
	for _, kappa := range []float64{-40, -7, -2, 0, 0.5, 2} {
		if p := mustRS(t, 0, kappa); p.Entropy != math.Ln2 || p.Q != 0 || p.QHat != 0 || p.D != 0.5 {
			t.Errorf("RS(0, %v) = %+v", kappa, p)
		}
		const alpha = 1e-6
		p := mustRS(t, alpha, kappa)
		m := gauss.Mills(kappa)
		// next order −α²/4 (G/H)⁴ and its like, in units of α
		if slope := (p.Entropy - math.Ln2) / alpha; math.Abs(slope-gauss.LogH(kappa)) > alpha*(1+m*m*m*m)+1e-9 {
			t.Errorf("kappa = %v: slope %v, want ln H = %v", kappa, slope, gauss.LogH(kappa))
		}
		// a relative accuracy, down to the margins that hardly anybody misses
		if math.Abs(p.Q-alpha*m*m) > 20*alpha*(1+m*m)*p.Q {
			t.Errorf("kappa = %v: q = %v, want %v", kappa, p.Q, alpha*m*m)
		}
	}
}

func TestRSEnd(t *testing.T) {
	if got := RSEnd(0); math.Abs(got-4/math.Pi) > 1e-15 {
		t.Errorf("RSEnd(0) = %v, want 4/π", got)
	}
	for _, kappa := range []float64{-6, -1, 0.3, 2} { // the integral that the closed form stands for
		want := 2 / math.Pi / gauss.Average(func(x float64) float64 {
			return math.Pow(math.Max(0, kappa-x), 2)
		}, kappa)
		if got := RSEnd(kappa); math.Abs(got/want-1) > 1e-11 { // κ⁴ ulps at −6
			t.Errorf("RSEnd(%v) = %v, want %v", kappa, got, want)
		}
	}
	if !math.IsInf(RSEnd(-50), 1) {
		t.Errorf("RSEnd(-50) = %v, want +Inf", RSEnd(-50))
	}
	// q → 1 as the end comes near: 1 − q = √(2/(πq̂)) to the order 1/q̂
	p := mustRS(t, 0.999*RSEnd(0.2), 0.2)
	if ratio := (1 - p.Q) / math.Sqrt(2/(math.Pi*p.QHat)); math.Abs(ratio-1) > 1/p.QHat || p.Q < 0.99 {
		t.Errorf("near the end q = %v, (1−q)√(πq̂/2) = %v", p.Q, ratio)
	}
}

// TestRSUnique: the mismatch that RS solves falls all the way, so that there is
// one solution and a bracket cannot miss another.
func TestRSUnique(t *testing.T) {
	for _, g := range [][2]float64{{0.05, 0}, {0.5, -2}, {0.5, 0.6}, {1.2, 0}, {0.01, 3}} {
		last := math.Inf(1)
		for y := -12.0; y < 16; y += 0.25 {
			m := Committee{}.branch(g[1]).Mismatch(g[0], y)
			if m >= last {
				t.Errorf("%v: the mismatch rises at ln q̂ = %v", g, y)
			}
			last = m
		}
	}
}

func TestRSErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		alpha, kappa float64
		want         error
	}{
		{-0.1, 0, ErrDomain}, {nan, 0, ErrDomain}, {inf, 0, ErrDomain}, {0.5, nan, ErrDomain},
		{0.5, inf, ErrDomain}, {0.5, -inf, ErrDomain},
		{4 / math.Pi, 0, ErrEnds}, {3, 0, ErrEnds}, {0.5, 5, ErrEnds}, {0.5, 1e200, ErrEnds},
		{4 / math.Pi * (1 - 1e-9), 0, ErrNoConvergence},
	} {
		p, err := RS(c.alpha, c.kappa)
		if !errors.Is(err, c.want) || p != (RSPoint{}) {
			t.Errorf("RS(%v, %v) = %+v, %v; want the error %v", c.alpha, c.kappa, p, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), "alpha = ") {
			t.Errorf("the error does not name its arguments: %v", err)
		}
	}
}

func mustRS(t *testing.T, alpha, kappa float64) RSPoint {
	t.Helper()
	p, err := RS(alpha, kappa)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func BenchmarkRS(b *testing.B) {
	for _, g := range [][2]float64{{0.5, 0}, {0.8, 0.3}} {
		b.Run(fmt.Sprintf("alpha=%v/kappa=%v", g[0], g[1]), func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				if _, err := RS(g[0], g[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
