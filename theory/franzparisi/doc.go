// Package franzparisi computes the Franz-Parisi entropy, the local entropy around typical
// solutions w̃ of margin κ̃: of the number of solutions w of margin κ at the distance d from one of them,
//
//	φ_FP(d) = lim (1/N) ⟨ln Σ_w Π_μ θ(Δ_μ(w) − κ) δ(w·w̃ − N(1−2d))⟩,
//
// averaged over patterns and over w̃, for a perceptron or a committee with many hidden units: replica symmetric
// ([Curve.At]) and with one step of replica symmetry breaking ([Curve.OneStep]), and where its shape changes
// ([FindThresholds], [AlphaU]). [Around] takes references that need not be solutions.
//
// Begin with [Random] or [Planted] and [Curve.At]. A point of a curve is found by an iteration, in files of these names:
//
//	problem: order parameters (p, t0) ─► patterns, density, narrow: p̂, t̂0 ─► weights, sphere, steep: t̂1 of the distance, then p, t0
//
// search solves it and curve evaluates φ_FP; effective has what committees put in the place of overlaps, sampled the patterns' side of
// [Around], end where the branch ends with p → 1, onestep and thresholds what is made of the points.
package franzparisi
