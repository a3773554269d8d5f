package experiment

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// withoutExact are models of binary weights without exact messages, by a part of their name, and why.
var withoutExact = map[string]string{"binary_mlp": "no factor graph"}

// TestOnePatternOfEveryModel: one pattern of a model is a tree, where exact messages give the means of all weights
// that its Errors accept, and ln Z the logarithm of their number; the other accuracies, by which sums are
// taken as Gaussian, have means along these (ReLU units: a third of them, where ties count as half). The entropy does not see a factor of the
// wrong sign; the means do. 12 weights at most.
//
// Check: ln Z and every m, one pattern of either label, every model of the catalog | all weights that its errors
// accept | 1e-10 with `exact` messages
func TestOnePatternOfEveryModel(t *testing.T) {
	const most = 12
	exact := func(m model.Model) error {
		g := m.Abilities().Graph
		switch {
		case g == nil:
			return errors.New("no factor graph")
		case m.Dim() > most:
			return errors.New("too many weights")
		}
		return g.Supports(factorgraph.Exact)
	}
	everyModel(t, most, ofSigns(exact), withoutExact, func(name string, m model.Model) {
		for label, p := range ofEitherLabel(t, m) {
			want, got := accepted(m, p), byMessages(t, m, p, factorgraph.Exact)
			if !scalar.EqualWithinAbs(got.logZ, want.logZ, 1e-10) {
				t.Errorf("%s, label %v: ln Z = %v, all weights %v", name, label, got.logZ, want.logZ)
			}
			for i, x := range want.means {
				if !scalar.EqualWithinAbs(got.means[i], x, 1e-10) {
					t.Errorf("%s, label %v: m[%d] = %v, all weights %v", name, label, i, got.means[i], x)
					break
				}
			}
			for _, a := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.AMP} {
				got := byMessages(t, m, p, a)
				if along := floats.Dot(got.means, want.means); along < 0.2*floats.Dot(want.means, want.means) {
					t.Errorf("%s, label %v: means of messages %s are not along those of all weights: %v and %v", name, label, a, got.means, want.means)
				}
			}
		}
	})
}

// ofEitherLabel is a pattern of each label, by the label; of models without labels there is one.
func ofEitherLabel(t *testing.T, m model.Model) map[float64]*instances.Patterns {
	t.Helper()
	found := map[float64]*instances.Patterns{}
	for sample := 0; sample < 20 && len(found) < 2; sample++ {
		p := labelled(t, m, 1, sample)
		found[p.Label(0)] = p
	}
	return found
}

// remains is what a pattern leaves of the weights: the logarithm of their number, and their means.
type remains struct {
	logZ  float64
	means []float64
}

// accepted is that by the errors of all weights.
func accepted(m model.Model, p *instances.Patterns) remains {
	n := m.Dim()
	count, sums, w := 0.0, make([]float64, n), make([]float64, n)
	for k := range 1 << n {
		for i := range w {
			w[i] = 1 - 2*float64(k>>i&1)
		}
		if m.Errors(w, p) > 0 {
			continue
		}
		count++
		for i, x := range w {
			sums[i] += x
		}
	}
	for i := range sums {
		sums[i] /= count
	}
	return remains{math.Log(count), sums}
}

// byMessages is that by messages.
func byMessages(t *testing.T, m model.Model, p *instances.Patterns, accuracy factorgraph.Accuracy) remains {
	t.Helper()
	g, err := m.Abilities().Graph.Of(p, accuracy)
	if err != nil {
		t.Fatal(err)
	}
	s, passing := bp.NewState(g, nil), bp.DefaultFocusing().Passing
	passing.Accuracy, passing.Damping, passing.Epsilon = accuracy, 0, 1e-12
	if _, err := s.Converge(t.Context(), passing, factorgraph.Free{}); err != nil {
		t.Fatal(err)
	}
	r := remains{s.FreeEntropy() * float64(m.Dim()), make([]float64, m.Dim())}
	s.Magnetizations(r.means)
	return r
}
