package crossentropy

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/oracle"
)

// compare evaluates the equations of At at its own q by nested adaptive quadrature: q̂ to
// 1e-10, energy and entropy to 1e-9, the error rate to 1e-8 of itself, as promised.
func compare(t *testing.T, alpha, gamma, beta float64) {
	t.Helper()
	p := must(t)(At(loss.CrossEntropy{Gamma: gamma}, alpha, beta))
	r := reference{gamma, beta, p.Q, p.V}
	a := r.averages()
	near(t, "q̂", p.QHat, alpha*a[2], 1e-10, 0)
	near(t, "energy", p.Energy, alpha*a[1], 0, 1e-9)
	near(t, "entropy", p.Entropy, theory.Binary.LogSum(p.QHat)-p.QHat*p.V/2+alpha*a[4], 0, 1e-9)
	near(t, "stability", p.Stability, alpha*a[3]*theory.Binary.Stiffness(p.QHat), 1e-8, 0)
	if p.ErrorRate > 0 {
		near(t, "error rate", p.ErrorRate, r.errorRate(), 1e-8, 0)
	}
	if t.Failed() {
		t.Fatalf("at α = %v, γ = %v, β = %v", alpha, gamma, beta)
	}
}

// TestReference has the points at which panels that did not know of the kink were off by up
// to 7e-5, both ends of γ, a kink without width, and a loss that is a wall. The slow test
// has the range.
func TestReference(t *testing.T) {
	for _, x := range slow.Some(2, [][3]float64{
		{0.15, 10, 4}, {0.9, 200, 4}, {0.9, 200, 0.3}, {0.9, 1000, 40}, {0.4, 0.01, 1e4},
		{0.5, 2, 20}, {0.9, math.Inf(1), 1000}, {1.6, math.Inf(1), 300}, {0.4, 300, 1e160}, {0.15, 6, 1e4},
	}) {
		compare(t, x[0], x[1], x[2])
	}
}

// TestEnergyIsADerivative: −∂φ/∂β is the energy at every γ. Differences of 1e-3 in ln β,
// of fourth order.
func TestEnergyIsADerivative(t *testing.T) {
	const h = 1e-3
	for _, gamma := range slow.Some(4, []float64{0.01, 0.1, 1, 6, 10, 30, 100, 200, 500, 1000, math.Inf(1)}) {
		l := loss.CrossEntropy{Gamma: gamma}
		for _, beta := range []float64{0.01, 0.3, 4, 40, 1000} {
			p := must(t)(At(l, 0.9, beta))
			at := func(n float64) float64 { return free(l, 0.9, beta*math.Exp(n*h), p.Q, p.QHat) }
			slope := (8*(at(1)-at(-1)) - at(2) + at(-2)) / (12 * h * beta)
			near(t, "−∂φ/∂β", -slope, p.Energy, 1e-9, 1e-9)
			if t.Failed() {
				t.Fatalf("at γ = %v, β = %v", gamma, beta)
			}
		}
	}
}

// TestHingeLimit: f exceeds the hinge by ln(1 + e^{−2γ|x|})/2γ, whose integral over x is
// π²/24γ², so that φ is lower by αβ π²/24γ² ∫Du P(x = 0|u) to leading order in 1/γ; the next
// is removed by a step of Richardson's.
func TestHingeLimit(t *testing.T) {
	for _, alpha := range []float64{0.15, 0.9} {
		for _, beta := range []float64{0.3, 4, 12} {
			hinge := loss.CrossEntropy{Gamma: math.Inf(1)}
			p := must(t)(At(hinge, alpha, beta))
			r := reference{math.Inf(1), beta, p.Q, p.V}
			density := oracle.Integrals(func(u float64) [5]float64 {
				field := math.Sqrt(p.Q) * u
				log, _, _, _ := r.at(field)
				return [5]float64{math.Exp(-(u*u+field*field/p.V)/2-log) / (2 * math.Pi * math.Sqrt(p.V))}
			}, 1, 1e-9, -9, -3, 0, 3, 9)
			at := func(gamma float64) float64 {
				l := loss.CrossEntropy{Gamma: gamma}
				return gamma * gamma * (p.Entropy - beta*p.Energy - free(l, alpha, beta, p.Q, p.QHat))
			}
			near(t, "γ² of the difference of φ", 2*at(1000)-at(500), alpha*beta*math.Pi*math.Pi/24*density[0], 1e-4, 0)
			if t.Failed() {
				t.Fatalf("at α = %v, β = %v", alpha, beta)
			}
		}
	}
}

// TestCold: where 1 − q is too small, there is an error and no number.
func TestCold(t *testing.T) {
	slow.Only(t)
	for _, beta := range []float64{1e7, 1e12} {
		if p, err := At(loss.CrossEntropy{Gamma: 2}, 1.6, beta); !errors.Is(err, ErrCold) {
			t.Errorf("β = %v: %+v, %v, want ErrCold", beta, p, err)
		}
	}
	if p, err := Star(loss.CrossEntropy{Gamma: 300}, 0.01); !errors.Is(err, ErrCold) {
		t.Errorf("β* at γ = 300: %+v, %v, want ErrCold", p, err)
	}
	if p := must(t)(Star(loss.CrossEntropy{Gamma: 1}, 1e-3)); !(p.Beta > 1e26 && p.Beta < 1.2e26) {
		t.Errorf("β* = %v, want about 1.1e26", p.Beta)
	}
}
