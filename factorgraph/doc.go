// Package factorgraph describes an inference problem over the weights of a
// network: one variable a weight, one factor a pattern.
//
// Place in the flow: a model writes itself as a Graph over a set of patterns;
// package bp passes messages on it.
//
// Factors speak natural parameters (a, b): a message to weight w stands for
// exp(−a w²/2 + b w). Variables speak moments: a [Prior] turns the sums of
// these pairs into a mean m and a variance v. Binary weights (w² = 1) need no
// a: their message is the field u = b, their moments are tanh and sech².
//
// What is added to the patterns' messages on a weight is a [Field]: nothing for
// plain belief propagation, ρ w̃_i for biased, the pull of y − 1 replicas
// through their common centre for focusing. The three algorithms differ in
// nothing else.
package factorgraph
