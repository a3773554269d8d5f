package experiment

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/traits"
	"fbp/model"
	"fbp/theory/catalog"
)

// TestTraitsOfEveryKind: models, instances and theories say what they are about in the words of package traits. One
// that says it in a word of its own is like nothing else: a theory of the symmetric perceptron with the choice
// network = "symmetric perceptron" would be one of another network than the model.
func TestTraitsOfEveryKind(t *testing.T) {
	known := func(of, name, word string) {
		if slices.Contains(traits.Names, name) && word != "" && !traits.Known(name, word) {
			t.Errorf("%s says %s = %q: want a word of internal/traits; a new one is added there", of, name, word)
		}
	}
	for _, e := range catalog.All() {
		for _, c := range e.Choices {
			for _, word := range append(slices.Clone(c.Words), c.Default) {
				known("theory "+e.Name, c.Name, word)
				for name, word := range e.About(map[string]string{c.Name: word}) {
					known("theory "+e.Name, name, word)
				}
			}
		}
		for name, word := range e.Fixed {
			if name != "kappa" && !slices.Contains(traits.Names, name) {
				t.Errorf("theory %s says %s = %q: want a name of internal/traits", e.Name, name, word)
			}
			known("theory "+e.Name, name, word)
		}
	}
	everyModel(t, 21, func(model.Model) error { return nil }, nil, func(name string, m model.Model) {
		of := m.Traits()
		for trait, word := range map[string]string{"network": of.Network, "weights": of.Weights, "activation": of.Activation, "layout": of.Layout, "hidden": strconv.Itoa(of.Hidden)} {
			known(name, trait, word)
		}
		if of.Network == "" || of.Weights != string(m.Weights()) {
			t.Errorf("%s has the traits %+v", name, of)
		}
	})
	for _, kind := range slices.Sorted(maps.Keys(Standard().Instances)) {
		about := Standard().Instances[kind]().About()
		labels, _, _ := strings.Cut(about.Labels, " with ")
		known("instance."+kind, "labels", labels)
		known("instance."+kind, "function", about.Function)
	}
}
