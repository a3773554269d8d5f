// Package straight has stochastic gradient descent on networks of several layers of sign
// units with binary weights, whose derivative is passed straight through the signs.
//
// Place in the flow: an algorithm of a config, beside those of package dynamics, whose
// epochs it shares. Of a model it needs that it is a [model.BinaryMLP].
package straight
