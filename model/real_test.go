package model_test

import (
	"math"
	"slices"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// everyModel is one of each architecture.
func everyModel() []model.Model {
	parity := section(45, 3, model.Tree, model.SignUnits, 0)
	parity.Output = model.ParityOutput
	even := section(28, 4, model.Tree, model.SignUnits, 0)
	even.Output = model.ParityOutput
	return []model.Model{
		model.NewPerceptron(45, 0.2), model.NewSymmetric(45, 1), model.NewSphericalPerceptron(45, -0.3),
		committee(45, 3, model.Tree, 0), committee(15, 3, model.Full, 0.7), spherical(45, 3, model.Tree), spherical(15, 5, model.Full),
		rectified(44, 4, model.Tree, 0.1), rectified(12, 2, model.Full, 0), parity.Model(), even.Model(),
	}
}

// asReals are patterns of inputs ±1 as real numbers.
func asReals(p *instances.Patterns) *instances.Patterns {
	var x []float64
	for mu := range p.P {
		x = append(x, p.Values(make([]float64, p.N), mu)...)
	}
	reals := instances.NewRealPatterns(p.N, x)
	reals.Labels = p.Labels
	return reals
}

// TestRealInputs: every model gives real inputs that are ±1 the stabilities, errors and
// labels of inputs ±1, with labels of either sign, and factors; the fields of spherical
// units, and what is added to their weights, are the same too.
func TestRealInputs(t *testing.T) {
	for _, m := range everyModel() {
		d, err := instances.Teacher{Size: instances.Size{P: 23}}.Data(t.Context(), m, 5, 0)
		if err != nil {
			t.Fatal(err)
		}
		bits, reals := d.Train, asReals(d.Train)
		w := make([]float64, m.Dim())
		for i := range w {
			w[i] = math.Copysign(1+0.5*math.Sin(float64(3*i)), math.Sin(float64(i*i)))
		}
		c := m
		a, b := c.Stabilities(nil, w, bits), c.Stabilities(nil, w, reals)
		for mu := range a {
			if math.Abs(a[mu]-b[mu]) > 1e-13 {
				t.Errorf("%T: stability %v of pattern %d, of real inputs %v", m, a[mu], mu, b[mu])
			}
		}
		if x, y := c.Errors(w, bits), c.Errors(w, reals); x != y {
			t.Errorf("%T: %d errors, of real inputs %d", m, x, y)
		}
		if x, y := instances.Outputs(m, w, bits), instances.Outputs(m, w, reals); !slices.Equal(x, y) {
			t.Errorf("%T: outputs %v, of real inputs %v", m, x, y)
		}
		if g, err := m.Abilities().Graph.Of(reals, factorgraph.Accurate); err != nil || g.Factors() != 23 {
			t.Errorf("%T: %v", m, err)
		}
		if m.Weights() != model.SphericalWeights {
			continue
		}
		s := m.(*model.Architecture)
		u, v := s.Units(bits), s.Units(reals)
		x, y := make([]float64, 7*u.Hidden), make([]float64, 7*u.Hidden)
		u.Fields(x, w, some[:7])
		v.Fields(y, w, some[:7])
		g, h := slices.Clone(w), slices.Clone(w)
		u.AddTo(g, x, some[:7])
		v.AddTo(h, x, some[:7])
		for i := range x {
			if math.Abs(x[i]-y[i]) > 1e-12 {
				t.Errorf("%T: field %v, of real inputs %v", m, x[i], y[i])
			}
		}
		for i := range g {
			if math.Abs(g[i]-h[i]) > 1e-11 {
				t.Errorf("%T: weight %v, of real inputs %v", m, g[i], h[i])
			}
		}
		if u.Wrong(w) != v.Wrong(w) {
			t.Errorf("%T: %d wrong, of real inputs %d", m, u.Wrong(w), v.Wrong(w))
		}
	}
}

// TestUnitsLearn: patterns are learned for the units of a model when they are for the
// model, weights of any norm; the weakest unit is one that votes against the pattern.
func TestUnitsLearn(t *testing.T) {
	margined := section(45, 3, model.Tree, model.SignUnits, 1)
	margined.Weights = model.SphericalWeights
	for _, m := range []model.Model{model.NewSphericalPerceptron(45, -0.3), model.NewSphericalPerceptron(45, 0.4), spherical(45, 3, model.Tree), margined.Model()} {
		d, err := instances.Random{Size: instances.Size{P: 60}}.Data(t.Context(), m, 6, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := m.(*model.Architecture)
		w := instances.DrawWeights(m, instances.Stream(1, "test"))
		u, errors := s.Units(d.Train), s.Errors(w, d.Train)
		if got := u.Wrong(w); got != errors || errors == 0 || errors == 60 {
			t.Errorf("%+v: %d wrong, %d errors", m, got, errors)
		}
		u.Normalize(w, 1)
		if got := u.Wrong(w); got != errors {
			t.Errorf("%+v: %d wrong of norm 1, %d errors", m, got, errors)
		}
		weak, fields := 0, make([]float64, u.Hidden)
		for mu := range 60 {
			u.Fields(fields, w, []int{mu})
			if k := u.Weakest(fields); k >= 0 {
				if weak++; fields[k] > u.Threshold {
					t.Errorf("%+v: unit %d of %v votes for the pattern", m, k, fields)
				}
			}
		}
		if weak != errors {
			t.Errorf("%+v: %d patterns with a weak unit, %d errors", m, weak, errors)
		}
	}
}
