// Package dynamics has the solvers that move weights instead of passing messages:
// least-action learning and its replicated form, and stochastic gradient descent on
// the cross-entropy, of weights on a sphere; linear programs and Monte Carlo there; the Hebb rule; SBPI, the perceptron rule and replicated
// stochastic gradient descent of weights ±1, which are the signs of hidden states.
//
// Place in the flow: an algorithm of a config, beside those of package bp. What a
// solver needs of a model is that of a [model.Architecture], asked for when the plan is made.
//
// A solver goes through all patterns once per epoch, in batches and in an order that
// is drawn anew every epoch. Weights on a sphere have norm 1 in every hidden unit while
// it runs, and are normalised again after each batch; rates are in these units. The
// solution has Σ w² equal to the number of inputs of a unit.
package dynamics
