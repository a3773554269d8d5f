package theory

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory/oracle"
)

func TestKappaMaxTable(t *testing.T) {
	for _, row := range oracle.Golden(t, "kappa_max.tsv") {
		p, err := KappaMax(row["alpha"])
		if err != nil {
			t.Error(err)
			continue
		}
		// twelve printed digits; 2e-11: the two resolutions of the table differ by so much elsewhere
		for _, c := range [][2]float64{{p.Kappa, row["kappa_max"]}, {p.Q, row["q"]}, {p.QHat, row["qhat"]}, {p.D, row["d_typ"]}} {
			if math.Abs(c[0]-c[1]) > 2e-11*(1+c[1]) {
				t.Errorf("alpha = %v: %.12g, want %.12g", row["alpha"], c[0], c[1])
			}
		}
	}
}

func TestAlphaCTable(t *testing.T) {
	for _, row := range oracle.Golden(t, "alpha_c.tsv") {
		p, err := AlphaC(row["kappa"])
		if err != nil {
			t.Error(err)
			continue
		}
		for _, c := range [][2]float64{{p.Alpha, row["alpha_c"]}, {p.Q, row["q"]}, {p.QHat, row["qhat"]}} {
			if math.Abs(c[0]-c[1]) > 2e-11*(1+c[1]) {
				t.Errorf("kappa = %v: %.12g, want %.12g", row["kappa"], c[0], c[1])
			}
		}
	}
}

// TestCapacityInverse: α_c and κ_max are inverse functions of each other, far
// outside the tables too.
func TestCapacityInverse(t *testing.T) {
	for _, alpha := range []float64{0.01, 0.05, 0.3, 0.82, 1, 2} {
		k, err := KappaMax(alpha)
		if err != nil {
			t.Fatal(err)
		}
		a, err := AlphaC(k.Kappa)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(k.Entropy) > 1e-14 || math.Abs(a.Entropy) > 1e-14 {
			t.Errorf("alpha = %v: entropies %v, %v, want 0", alpha, k.Entropy, a.Entropy)
		}
		if math.Abs(a.Alpha/alpha-1) > 1e-10 { // 1e-12 of entropy over its slope in α
			t.Errorf("α_c(κ_max(%v)) = %v", alpha, a.Alpha)
		}
	}
}

func TestCapacityErrors(t *testing.T) {
	for _, x := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := KappaMax(x); !errors.Is(err, ErrDomain) {
			t.Errorf("KappaMax(%v): %v", x, err)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), -31} {
		if _, err := AlphaC(x); !errors.Is(err, ErrDomain) {
			t.Errorf("AlphaC(%v): %v", x, err)
		}
	}
	for _, x := range []float64{-6, 6, 25} {
		if _, err := AlphaC(x); err != nil {
			t.Error(err)
		}
	}
}

// TestAlphaCGrid: at the capacity the entropy vanishes, and q̂ answers itself, by the
// oracle's quadrature. Towards large margins both sides grow like κ², and α_c comes within
// a thousandth of the end of the branch.
func TestAlphaCGrid(t *testing.T) {
	slow.Only(t)
	last := math.Inf(1)
	for kappa := -3.0; kappa <= 10; kappa += 0.13 {
		p, err := AlphaC(kappa)
		if err != nil || !(p.Alpha < last) || !(p.Alpha < RSEnd(kappa)) {
			t.Fatalf("AlphaC(%v) = %v, %v; at a smaller margin %v", kappa, p.Alpha, err, last)
		}
		last = p.Alpha
	}
	for _, kappa := range []float64{-3, -0.5, 2, 5.84, 5.96, 7, 10} {
		p, err := AlphaC(kappa)
		if err != nil {
			t.Fatal(err)
		}
		v, s := 2*p.D, math.Sqrt(p.QHat)
		arg := func(x float64) float64 { return (kappa - math.Sqrt(p.Q)*x) / math.Sqrt(v) }
		entropy := -p.QHat*v/2 + oracle.Trapezoid(func(x float64) float64 {
			return math.Abs(s*x) + math.Log1p(math.Exp(-2*math.Abs(s*x))) + p.Alpha*oracle.LogH(arg(x))
		})
		qHat := p.Alpha / v * oracle.Trapezoid(func(x float64) float64 { return math.Pow(oracle.Mills(arg(x)), 2) })
		// 1e-8: terms of order α·κ² and 500 at κ = −3 times the 1e-10 of the oracle's ln H
		if math.Abs(entropy) > 1e-8 || math.Abs(qHat/p.QHat-1) > 1e-8 || math.Abs(oracleVariance(p.QHat)/v-1) > 1e-8 {
			t.Errorf("kappa = %v: entropy %v, q̂ %v and %v", kappa, entropy, p.QHat, qHat)
		}
	}
}
