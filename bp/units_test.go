package bp_test

import (
	"fmt"
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// inUnits are patterns of normal inputs times a factor for each, with labels of either sign
// where the model cannot do without.
func inUnits(n, p, sample int, factor func(mu int) float64) *instances.Patterns {
	patterns := gaussianInputs(n, p, sample)
	for mu := range p {
		for i := range patterns.Real(mu) {
			patterns.Real(mu)[i] *= factor(mu)
		}
	}
	return patterns
}

// entropyAndOverlap are those of plain BP.
func entropyAndOverlap(t *testing.T, m model.Model, p *instances.Patterns) (entropy, overlap float64) {
	t.Helper()
	g, err := m.Abilities().Graph.Of(p, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	s := bp.NewState(g, nil)
	if noise := m.Abilities().Graph.Search.StartNoise; noise > 0 {
		s.Start(factorgraph.Noise{Size: noise}.Start, instances.Stream(1, "units"))
	}
	passing := tight()
	passing.Epsilon, passing.MaxSweeps = 1e-9, 20000
	converge(t, s, passing, factorgraph.Free{})
	means := make([]float64, m.Dim())
	s.Magnetizations(means)
	for _, m := range means {
		overlap += m * m / float64(len(means))
	}
	return s.FreeEntropy(), overlap
}

// TestUnitsOfInputs: what is known of the weights does not depend on the units of real
// inputs, nor, without a margin, on that all patterns have the same. With a margin that goes
// along with the inputs.
func TestUnitsOfInputs(t *testing.T) {
	committee := func(activation, layout string, hidden int) func(float64) model.Model {
		return func(float64) model.Model {
			c := model.NewCommittee()
			c.N, c.Hidden, c.Activation, c.Layout = 30, hidden, activation, layout
			if activation == model.SignUnits {
				c.N = 27
			}
			return c.Model()
		}
	}
	for name, of := range map[string]func(scale float64) model.Model{
		"perceptron": func(float64) model.Model { return model.NewPerceptron(15, 0) },
		"margin":     func(scale float64) model.Model { return model.NewPerceptron(15, 0.3*scale) },
		"symmetric":  func(scale float64) model.Model { return model.NewSymmetric(15, 0.7*scale) },
		"spherical":  func(scale float64) model.Model { return model.NewSphericalPerceptron(15, -0.2*scale) },
		"tree":       committee(model.SignUnits, model.Tree, 3),
		"full":       committee(model.SignUnits, model.Full, 3),
		"tree ReLU":  committee(model.ReLUUnits, model.Tree, 2),
		"full ReLU":  committee(model.ReLUUnits, model.Full, 2),
		"real voters": func(float64) model.Model {
			c := model.NewCommittee()
			c.N, c.Hidden, c.Weights = 27, 3, model.SphericalWeights
			return c.Model()
		},
	} {
		const p = 5
		n := of(1).Inputs()
		same := func(x float64) func(int) float64 { return func(int) float64 { return x } }
		entropy, overlap := entropyAndOverlap(t, of(1), inUnits(n, p, 0, same(1)))
		if overlap < 1e-3 && name != "symmetric" {
			t.Errorf("%s: overlap %v, nothing is learned", name, overlap)
		}
		compare := func(what string, scale float64, factor func(int) float64) {
			gotEntropy, gotOverlap := entropyAndOverlap(t, of(scale), inUnits(n, p, 0, factor))
			if !(math.Abs(gotEntropy-entropy) < 1e-7 && math.Abs(gotOverlap-overlap) < 1e-6) {
				t.Errorf("%s, %s: entropy %v and overlap %v, want %v and %v", name, what, gotEntropy, gotOverlap, entropy, overlap)
			}
		}
		for _, scale := range []float64{1e-150, 1e-8, 3, 1e150} {
			compare(fmt.Sprint("times ", scale), scale, same(scale))
		}
		if name != "margin" && name != "symmetric" && name != "spherical" {
			compare("units of their own", 1, func(mu int) float64 { return []float64{1e-100, 1, 1e9, 1e120, 1e-7}[mu] })
		}
	}
}

// TestSilentUnit: a unit of a tree that sees zeros alone votes for the label in messages as
// it does where errors are counted: three quarters of the weights of the two others learn
// the pattern.
func TestSilentUnit(t *testing.T) {
	c := model.NewCommittee()
	c.N, c.Hidden, c.Layout = 9, 3, model.Tree
	m := c.Model()
	p := instances.NewRealPatterns(9, []float64{0, 0, 0, 1, 2.5, -1, 3e-9, 1e-9, -1e-9})
	learned, w := 0, make([]float64, 9)
	for bits := range 1 << 9 {
		for i := range w {
			w[i] = 1 - 2*float64(bits>>i&1)
		}
		if m.Errors(w, p) == 0 {
			learned++
		}
	}
	got, _ := entropyAndOverlap(t, m, p)
	if want := math.Log(float64(learned)) / 9; learned != 3<<7 || math.Abs(got-want) > 1e-9 {
		t.Errorf("entropy %v, %d weights learn the pattern: %v", got, learned, want)
	}
}
