package experiment

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// TestOutputsOfEveryModel: what a model says beside its errors agrees with them ([agrees]); the label +1 is that of
// half of random inputs, if nothing else is said; and what Freedom allows leaves all outputs.
//
// Check: outputs, lattice, ties, votes and symmetries of every model of the catalog | its errors | exactly
func TestOutputsOfEveryModel(t *testing.T) {
	const trials, patterns = 20, 64
	everyModel(t, 21, func(model.Model) error { return nil }, nil, func(name string, m model.Model) {
		rng, plus := instances.Stream(1, "outputs"), 0.0
		for trial := range trials {
			p, w := labelled(t, m, patterns, trial), instances.DrawWeights(m, rng)
			outputs := instances.Outputs(m, w, p)
			for mu, output := range outputs {
				plus += (1 + output) / 2
				if fault := agrees(m, w, p.Part(mu, mu+1), output); fault != "" {
					t.Errorf("%s: %s", name, fault)
					return
				}
			}
			for _, other := range alike(m, w) {
				if !slices.Equal(instances.Outputs(m, other, p), outputs) {
					t.Errorf("%s: weights that are alike for Freedom have other outputs", name)
					return
				}
			}
		}
		const all = trials * patterns
		uneven := m.Labelling().Uneven || oneSided(m) || m.CanTie() // a tie has the label +1
		if !uneven && !scalar.EqualWithinAbs(plus, all/2, 5*math.Sqrt(all/4)) {
			t.Errorf("%s: %v of %d random inputs have the label +1, and the model is not Uneven", name, plus, all)
		}
	})
}

// agrees says what about a pattern of this output does not agree with the errors of a model.
func agrees(m model.Model, w []float64, one *instances.Patterns, output float64) string {
	stability, wrong, sided := m.Stabilities(nil, w, one)[0], m.Errors(w, one) > 0, oneSided(m)
	mistaken := output != one.Label(0)
	if sided {
		mistaken = output < 0
	}
	tie, on := stability == m.Margin(), m.Lattice()
	at := (float64(stability*on.Scale) - float64(on.Offset)) / float64(on.Step)
	votes, decide := voted(m, w, one)
	switch {
	case m.Output(w, one.Input(make([]float64, one.N), 0)) != output:
		return "a pattern has another output among others"
	case (sided || m.Margin() == 0 && !tie) && wrong != mistaken:
		return fmt.Sprintf("the output is %v for the label %v, learned %v", output, one.Label(0), !wrong)
	case tie && !sided && m.Margin() == 0 && !m.CanTie():
		return "a pattern ties, and the model says that none can"
	case on.Step > 0 && !scalar.EqualWithinAbs(at, math.Round(at), 1e-9):
		return fmt.Sprintf("the stability %v is not on the lattice %+v", stability, on)
	case decide && votes == wrong:
		return fmt.Sprintf("a majority of votes %v, learned %v", votes, !wrong)
	}
	return ""
}

// oneSided tells whether a model wants +1 of all patterns.
func oneSided(m model.Model) bool { return m.Labelling().OneSided }

// voted tells whether the votes of units learn a pattern; decide is false of models without votes.
func voted(m model.Model, w []float64, one *instances.Patterns) (learned, decide bool) {
	a, is := m.(*model.Architecture)
	if m.PerVoter() == 0 || !is {
		return false, false
	}
	v, sum := a.Voters(one), 0
	for l := range v.Units {
		if v.Sum(l, 0, instances.PackSigns(w[l*v.Inputs:(l+1)*v.Inputs])) >= v.Least {
			sum++
		} else {
			sum--
		}
	}
	return sum >= v.Majority, true
}

// alike are weights that Freedom of a model takes for equal to w: with two units of each group of a layer that
// no other reads exchanged, or with other signs.
func alike(m model.Model, w []float64) (all [][]float64) {
	for _, f := range m.Freedom() {
		if f.Read {
			return nil // the layers of a network: TestMatchByEnumeration of measure has them
		}
		n := f.Inputs
		for g := range f.Groups {
			if size := f.Units / f.Groups; size > 1 {
				other, a, b := slices.Clone(w), g*size*n, (g+1)*size*n-n
				copy(other[a:a+n], w[b:b+n])
				copy(other[b:b+n], w[a:a+n])
				all = append(all, other)
			}
		}
		turned := map[model.Signs]int{model.EvenSigns: 2, model.AnySigns: 1}[f.Signs]
		if turned > 0 && f.Units >= turned {
			other := slices.Clone(w)
			floats.Scale(-1, other[:turned*n])
			all = append(all, other)
		}
	}
	return all
}

// TestSpheresOfEveryModel: with weights on spheres, the means by messages are those of the random weights that
// learn a pattern. Messages take the sum of 18 or 20 weights as Gaussian; 0.15 is four standard errors of
// the 700 and more weights, of which the ratio was .94 to 1.03.
//
// Check: means by messages along those of weights on spheres, one pattern of either label, every model | 2000 random
// weights, of those that learn it | a ratio of 1 within 0.15
func TestSpheresOfEveryModel(t *testing.T) {
	const most, trials = 20, 2000
	spheres := func(m model.Model) error {
		if m.Weights() == model.BinaryWeights {
			return errSpheres
		}
		return nil
	}
	everyModel(t, most, spheres, nil, func(name string, m model.Model) {
		rng := instances.Stream(1, "spheres")
		for label, p := range ofEitherLabel(t, m) {
			want, count := make([]float64, m.Dim()), 0.0
			for range trials {
				if w := instances.DrawWeights(m, rng); m.Errors(w, p) == 0 {
					floats.Add(want, w)
					count++
				}
			}
			got := byMessages(t, m, p, factorgraph.Accurate).means
			if ratio := floats.Dot(got, want) / (count * floats.Dot(got, got)); !scalar.EqualWithinAbs(ratio, 1, 0.15) {
				t.Errorf("%s, label %v: means by messages are %.3f of those of random weights", name, label, 1/ratio)
			}
		}
	})
}
