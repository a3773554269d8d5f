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
// A pattern is a product of three things. It sees its weights through the sums of its
// units: of inputs ±1 and binary weights, which live on a lattice ([Discrete]), or
// Gaussian ones, of real weights ([Gaussian]) or real inputs ([Real]). A [Combination]
// makes one number of these: the sum itself ([One]), votes, of which it wants a
// [Majority] or their [Parity] ([Signs]), or the sum of ReLU units ([Rectified]). And a
// single sum is seen through a [Channel], a function of it: a half-line for the
// perceptron, a band for the symmetric one, a table at finite temperature. The
// channel's Gaussian average and its derivatives are all that messages need. Each
// combination has a sequential form, one node by node ([Nodes]) and an exact one
// ([Convolved]).
//
// What is added to the patterns' messages on a weight is a [Field]: nothing for
// plain belief propagation, ρ w̃_i for biased, the pull of y − 1 replicas
// through their common centre for focusing. The fixed points of the three
// differ in nothing else; how package bp gets to them may.
package factorgraph
