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
// (Gardner 1988; Franz, Parisi, Sevelev, Urbani and Zamponi, SciPost Phys. 2, 019 (2017); Baldassi,
// Malatesta and Zecchina, PRL 123, 170602 (2019), for committees; derived anew.) The values are those of steps of x(q) in k
// cells, whose number grows, with the gradient of the steps themselves.
package parisi
