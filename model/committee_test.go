package model_test

import (
	"math"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// section is that of a committee with binary weights.
func section(n, hidden int, layout, activation string, kappa float64) *model.Committee {
	s := model.NewCommittee()
	s.N, s.Hidden, s.Layout, s.Activation, s.Kappa = n, hidden, layout, activation, kappa
	return s
}

// committee is one of sign units.
func committee(n, hidden int, layout string, kappa float64) *model.Architecture {
	return section(n, hidden, layout, model.SignUnits, kappa).Model().(*model.Architecture)
}

// spherical is one of sign units with spherical weights.
func spherical(n, hidden int, layout string) *model.Architecture {
	s := section(n, hidden, layout, model.SignUnits, 0)
	s.Weights = model.SphericalWeights
	return s.Model().(*model.Architecture)
}

// TestSphericalTeacher: the weights of each unit of a teacher lie on the sphere, a
// random point of it.
func TestSphericalTeacher(t *testing.T) {
	m := spherical(999, 9, model.Tree)
	w := instances.DrawWeights(m, instances.Stream(1, "test"))
	fourth := 0.0
	for l := range 9 {
		square := 0.0
		for _, x := range w[111*l : 111*(l+1)] {
			square += x * x
			fourth += x * x * x * x / 999
		}
		if math.Abs(square-111) > 1e-10 {
			t.Errorf("unit %d: Σ w² = %v, want 111", l, square)
		}
	}
	if math.Abs(fourth-3*111.0/113) > 0.9 { // three standard errors: √(96/999) each
		t.Errorf("mean of w^4: %v, want about 3", fourth)
	}
}

// TestCommitteeStabilities: stabilities and labels of all patterns are those of
// the definition, one by one, and errors are strict: with a margin as large as a
// stability, that pattern is not learned.
func TestCommitteeStabilities(t *testing.T) {
	for _, m := range []*model.Architecture{
		spherical(10, 5, model.Tree), spherical(66, 3, model.Full), spherical(999, 9, model.Tree),
		committee(9, 3, model.Tree, 0), committee(335, 5, model.Tree, 1/math.Sqrt(5)),
		committee(201, 3, model.Tree, 0.5), committee(67, 3, model.Full, 0), committee(129, 7, model.Full, -0.5),
	} {
		d, err := instances.Teacher{Size: instances.Size{P: 30}}.Data(t.Context(), m, 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, w, hidden := d.Train, make([]float64, m.Dim()), int(m.Lattice().Scale*m.Lattice().Scale+0.5)
		for i := range w {
			w[i] = 1 - 2*float64(i*i%7%2)
			if m.Weights() == model.SphericalWeights {
				w[i] *= 1 + math.Sin(float64(i))
			}
		}
		errors, x := 0, make([]float64, m.Inputs())
		labels := instances.Outputs(m, w, p)
		for mu, got := range m.Stabilities(nil, w, p) {
			p.Input(x, mu)
			votes, n := 0, m.Dim()/hidden
			for l := range hidden {
				sum := 0.0
				for j := range n {
					i := l*n + j
					if m.Dim() > m.Inputs() {
						sum += w[i] * x[j]
					} else {
						sum += w[i] * x[i]
					}
				}
				votes += int(math.Copysign(1, sum))
			}
			want := p.Label(mu) * float64(votes) / math.Sqrt(float64(hidden))
			if math.Abs(got-want) > 1e-14 {
				t.Errorf("%+v pattern %d: stability %v, want %v", m, mu, got, want)
			}
			if label := math.Copysign(1, float64(votes)); labels[mu] != label || m.Output(w, x) != label {
				t.Errorf("%+v pattern %d: label %v of many, %v of one, want %v", m, mu, labels[mu], m.Output(w, x), label)
			}
			if !(want > m.Margin()+1e-12) {
				errors++
			}
		}
		if got := m.Errors(w, p); got != errors {
			t.Errorf("%+v: %d errors, want %d", m, got, errors)
		}
		if got := m.WithMargin(0).Errors(d.Teacher, p); got != 0 {
			t.Errorf("%+v: the teacher makes %d errors", m, got)
		}
	}
}

func TestCommitteeValidate(t *testing.T) {
	for want, m := range map[string]*model.Architecture{
		"n = 0: want n >= 1":           committee(0, 3, model.Tree, 0),
		"hidden = 0: want hidden >= 1": committee(9, 0, model.Tree, 0),
		"hidden = 4: want an odd number of sign units, or their votes can tie":               committee(20, 4, model.Tree, 0),
		"hidden = 3: want a divisor of n = 10: a tree shares the inputs out among its units": committee(10, 3, model.Tree, 0),
		"n = 12: want an odd number of inputs per unit, not 4, or a unit can tie":            committee(12, 3, model.Tree, 0),
		"n = 10: want an odd number of inputs per unit, not 10, or a unit can tie":           committee(10, 3, model.Full, 0),
		"kappa = -2: want |kappa| < √hidden, the largest stability there is":                 committee(9, 3, model.Tree, -2),
	} {
		err := m.Validate()
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, m := range []*model.Architecture{committee(9, 9, model.Tree, 0), committee(11, 3, model.Full, 0), committee(9, 3, model.Tree, 1.7)} {
		if err := m.Validate(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}
