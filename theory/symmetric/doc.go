// Package symmetric computes the typical solutions of the symmetric binary perceptron and
// what surrounds them. Its first moments are exact, so that all of it is in closed form:
// Entropy, Capacity, FranzParisi and the distances where that vanishes, Zeros.
package symmetric
