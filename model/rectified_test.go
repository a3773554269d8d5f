package model_test

import (
	"math"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// rectified is a committee of ReLU units.
func rectified(n, hidden int, layout string, kappa float64) *model.Architecture {
	return section(n, hidden, layout, model.ReLUUnits, kappa).Model().(*model.Architecture)
}

// TestRectifiedStabilities: stabilities of ReLU units are those of the definition, with
// labels of either sign; they lie on the lattice; errors are strict, and the ties among
// them counted.
func TestRectifiedStabilities(t *testing.T) {
	for _, m := range []*model.Architecture{
		rectified(20, 4, model.Tree, 0), rectified(24, 4, model.Tree, 0), rectified(202, 2, model.Tree, 0.3),
		rectified(18, 2, model.Tree, 3/math.Sqrt(18)), rectified(9, 4, model.Full, 0), rectified(66, 6, model.Full, -0.2),
	} {
		d, err := instances.Teacher{Size: instances.Size{P: 80}}.Data(t.Context(), m, 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, w := d.Train, make([]float64, m.Dim())
		for i := range w {
			w[i] = 1 - 2*float64(i*i%7%2)
		}
		labels, x, lattice := instances.Outputs(m, w, p), make([]float64, m.N), m.Lattice()
		errors, ties, n := 0, 0, m.Dim()/m.Hidden
		for mu, got := range m.Stabilities(nil, w, p) {
			p.Input(x, mu)
			output := 0.0
			for l := range m.Hidden {
				field := 0.0
				for j := range n {
					if input := j; m.Full {
						field += w[l*n+j] * x[input] / math.Sqrt(float64(n))
					} else {
						field += w[l*n+j] * x[l*n+input] / math.Sqrt(float64(n))
					}
				}
				if l < m.Hidden/2 {
					output += max(0, field)
				} else {
					output -= max(0, field)
				}
			}
			want := p.Label(mu) * output / math.Sqrt(float64(m.Hidden))
			if math.Abs(got-want) > 1e-13 {
				t.Errorf("%+v pattern %d: stability %v, want %v", m, mu, got, want)
			}
			if k := (want*lattice.Scale - float64(lattice.Offset)) / float64(lattice.Step); math.Abs(k-math.Round(k)) > 1e-9 {
				t.Errorf("%+v pattern %d: stability %v is not on %+v", m, mu, want, lattice)
			}
			label := 1.0
			if output < -1e-12 {
				label = -1
			}
			if labels[mu] != label || m.Output(w, x) != label {
				t.Errorf("%+v pattern %d: label %v of many, %v of one, want %v", m, mu, labels[mu], m.Output(w, x), label)
			}
			if want < m.Kappa+1e-9 {
				errors++
			}
			if math.Abs(want-m.Kappa) < 1e-9 {
				ties++
			}
		}
		if got, tied := m.Errors(w, p), m.Ties(w, p); got != errors || tied != ties {
			t.Errorf("%+v: %d errors and %d ties, want %d and %d", m, got, tied, errors, ties)
		}
		without := m.WithMargin(0)
		if errors, ties := without.Errors(d.Teacher, p), without.Ties(d.Teacher, p); errors+ties != 0 {
			t.Errorf("%+v: the teacher makes %d errors, %d of them ties", m, errors, ties)
		}
	}
}

func TestRectifiedValidate(t *testing.T) {
	spherical := section(12, 4, model.Tree, model.ReLUUnits, 0)
	spherical.Weights = model.SphericalWeights
	for want, m := range map[string]interface{ Validate() error }{
		"hidden = 3: want an even number of ReLU units, of which half count −1":              rectified(12, 3, model.Tree, 0),
		"hidden = 4: want a divisor of n = 10: a tree shares the inputs out among its units": rectified(10, 4, model.Tree, 0),
		"kappa = -2: want |kappa| < √(number of weights)/2, the largest stability there is":  rectified(16, 4, model.Tree, -2),
		"weights = \"spherical\": want \"binary\" with ReLU units":                           spherical,
	} {
		if err := m.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, m := range []*model.Architecture{rectified(12, 4, model.Tree, 0), rectified(10, 2, model.Full, 1.9), rectified(9, 4, model.Full, 0)} {
		if err := m.Validate(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if committee(9, 3, model.Tree, 0).CanTie() {
		t.Error("sign units tie")
	}
}

// TestRectifiedLabels: of patterns with labels −1, exact messages know the entropy of
// enumeration of a single one, whose inputs must not be gauged.
func TestRectifiedLabels(t *testing.T) {
	m := rectified(6, 2, model.Tree, 0)
	for mu := range 8 {
		d, err := instances.Teacher{Size: instances.Size{P: 1}}.Data(t.Context(), m, int64(mu), 0)
		if err != nil {
			t.Fatal(err)
		}
		solutions := 0
		for bits := range 1 << m.N {
			w := make([]float64, m.N)
			for i := range w {
				w[i] = 1 - 2*float64(bits>>i&1)
			}
			if m.Errors(w, d.Train) == 0 {
				solutions++
			}
		}
		g, err := m.Graph(d.Train, factorgraph.Exact)
		if err != nil {
			t.Fatal(err)
		}
		zero := factorgraph.NewMessages(m.N, false)
		got := g.Rows[0].FreeEntropy(zero, zero, factorgraph.NewWorkspace(m.N))
		if want := math.Log(float64(solutions)); math.Abs(got-want) > 1e-12 {
			t.Errorf("label %v: ln of the number of solutions %v, want %v", d.Train.Label(0), got, want)
		}
	}
}
