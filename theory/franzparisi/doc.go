// Package franzparisi computes the Franz-Parisi entropy: the local entropy around typical
// solutions of a perceptron or a committee with many hidden units, replica symmetric (Curve)
// and with one step of replica symmetry breaking (Curve.OneStep), and where its shape changes
// (FindThresholds, AlphaU). Random, Planted, OfCommittee and Of make a curve; their
// saddle-point problem has a side of the patterns and one of the weights, in files of
// these names.
//
// Begin with [Random] or [Planted] and [Curve.At].
package franzparisi
