package bp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// parityMachine is a parity machine with patterns that a teacher labels.
func parityMachine(t *testing.T, hidden, perUnit, patterns int, layout string, seed int64) (*model.Architecture, *instances.Data) {
	t.Helper()
	s := model.NewCommittee()
	s.N, s.Hidden, s.Layout, s.Output = perUnit, hidden, layout, model.ParityOutput
	if layout == model.Tree {
		s.N *= hidden
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	m := s.Model().(*model.Architecture)
	d, err := instances.Teacher{Size: instances.Size{P: patterns}}.Data(t.Context(), m, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

// weighted is φ(ρ) = (1/N) ln Σ_w e^{ρ w·w̃} over the solutions, and its derivative, by
// enumeration.
func weighted(t testing.TB, m *model.Architecture, d *instances.Data, rho float64) (phi, overlap float64) {
	t.Helper()
	set, err := enumeration.Solutions(t.Context(), m, d.Train)
	if err != nil {
		t.Fatal(err)
	}
	phi, overlap, _ = set.Biased(rho, numberOf(d.Teacher))
	return phi, overlap
}

// TestParityEnumeration: biased messages of parity machines, of any number of units and
// with labels of either sign, give the free entropy and the overlap of enumeration: to
// rounding of one pattern, a tree, and with more patterns up to what loops err. Both
// forms of message, as so few weights are no Gaussian.
func TestParityEnumeration(t *testing.T) {
	seeds := int64(2)
	if slow.All {
		seeds = 4
	}
	negative := 0 // of machines of an even number of units, whose gauge does not absorb labels
	for _, c := range []struct {
		hidden, perUnit, patterns int
		layout                    string
		tolerance                 float64
	}{
		{1, 9, 1, model.Tree, 1e-10}, {2, 7, 1, model.Tree, 1e-10}, {3, 5, 1, model.Tree, 1e-10}, {4, 3, 1, model.Tree, 1e-10}, {3, 5, 1, model.Full, 1e-10},
		{2, 7, 3, model.Tree, 0.02}, {3, 5, 4, model.Tree, 0.02}, {4, 3, 3, model.Tree, 0.03}, {3, 3, 2, model.Full, 0.05},
	} {
		for seed := range seeds {
			m, d := parityMachine(t, c.hidden, c.perUnit, c.patterns, c.layout, seed)
			for mu := range d.Train.P {
				if c.hidden%2 == 0 && d.Train.Label(mu) < 0 {
					negative++
				}
			}
			for _, accuracy := range []factorgraph.Accuracy{factorgraph.Exact, factorgraph.Accurate} {
				g, err := m.Graph(d.Train, accuracy)
				if err != nil {
					t.Fatal(err)
				}
				s := bp.NewState(g, nil)
				for _, rho := range []float64{1.2, 0.4} {
					converge(t, s, tight(), factorgraph.Bias{Rho: rho, Reference: d.Teacher})
					mean, overlap := make([]float64, m.Dim()), 0.0
					s.Magnetizations(mean)
					for i, x := range mean {
						overlap += x * d.Teacher[i] / float64(m.Dim())
					}
					phi, t1 := weighted(t, m, d, rho)
					if got := s.FreeEntropy(); !scalar.EqualWithinAbs(got, phi, c.tolerance) || !scalar.EqualWithinAbs(overlap, t1, 3*c.tolerance) {
						t.Errorf("%+v, %s, ρ = %v: φ = %v and overlap %v, enumeration %v and %v", c, accuracy, rho, got, overlap, phi, t1)
					}
				}
			}
		}
	}
	if negative == 0 {
		t.Error("no label is −1")
	}
}

// TestParityEntropy: the symmetric fixed point of a tree of three units has the entropy
// (1 − α) ln 2 of every instance, as every pattern halves the weights of random ones, and
// F = −α ln 2 of `fbp theory parity` for many units says.
func TestParityEntropy(t *testing.T) {
	m, d := parityMachine(t, 3, 67, 60, model.Tree, 1)
	g, err := m.Graph(d.Train, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	s := bp.NewState(g, nil)
	s.Start(factorgraph.Noise{Size: 0.1}.Start, instances.Stream(1, "start"))
	converge(t, s, tight(), factorgraph.Free{})
	if got, want := s.FreeEntropy(), (1-60.0/201)*math.Ln2; !scalar.EqualWithinAbs(got, want, 1e-10) {
		t.Errorf("entropy %v, want %v", got, want)
	}
}

// TestParityFocusing: focusing BP with its defaults solves parity machines of two units and of three,
// whose zero messages are stable while replicas are weakly coupled.
func TestParityFocusing(t *testing.T) {
	slow.Only(t)
	for _, hidden := range []int{2, 3} {
		m, d := parityMachine(t, hidden, 99, 30*hidden, model.Tree, 2)
		solution, err := bp.NewFocusing(m).Solve(t.Context(), &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(2, purpose) }}, nil, func(results.Reading) {})
		if err != nil || !solution.Solved() {
			t.Errorf("%d units: %+v, %v", hidden, solution, err)
		}
	}
}
