// Package gauss has the special functions of the replica papers: the normal
// density G, its tail H, ln H and the Mills ratio G/H, the hyperbolic functions
// of a binary weight, normal deviates, and Gaussian averages ∫Dz f(z). Eigenvalues
// of symmetric matrices are here for the same reason as the functions: their bits
// are to be the same everywhere, and those of gonum go by processor.
//
// It imports no other package of fbp. The row kernels (internal/kern) repeat its
// exponential in vector form, factorgraph and bp call it for every message, and
// theory integrates with its quadrature rules.
//
// # Same bits everywhere
//
// Everything a solver calls is a function of its arguments alone, to the last
// bit, on every processor and for every compiler setting. Package math does not
// guarantee that: its Exp, Log, Erfc and Tanh choose between assembly and Go by
// architecture, and a compiler may fuse x*y + z where the processor can. So the
// functions here use only the operations of package math that IEEE 754 rounds
// correctly or that are exact (Sqrt, FMA, Abs, Floor, RoundToEven, Copysign and
// the bit conversions), and every product that meets a sum is either fused by
// math.FMA or kept apart by float64(x*y); a test checks the source. The
// exponential is fused throughout because the vector kernels are; the other
// polynomials are not, because a plain amd64 build tests the processor before
// every math.FMA, which costs more than the second rounding saves.
//
// Quadrature (Rule, Legendre, Gaussian, Average) is for theory: only its stated
// accuracy is promised.
package gauss
