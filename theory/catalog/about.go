package catalog

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fbp/internal/traits"
)

// Traits are what a theory is about and shares with the model of an experiment: words of package
// traits by their names, and kappa, a margin that it has. What a theory does not say is not there.
type Traits map[string]string

// Margin is what a margin among the parameters of a theory is in an experiment.
type Margin int

// The margins of an experiment.
const (
	NoMargin        Margin = iota
	ModelMargin            // that of the model
	AroundMargin           // of solutions around the one that is found
	PathMargin             // of weights on a path between two solutions
	ReferenceMargin        // of typical solutions, which have to be such as the search is for: at least that of the model
)

// perceptron, and perceptronOf one kind of weights, are what most theories are about.
var perceptron = Traits{"network": traits.Perceptron, "activation": "linear", "hidden": "1"}

func perceptronOf(weights string) Traits {
	t := maps.Clone(perceptron)
	t["weights"] = weights
	return t
}

// About is what the theory is about with these words of its choices and parameters; of a
// choice that is left out, the default counts. Committees with a choice of activation are trees
// with many hidden units, and one unit is a perceptron, if it is not said to be a symmetric one.
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

// Chooses tells whether the theory has a choice, or a parameter, of that name.
func (e Entry) Chooses(name string) bool {
	return slices.ContainsFunc(e.Choices, func(c Choice) bool { return c.Name == name }) ||
		slices.ContainsFunc(e.Params, func(p Param) bool { return p.Name == name })
}

// Takes tells whether a word is one of the choice.
func (c Choice) Takes(word string) bool { return word != "" && c.check(word) == nil }

// Follows tells whether the parameter is a margin of an experiment that stands beside the
// theory, where a config does not say it: its default is a number, or there is none.
func (p Param) Follows() bool {
	_, err := strconv.ParseFloat(p.Default, 64)
	return p.Of != NoMargin && (err == nil || p.Default == "")
}

// Column is the column of the theory that stands beside a measured one: alpha beside alpha, and
// others as the entry says; "" for none.
func (e Entry) Column(measured string) string {
	if own, known := e.Beside[measured]; known {
		return own
	}
	if e.Chooses(strings.ReplaceAll(measured, "_", "-")) {
		return measured
	}
	return ""
}
