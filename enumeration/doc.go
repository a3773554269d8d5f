// Package enumeration counts all weights of small models: [Solutions] are those that learn every
// pattern, and [Enumerate] makes an algorithm of that. The tests of other packages compare with
// it, for it knows of a model only which weights make an error ([model.Model]).
//
// Place in the flow: a problem goes in, a set of weights comes out, one bit for each.
package enumeration
