package theory

import (
	"math"
	"testing"
)

// Errors on new patterns at α = 1, known from the literature of learning from
// examples: Gibbs 0.31053 and Bayes 0.23063 (see Seung, Sompolinsky and Tishby, PRA
// 45, 6056 (1992), for the curves); at α → 0 all are 1/2, and the vote is never
// worse than the signs of its weights, nor these than a typical solution.
func TestErrorsOnNewPatterns(t *testing.T) {
	p, err := RSPlanted(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if g, b := p.GibbsError(), p.BayesError(); math.Abs(g-0.31053) > 5e-6 || math.Abs(b-0.23063) > 5e-6 {
		t.Errorf("errors %.6f and %.6f, want 0.31053 and 0.23063", g, b)
	}
	for _, alpha := range []float64{0, 1e-6, 0.1, 0.7, 1.2, 1.4} {
		p, err := RSPlanted(alpha, 0)
		if err != nil {
			t.Fatal(err)
		}
		g, b, s := p.GibbsError(), p.BayesError(), p.SignsError()
		if !(b <= s && s <= g && g <= 0.5) || alpha < 1e-5 && b < 0.499 {
			t.Errorf("alpha = %v: Bayes %v, signs %v, Gibbs %v", alpha, b, s, g)
		}
	}
}

// The signs of the mean weights: R' = ∫Dz |tanh(√q̂ z + q̂)| at κ = 0, where the
// posterior is symmetric between teacher and solutions.
func TestSignsErrorIsThatOfMeans(t *testing.T) {
	for _, alpha := range []float64{0.3, 0.8, 1.2} {
		p, err := RSPlanted(alpha, 0)
		if err != nil {
			t.Fatal(err)
		}
		sum, step := 0.0, 1e-3 // trapezoidal rule, apart from the code under test
		for x := -12.0; x <= 12; x += step {
			sum += math.Abs(math.Tanh(math.Sqrt(p.QHat)*x+p.QHat)) * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * step
		}
		if want := math.Acos(sum) / math.Pi; math.Abs(p.SignsError()-want) > 1e-6 {
			t.Errorf("alpha = %v: %v, want %v", alpha, p.SignsError(), want)
		}
	}
}
