// Package factorgraph describes an inference problem over the weights of a
// network: one variable a weight, one factor a pattern.
package factorgraph

// Accuracy names how a factor computes its messages.
type Accuracy string

// The accuracies that a config can name.
const (
	Accurate Accuracy = "accurate" // Gaussian sum of the other weights, cavity exact
	Exact    Accuracy = "exact"    // the sum's distribution by dynamic programming
	AMP      Accuracy = "amp"      // a node's quantities with the Onsager correction
)

// Graph holds the variables and factors of one problem.
type Graph struct{}
