// Package parisi computes spherical weights with full replica symmetry breaking: the
// functional of Parisi for perceptrons of negative margin and tree-like committees with many
// hidden units, its minimum over functions x(q), the capacity and typical states below it.
//
// x(q) is the probability that two solutions have an overlap below q: 0 below q_m, 1 above q_M. With
// λ(q) = ∫_q^1 x(p) dp, Q = φ(q) the effective overlap and f' = ∂f/∂h,
//
//	s = ½[ln(1−q_M) + q_m/λ(q_m) + ∫dq/λ] + α∫Dz f(φ(q_m), √φ(q_m) z),   minimal over x(q)
//	f(φ(q_M), h) = ln H((κ−h)/√(1−φ(q_M))),   ∂f/∂Q = −½[f'' + x f'²]
//
// Functions x(q) have k steps: a given number, or 4, 8 and 16, from the last two of which values are extrapolated to k → ∞; such a
// step is a cell then. With A, the bracket, of the weights, and B, the average of f, of the patterns,
//
//	s = A/2 + αB below capacity,   α_c = min A/(−2B) at capacity, where q_M → 1.
//
// Begin with [Full] or [Steps], and [Capacity.At]. In the order of the flow:
//
//  1. law.go: the parameters of a search ─► a [Chain], the overlaps and the values of x of all steps.
//  2. chain.go: A of a chain with its gradient.
//  3. patterns.go: B with its gradient, from the innermost overlap outwards. level.go has f at an overlap by nodes, and average.go the
//     Gaussian average that takes it from one overlap to the next.
//  4. search.go: the minimum over the parameters. single.go does that for one step, whose f is known.
//  5. capacity.go and state.go: capacities, and typical states below them.
//
// Sources: Gardner 1988; Franz, Parisi, Sevelev, Urbani and Zamponi, SciPost Phys. 2, 019 (2017); Baldassi,
// Malatesta and Zecchina, PRL 123, 170602 (2019), for committees; derived anew.
package parisi
