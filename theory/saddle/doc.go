// Package saddle has the numerical tools that the theories share: the search for a saddle
// point (Problem), roots in a bracket (Root), brackets by growing steps (Bracket) and equal ones
// (Scan), interpolation (Chebyshev), and the rules of their integrals, panels that follow the
// features of an integrand (Mesh) and the trapezoid rule (TrapezoidStep),
// about a maximum (Trapezoid, LogIntegral).
package saddle
