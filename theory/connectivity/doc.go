// Package connectivity has the replica theory of what lies between solutions of one
// instance: how far apart typical solutions of two margins are, how many patterns are
// violated along a path between them, and which solutions are connected by straight
// lines. Replica symmetric, for the perceptron with binary or spherical weights, of any
// margin κ.
//
// A pattern makes a field √q z, z normal, that all typical solutions of a margin share; given z their stabilities u are independent,
//
//	P(u|z) ∝ θ(u − κ) exp[−(u − √q z)²/2(1−q)],
//
// and the field that it exerts on the weights is f(z) = h(y)/√(1−q), y = (κ − √q z)/√(1−q), h = G/H. Begin with [TypicalOf], which
// has q, and [PairOf], which has the overlap p of two solutions, and so the correlation p/√(q₁q₂) of their fields. From these follow errors
// on the path between them ([Pair.Error], [Pair.Barrier]) and on the way to the centre of several ([Typical.Centre]), the margins from which
// on lines have no errors ([MarginsOf]), and the overlap of solutions of two instances ([Redrawn]).
//
// After Annesi et al., Phys. Rev. Lett. 131, 227301 (2023), of which only the
// abstract was at hand: the equations are rederived, and compared with tables of an
// independent program.
package connectivity
