package experiment

import (
	"errors"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// withoutEnergies are models of binary weights that have no energies, by a part of their name, and why.
var withoutEnergies = map[string]string{}

// TestEnergiesOfEveryModel: what Monte Carlo takes for the energy of a model are its errors, and what a flip is
// said to change, from all weights +1 on; patterns have labels of either sign and fill more than a word.
//
// Check: energies of Monte Carlo, every model of the catalog, 200 flips | its errors, recounted | exactly
func TestEnergiesOfEveryModel(t *testing.T) {
	const flips, patterns = 200, 70
	follows := func(m model.Model) error {
		energies := m.Abilities().Energies
		if energies == nil {
			return errors.New("no energies")
		}
		_, err := energies(instances.NewPatterns(m.Inputs(), 0))
		return err
	}
	everyModel(t, 21, ofSigns(follows), withoutEnergies, func(name string, m model.Model) {
		p, w := labelled(t, m, patterns, 0), make([]float64, m.Dim())
		energies, err := m.Abilities().Energies(p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w {
			w[i] = 1
		}
		e, rng, wrong := energies(w), instances.Stream(1, "energies"), m.Errors(w, p)
		for flip := range flips {
			if e.Value() != wrong || e.Errors() != wrong {
				t.Errorf("%s: after %d flips the energy is %d, of %d errors, recounted %d", name, flip, e.Value(), e.Errors(), wrong)
				return
			}
			i := rng.IntN(len(w))
			change := e.Delta(i)
			w[i] = -w[i]
			e.Flip(i)
			before := wrong
			if wrong = m.Errors(w, p); change != wrong-before {
				t.Errorf("%s: flip %d changes the energy by %d, recounted %d", name, flip, change, wrong-before)
				return
			}
		}
	})
}
