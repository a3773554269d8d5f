// Package connectivity has the replica theory of what lies between solutions of one
// instance: how far apart typical solutions of two margins are, how many patterns are
// violated along a path between them, and which solutions are connected by straight
// lines. Replica symmetric, for the perceptron with binary or spherical weights, of any
// margin. After Annesi et al., Phys. Rev. Lett. 131, 227301 (2023), of which only the
// abstract was at hand: the equations are rederived, and compared with tables of an
// independent program.
package connectivity
