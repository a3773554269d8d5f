// Package theory solves the saddle points of replica free entropies: what the
// typical solution of a random instance looks like in the limit N → ∞, to be
// laid as curves under the points that experiments measure.
//
// It stands beside the flow from config to record: it reads no instance, uses
// the Gaussian averages of package gauss, and returns plain values. This package has
// typical solutions (RS, RSPlanted), capacities and the largest margin (AlphaC, KappaMax)
// and the machines, Committee. Its subpackages have what stands
// around solutions (franzparisi), dense regions (deviations), which can be drawn (sampling), the solver of replica-symmetric saddle points (rs),
// numerical tools (saddle, clusters), what tests compare with (oracle), and the list of names that the command line
// and configs use (catalog). One file holds one theory: its free entropy, its saddle-point
// equations, its source. All entropies are natural logarithms per weight; overlaps are those
// of ±1 weights, distances d = (1 − overlap)/2.
//
// Begin with [RS], the entropy of the typical solutions at a load α, and [AlphaC], where it
// vanishes; the local entropy around them is franzparisi.Random, whose package has an example
// that measures a curve and lays its theory beside it.
//
// Values have the accuracy stated with each function, and are not reproducible to the bit:
// package math is used freely here.
package theory
