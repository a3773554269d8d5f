package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/instances"
	"fbp/loss"
	"fbp/model"
)

// smoothCase is a committee on random patterns, with weights of norm 1 in each unit.
func smoothCase(t *testing.T, n, hidden int, layout string, p int) (*model.Architecture, *instances.Patterns, []float64) {
	t.Helper()
	m := spherical(n, hidden, layout)
	d, err := (&instances.Random{Size: instances.Size{P: p}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := instances.DrawWeights(m, instances.Stream(2, "test"))
	model.NewSmooth(m.Units(d.Train)).Normalize(w, 1)
	return m, d.Train, w
}

// some are patterns out of order, one of them twice, and no multiple of four.
var some = []int{7, 0, 3, 11, 3, 12, 5}

// TestSmoothOutputs: outputs and loss are those of the definition, pattern by pattern,
// and errors at β = ∞ those of the labels.
func TestSmoothOutputs(t *testing.T) {
	for _, layout := range []string{model.Tree, model.Full} {
		m, p, w := smoothCase(t, 75, 5, layout, 13)
		s := model.NewSmooth(m.Units(p))
		sum := s.At(w, 1.7, some, loss.CrossEntropy{Gamma: 2})
		labels, want, errors := instances.Outputs(m, w, p), 0.0, 0
		x, n := make([]float64, 75), m.Dim()/5
		for j, mu := range some {
			p.Input(x, mu)
			o := 0.0
			for l := range 5 {
				field := 0.0
				for i, wi := range w[l*n : (l+1)*n] {
					if layout == model.Tree {
						i += l * n
					}
					field += wi * x[i]
				}
				o += math.Tanh(1.7*field) / math.Sqrt(5)
			}
			o *= p.Label(mu)
			if got := s.Outputs()[j]; math.Abs(got-o) > 1e-14 {
				t.Errorf("%s pattern %d: o = %v, want %v", layout, mu, got, o)
			}
			want += -o/2 + math.Log(2*math.Cosh(2*o))/4
			if labels[mu] != p.Label(mu) {
				errors++
			}
		}
		if math.Abs(sum-want) > 1e-13 {
			t.Errorf("%s: loss %v, want %v", layout, sum, want)
		}
		if got := s.Errors(); got != errors {
			t.Errorf("%s: %d errors, want %d", layout, got, errors)
		}
	}
}

// TestSmoothDerivatives: the gradient is the difference of losses, and the Hessian that
// of gradients. Central differences of step h err by h² of the third derivative, which
// is below 100 here, and by 1e-15/h.
//
// Check: loss of the smooth network: gradient | differences of the loss | 1e-8
func TestSmoothDerivatives(t *testing.T) {
	const h, tolerance = 1e-5, 1e-8
	rng := rand.New(rand.NewPCG(1, 2))
	for _, layout := range []string{model.Tree, model.Full} {
		for _, f := range []loss.Loss{loss.CrossEntropy{Gamma: 3}, loss.Square{Kappa: 1}} {
			for _, beta := range []float64{0.3, 2.5} {
				m, p, w := smoothCase(t, 30, 3, layout, 13)
				s, n := model.NewSmooth(m.Units(p)), m.Dim()
				v, g, hv := make([]float64, n), make([]float64, n), make([]float64, n)
				for i := range v {
					v[i] = rng.NormFloat64() / math.Sqrt(float64(n))
				}
				at := func(step float64) (float64, []float64) {
					moved, gradient := make([]float64, n), make([]float64, n)
					for i := range w {
						moved[i] = w[i] + step*v[i]
					}
					sum := s.At(moved, beta, some, f)
					s.Gradient(gradient)
					return sum, gradient
				}
				up, gradientUp := at(h)
				down, gradientDown := at(-h)
				s.At(w, beta, some, f)
				s.Gradient(g)
				s.HessianVec(hv, v)
				along := 0.0
				for i := range v {
					along += g[i] * v[i]
				}
				if d := (up - down) / (2 * h); math.Abs(along-d) > tolerance {
					t.Errorf("%s %v β = %v: gradient %v, differences %v", layout, f, beta, along, d)
				}
				for i := range hv {
					if d := (gradientUp[i] - gradientDown[i]) / (2 * h); math.Abs(hv[i]-d) > tolerance {
						t.Errorf("%s %v β = %v: (Hv)_%d = %v, differences %v", layout, f, beta, i, hv[i], d)
					}
				}
			}
		}
	}
}

// TestSaturatedUnits: the derivative of a saturated unit is small and not zero, as
// 1 − tanh² would be.
func TestSaturatedUnits(t *testing.T) {
	m, p, w := smoothCase(t, 15, 1, model.Full, 1)
	s, g := model.NewSmooth(m.Units(p)), make([]float64, 15)
	s.At(w, 1e-9, []int{0}, loss.Hinge{Kappa: 10})
	beta := 30 / math.Abs(s.Outputs()[0]/1e-9) // βλ = ±30
	s.At(w, beta, []int{0}, loss.Hinge{Kappa: 10})
	s.Gradient(g)
	want := 4 * beta * math.Exp(-60)
	if math.Abs(math.Abs(g[0])-want) > 1e-6*want {
		t.Errorf("|gradient| = %v, want %v", math.Abs(g[0]), want)
	}
}
