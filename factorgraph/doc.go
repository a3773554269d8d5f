// Package factorgraph describes an inference problem over the weights of a
// network: one variable per weight, one factor per pattern.
//
// Place in the flow: a model writes itself as a Graph over a set of patterns;
// package bp passes messages on it.
//
// Messages from factors are natural parameters (A, B), which stand for
// exp(−A w²/2 + B w); see [Messages]. A [Prior] turns the sums of these into
// moments. Binary weights (w² = 1) need no A: their message is the field u = B,
// their moments are tanh and sech².
//
// A [Dense] row sees its weights through one sum and a [Channel], a function of
// that sum: a half-line for the perceptron, a band for the symmetric one. The
// channel's Gaussian average and its derivatives are all that messages need.
//
// What is added to the patterns' messages on a weight is a [Field]: nothing for
// plain belief propagation, ρ w̃_i for biased, the pull of y − 1 replicas
// through their common centre for focusing. The three algorithms differ in
// nothing else.
package factorgraph
