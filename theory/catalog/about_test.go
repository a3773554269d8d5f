package catalog

import (
	"testing"

	"fbp/internal/traits"
)

// TestNetworkOfChoice: a theory with a choice of networks of one unit is about the one that is chosen, and committees of one
// unit are perceptrons.
func TestNetworkOfChoice(t *testing.T) {
	e := Entry{
		Choices: []Choice{{Name: "network", Default: traits.Perceptron, Words: []string{traits.Perceptron, traits.Symmetric}}},
		Fixed:   Traits{"weights": "binary", "activation": "linear", "hidden": "1"},
	}
	for _, network := range e.Choices[0].Words {
		if of := e.About(map[string]string{"network": network})["network"]; of != network {
			t.Errorf("network = %q is about a %s", network, of)
		}
	}
	if of := treeEntry.About(map[string]string{"hidden": "1"})["network"]; of != traits.Perceptron {
		t.Errorf("a tree of one unit is a %s", of)
	}
}
