// Package crossentropy is the theory of the minima of a loss for binary weights (PNAS 117,
// 161 (2020), appendix B): the replica-symmetric saddle point at inverse temperature β, with
// its energy, entropy, stability and error rate; the limit of zero temperature; the
// temperatures up to which replica symmetry makes sense; and how many error-free solutions
// surround the minima. The loss plugs in: see package loss.
package crossentropy
