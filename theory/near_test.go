package theory

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
)

// TestPlantedNearTeacher: where solutions near the teacher have the larger entropy, they are
// the ones returned, and solve the equations with integrals by the trapezoidal rule.
//
// Check: solutions near a teacher at κ < 0 (slow) | the trapezoidal rule; fewer at larger margins | 1e-9 in
// the entropy, 1e-8 in R̂, 1e-7 in q̂
func TestPlantedNearTeacher(t *testing.T) {
	for _, c := range slow.Some(2, []struct{ alpha, kappa, entropy float64 }{
		{1.6, -0.1, 0.0066}, {1.6, -0.05, 0.0013}, {1.6, -0.115, math.NaN()}, {1.8, -0.15, math.NaN()}, {10, -0.3, math.NaN()}, {4, -0.103, math.NaN()},
	}) {
		p, near, err := RSPlantedTypical(c.alpha, c.kappa)
		if err != nil || !near || math.Abs(p.Entropy-c.entropy) > 5.1e-5 {
			t.Errorf("%v: %+v, near %v, %v", c, p, near, err)
			continue
		}
		qHat, rHat, entropy := trapezoidalPlanted(c.alpha, c.kappa, p.QHat, p.RHat)
		if math.Abs(qHat/p.QHat-1) > 1e-7 || math.Abs(rHat/p.RHat-1) > 1e-8 || math.Abs(entropy-p.Entropy) > 1e-9 {
			t.Errorf("%v: q̂ %v, R̂ %v, φ %v; the trapezoidal rule has %v, %v, %v", c, p.QHat, p.RHat, p.Entropy, qHat, rHat, entropy)
		}
	}
}

// TestNearTeacherResolved: the larger the margin, the fewer solutions there are near the teacher, and
// where they are not resolved, at κ just below 0, there are next to none.
func TestNearTeacherResolved(t *testing.T) {
	slow.Only(t)
	const points = 24
	for _, alpha := range []float64{0.9, 1.2, 1.6, 4, 10} {
		entropy := math.Inf(1)
		for i := range points {
			kappa := -math.Pow(10, -6*float64(i)/(points-1))
			p, state := planted{alpha, kappa}.nearTeacher(-3)
			switch {
			case state == found && p.Entropy > entropy:
				t.Errorf("alpha = %v, kappa = %v: entropy %v, more than %v at a smaller margin", alpha, kappa, p.Entropy, entropy)
			case state == found:
				entropy = p.Entropy
			case state == unresolved && (kappa < -1e-3 || entropy > leastTold/10):
				t.Errorf("alpha = %v, kappa = %v: not resolved; the entropy before was %v", alpha, kappa, entropy)
			}
		}
	}
}

// Errors on new patterns are the same, computed from differences, where these have digits
// left, and positive where they have not.
func TestErrorsNearTeacher(t *testing.T) {
	p, _, err := RSPlantedTypical(1.8, -0.15)
	if err != nil {
		t.Fatal(err)
	}
	angle := func(overlap float64) float64 { return math.Acos(overlap) / math.Pi }
	signs := 1 - 2*gauss.H(p.RHat/math.Sqrt(p.QHat))
	for _, e := range [][2]float64{{p.GibbsError(), angle(p.R)}, {p.BayesError(), angle(p.R / math.Sqrt(p.Q))}, {p.SignsError(), angle(signs)}} {
		if math.Abs(e[0]-e[1]) > 1e-12 {
			t.Errorf("error %v, from overlaps %v", e[0], e[1])
		}
	}
	p, near, err := RSPlantedTypical(1.6, -0.001)
	if err != nil || !near || !(p.BayesError() > 0 && p.BayesError() < p.GibbsError()) {
		t.Errorf("%+v, %v, %v: Bayes %v, Gibbs %v", p, near, err, p.BayesError(), p.GibbsError())
	}
}

// Where the solutions far from the teacher have the larger entropy, or κ ≥ 0, it is RSPlanted.
func TestPlantedFarFromTeacher(t *testing.T) {
	for _, c := range slow.Some(3, [][2]float64{{1.3, -0.1}, {1.3, 0}, {0.5, -3}, {0.5, -1e-6}, {1.6, -0.12}, {1, -0.05}, {0.7, 0.3}}) {
		want, err := RSPlanted(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		if p, near, err := RSPlantedTypical(c[0], c[1]); err != nil || near || p != want {
			t.Errorf("%v: %+v, near %v, %v; want %+v", c, p, near, err, want)
		}
	}
}

// trapezoidalPlanted are the images of q̂ and R̂, and φ as it is printed.
func trapezoidalPlanted(alpha, kappa, qHat, rHat float64) (q1, r1, phi float64) {
	average := func(f func(x float64) float64) (sum float64) {
		const step = 5e-5
		for i := -240000; i <= 240000; i++ {
			x := float64(i) * step
			sum += f(x) * math.Exp(-x*x/2)
		}
		return sum * step / math.Sqrt(2*math.Pi)
	}
	tail := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	mills := func(x float64) float64 {
		if x > 30 {
			return x + 1/x - 2/(x*x*x) + 10/math.Pow(x, 5)
		}
		return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) / tail(x)
	}
	logTail := func(x float64) float64 {
		if x > 30 {
			return -x*x/2 - math.Log(math.Sqrt(2*math.Pi)*mills(x))
		}
		return math.Log(tail(x))
	}
	h := func(x float64) float64 { return math.Sqrt(qHat)*x + rHat }
	away := average(func(x float64) float64 { return 1 - math.Tanh(h(x)) })
	v := average(func(x float64) float64 { return 1 / math.Pow(math.Cosh(h(x)), 2) })
	spread := average(func(x float64) float64 { return math.Pow(1-math.Tanh(h(x))-away, 2) })
	q, r, sd := 1-v, 1-away, math.Sqrt(v)
	teacher := func(x float64) float64 { return tail(-r * x / math.Sqrt(spread)) }
	u := func(w float64) float64 { return (kappa - w) / sd }
	q1 = 2 * alpha * average(func(x float64) float64 { return teacher(x) * math.Pow(mills(u(math.Sqrt(q)*x))/sd, 2) })
	r1 = math.Sqrt(2/math.Pi) * alpha * average(func(x float64) float64 { return mills(u(math.Sqrt(spread)*x)) / sd })
	phi = -qHat*v/2 - r*rHat + average(func(x float64) float64 { return math.Log(2 * math.Cosh(h(x))) }) +
		2*alpha*average(func(x float64) float64 {
			if w := teacher(x); w > 1e-100 {
				return w * logTail(u(math.Sqrt(q)*x))
			}
			return 0
		})
	return q1, r1, phi
}
