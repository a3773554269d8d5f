// Package montecarlo samples binary weights by flips: y replicas that are drawn to each
// other at a given overlap, each with an energy of its own. With one replica it is
// plain simulated annealing.
//
// Place in the flow: a search of the config, as package bp is. A sampler proposes
// flips of a [system], which keeps energies and overlaps up to date; the schedule says
// at which temperature and coupling.
package montecarlo
