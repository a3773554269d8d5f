// Package traits has the words in which architectures, instances and theories say what they are about, so
// that one can be compared with another: the network, its weights, units and layout, and where labels come from.
//
// Place in the flow: model and instances, and theory/catalog on the other side, take their words from here. A
// word that is not here would differ from all others without anybody noticing; a test of the catalog names it.
package traits

import (
	"slices"
	"strconv"
	"strings"
)

// The networks.
const (
	Perceptron = "perceptron"
	Symmetric  = "symmetric"
	Committee  = "committee"
	Parity     = "parity"
	AtLeast    = "at_least"
	Layered    = "layered"
)

// The labels of patterns.
const (
	Random   = "random"
	Teacher  = "teacher"
	Features = "random features" // of a teacher who sees what the features are made of
	Images   = "images"
)

// Names are those of traits, in the order in which a difference is named.
var Names = []string{"weights", "network", "activation", "layout", "hidden", "labels", "function"}

// words are those of each trait, but for hidden, a number.
var words = map[string][]string{
	"weights":    {"binary", "spherical"},
	"network":    {Perceptron, Symmetric, Committee, Parity, AtLeast, Layered},
	"activation": {"linear", "sign", "relu"},
	"layout":     {"tree", "full"},
	"labels":     {Random, Teacher, Features, Images},
	"function":   {"sign", "erf", "relu", "tanh"},
}

// Known tells whether a trait can have this word, as hidden a number or "inf", and activation also leaky-relu:a.
func Known(name, word string) bool {
	if name == "hidden" {
		_, err := strconv.Atoi(word)
		return err == nil || word == "inf"
	}
	return slices.Contains(words[name], word) || name == "activation" && strings.HasPrefix(word, "leaky-relu:")
}

// Network is a network in a sentence: "a symmetric perceptron".
func Network(word string) string {
	switch word {
	case Symmetric:
		return "symmetric perceptron"
	case Parity:
		return "parity machine"
	case AtLeast:
		return "committee of at least so many votes"
	case Layered:
		return "network of several layers"
	}
	return word
}
