package catalog

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fbp/internal/traits"
)

// A theory can stand beside an experiment: a [[theory]] of a config adds its columns to measured tables. For that an [Entry] says
// what it is about, which has to be the model of the experiment (About), which of its parameters the experiment says where the config does
// not (Of, Follows), and which of its columns stands beside a measured one (Beside, Column). Package experiment/theories asks.

// Traits are what a theory is about, to be compared with the model of an experiment: the words of package traits for
// "network", "weights", "activation", "hidden", "layout" and "labels" by these names, and "kappa", a margin that is fixed. What is
// not there may be anything.
type Traits map[string]string

// Margin says which margin of an experiment a margin among the parameters of a theory is.
type Margin int

// The margins of an experiment.
const (
	NoMargin        Margin = iota
	ModelMargin            // that of the model
	AroundMargin           // of solutions around the one that is found
	PathMargin             // of weights on a path between two solutions
	ReferenceMargin        // of typical solutions: at least that of the model, so that the search is for such
)

// perceptron is what most theories are about.
var perceptron = Traits{"network": traits.Perceptron, "activation": "linear", "hidden": "1"}

// perceptronOf is a perceptron with one kind of weights.
func perceptronOf(weights string) Traits {
	t := maps.Clone(perceptron)
	t["weights"] = weights
	return t
}

// About is what the theory is about, given the words of its choices and parameters by their names: what is fixed, and these words, or
// the defaults of choices that are left out. Labels are random unless it says otherwise. A machine of one hidden unit is a
// perceptron (or symmetric, where that is fixed), one with a choice of activation other than linear a tree committee, of
// infinitely many hidden units unless their number is a word.
func (e Entry) About(words map[string]string) Traits {
	t := maps.Clone(e.Fixed)
	if t == nil {
		t = Traits{}
	}
	for _, c := range e.Choices {
		t[c.Name] = c.Default
	}
	for name, word := range words {
		if _, is := t[name]; is || name == "hidden" {
			t[name] = word
		}
	}
	delete(t, "ansatz")
	if t["labels"] == "" {
		t["labels"] = traits.Random
	}
	switch {
	case t["network"] == traits.Symmetric: // of one unit
	case t["hidden"] == "1" || t["network"] == "" && t["activation"] == "linear":
		maps.Copy(t, perceptron)
		delete(t, "layout")
	case t["network"] == "":
		t["network"], t["layout"] = traits.Committee, "tree"
		if t["hidden"] == "" {
			t["hidden"] = "inf"
		}
	}
	return t
}

// Chooses tells whether the theory has a choice or a parameter of that name.
func (e Entry) Chooses(name string) bool {
	return slices.ContainsFunc(e.Choices, func(c Choice) bool { return c.Name == name }) ||
		slices.ContainsFunc(e.Params, func(p Param) bool { return p.Name == name })
}

// Takes tells whether a word is one of the choice.
func (c Choice) Takes(word string) bool { return word != "" && c.check(word) == nil }

// Follows tells whether the parameter is taken from the experiment where a config does not say it: a margin whose default is a
// number, or that has none.
func (p Param) Follows() bool {
	_, err := strconv.ParseFloat(p.Default, 64)
	return p.Of != NoMargin && (err == nil || p.Default == "")
}

// Column is the column of the theory that stands beside a measured one, "" for none: that of Beside, or that of the same
// name where it is a choice or a parameter, alpha beside alpha.
func (e Entry) Column(measured string) string {
	if own, known := e.Beside[measured]; known {
		return own
	}
	if e.Chooses(strings.ReplaceAll(measured, "_", "-")) {
		return measured
	}
	return ""
}
