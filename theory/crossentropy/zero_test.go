package crossentropy

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/loss"
	"fbp/theory"
)

// TestSteepLosses: at zero temperature a steep cross-entropy has δq = e^y with α ∫Du (x*−u)² = 2/π, x*−u = e^y/(1 + e^{2γx*}), here in
// logarithms, by bisection; its entropy is that of the same averages. As γ → ∞ the pull is (κ−u)₊ with
// κ = y/2γ, and α = theory.RSEnd(κ).
//
// Check: error rate of minima of the cross-entropy at γ = ∞ and zero temperature | its limit from finite
// temperatures, α from 1.5 to 30 | 2e-5
func TestSteepLosses(t *testing.T) {
	for _, c := range slow.Some(3, []struct{ alpha, gamma float64 }{{0.9, 500}, {0.9, 1000}, {1.2, 500}, {0.3, 100}, {0.1, 1000}, {1e-3, 700}, {0.5, 20}}) {
		p, err := Zero(loss.CrossEntropy{Gamma: c.gamma}, c.alpha)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		twice := 2 * c.gamma
		averages := func(y float64) (square, entropy float64) { // of the pull, by the trapezoid rule in t, u = κ + sinh(t)/2γ
			pull := func(u float64) float64 { // ln(x* − u)
				lo, hi := -1e4, math.Log(100+math.Abs(y)/twice)
				for range 80 {
					w := (lo + hi) / 2
					x := u + math.Exp(w)
					soft := math.Max(twice*x, 0) + math.Log1p(math.Exp(-math.Abs(twice*x)))
					if w < y-soft {
						lo = w
					} else {
						hi = w
					}
				}
				return lo
			}
			at, width := y/twice, 1/twice
			for t := -20.0; t <= 20; t += 0.01 {
				u := at + width*math.Sinh(t)
				w := math.Exp(pull(u))
				rest := 1 / (1 + math.Exp(-twice*(u+w))) // 1 − |f'|
				bend := twice * w * rest
				g := 0.01 * width * math.Cosh(t) * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
				square += g * w * w
				entropy += g * (bend/(1+bend) - math.Log1p(bend))
			}
			return square, entropy
		}
		y := math.Log(p.DQ)
		if p.DQ > 1e300 { // found by the same condition
			lo, hi := 300.0, 1e6
			for hi-lo > 1e-9*hi {
				y = (lo + hi) / 2
				if square, _ := averages(y); square*c.alpha < 2/math.Pi {
					lo = y
				} else {
					hi = y
				}
			}
		}
		square, entropy := averages(y)
		if got := square * c.alpha * math.Pi / 2; math.Abs(got-1) > 1e-8 {
			t.Errorf("%+v: the mean square of the pull is %v of what it should be", c, got)
		}
		if want := c.alpha / 2 * entropy; math.Abs(p.Entropy-want) > 1e-8 {
			t.Errorf("%+v: entropy %.10f, want %.10f", c, p.Entropy, want)
		}
		if c.gamma == 1000 {
			if kappa := y / twice; math.Abs(theory.RSEnd(kappa)/c.alpha-1) > 0.02 {
				t.Errorf("%+v: κ = %v, where replica symmetry ends at %v", c, kappa, theory.RSEnd(kappa))
			}
		}
	}
}
