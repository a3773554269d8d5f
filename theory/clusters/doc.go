// Package clusters averages what a pattern or a weight contributes over the clusters that
// one step of replica symmetry breaking groups solutions into: among the solutions around a
// reference (package franzparisi) and among replicas at a given overlap (package deviations).
package clusters
