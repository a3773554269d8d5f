package experiment

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/model"
)

// errSpheres is the error of models whose weights are no signs.
var errSpheres = errors.New("weights are not ±1")

// everyModel calls a function with every model of the catalog: each kind with the keys of
// keysOfKinds, with all words of the keys that take words, several numbers of hidden units and
// several margins, as far as they are valid. Each has the largest n up to a bound at which it is valid
// and fits says nothing against it. Where fits refuses a model at every n, but for errSpheres, the
// test fails unless the reason is known, by a part of the name as "binary_mlp" or "Output:parity".
func everyModel(t *testing.T, most int, fits func(model.Model) error, known map[string]string, does func(name string, m model.Model)) {
	t.Helper()
	c, seen := Standard(), map[string]bool{}
	for _, name := range modelsOf(c) {
		kind, _, _ := strings.Cut(name, " ")
		for _, keys := range alternatives(c.Models[kind](), modelKeys(t, keysOfKinds[name])) {
			if text := kind + fmt.Sprint(keys); !seen[text] {
				seen[text] = true
				m, title, err := largest(c.Models[kind], keys, most, fits)
				switch title = kind + " " + title; {
				case m != nil && !seen[title]:
					seen[title] = true
					does(title, m)
				case err != nil && err != errSpheres && !reasonKnown(known, title, err):
					t.Errorf("%s: %v; if that is meant, a list of this test has to say so", title, err)
				}
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d models: the catalog is not seen", len(seen))
	}
}

// reasonKnown tells whether the reason for which a model is refused is known.
func reasonKnown(known map[string]string, name string, reason error) bool {
	for part, want := range known {
		if strings.Contains(name, part) && strings.Contains(reason.Error(), want) {
			return true
		}
	}
	return false
}

// alternatives are keys of a kind of model, and others in place of some.
func alternatives(of model.Section, keys config.Tree) []config.Tree {
	all := []config.Tree{keys}
	for _, key := range config.Describe(reflect.Indirect(reflect.ValueOf(of)), nil) {
		var values []any
		for _, word := range key.Leaf().Words {
			values = append(values, word)
		}
		switch key.Path {
		case "hidden":
			values = []any{int64(2), int64(3)}
		case "kappa":
			values = []any{keys["kappa"], 0.0, 0.3, -0.3}
		}
		var next []config.Tree
		for _, own := range all {
			for _, v := range values {
				if other := maps.Clone(own); v != nil {
					other[key.Path] = v
					next = append(next, other)
				}
			}
		}
		if values != nil {
			all = next
		}
	}
	return all
}

// modelKeys are keys of [model] in TOML.
func modelKeys(t *testing.T, text string) config.Tree {
	t.Helper()
	d, err := config.Parse("keys", "[model]\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	return d.Root["model"].(config.Tree)
}

// largest is the model of keys of the largest n, and all its keys in a line; nil if it is valid at none, and
// the last error of fits if that refuses all.
func largest(of func() model.Section, keys config.Tree, most int, fits func(model.Model) error) (m model.Model, title string, refusal error) {
	for n := most; n > 0; n-- {
		section := of()
		keys["n"] = int64(n)
		if new(config.Document).Fill("model", keys, section) != nil || section.Validate() != nil {
			continue
		}
		m = section.Model()
		title = fmt.Sprintf("%+v", reflect.Indirect(reflect.ValueOf(section)))
		if refusal = fits(m); refusal == nil {
			return m, title, nil
		}
	}
	return nil, title, refusal
}

// labelled are random patterns with labels of either sign, where a model has any.
func labelled(t *testing.T, m model.Model, p, sample int) *instances.Patterns {
	t.Helper()
	r := instances.NewRandom()
	r.P, r.LabelBias = p, 1e-3
	d, err := r.Data(t.Context(), m, 1, sample)
	if err != nil {
		t.Fatal(err)
	}
	return d.Train
}

// ofSigns refuses weights that are no signs, and what fits refuses.
func ofSigns(fits func(model.Model) error) func(model.Model) error {
	return func(m model.Model) error {
		if m.Weights() != model.BinaryWeights {
			return errSpheres
		}
		return fits(m)
	}
}
