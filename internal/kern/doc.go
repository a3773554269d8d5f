// Package kern has the inner loops: what belief propagation computes for one row
// of a dense factor, weight by weight.
//
// Place in the flow: factorgraph's dense factors call it with slices; graphs and
// schedules do not occur here.
//
// A row is swept in two passes. [Cavity] turns fields and messages into gauged
// cavity magnetisations s and their row sums ω and V. From the sums alone
// [Coefficients] derives the polynomial of degree ≤ 15 of which every message of
// the row is a value, and [Update] evaluates it, damps it, and adds what changed
// to the fields. Rows whose sum V is too small for a polynomial are evaluated
// edge by edge with [HalfLineMessages].
//
// [Flips] computes the messages of rows that have few free weights; [VoteMessages]
// and [BandMessages] are the values that a polynomial takes at its nodes. [Star] is the
// field of the replicas, which focusing adds to every weight; [Negatives] and
// [AddNegatives] do a whole row in approximate message passing, [AddProduct], [SignTails] and
// [SignAnswers] a layer of sign units.
//
// Layout: messages u are gauged by the pattern (u = ξ u_{μ→i}); patterns are sign
// bits, 64 per word; a set bit means ξ_i = −1.
//
// # Tiers
//
// The loops exist three times, those of [Add] and [Star] once: in AVX-512 (F, DQ, VL),
// in AVX2 with FMA, and in Go for every other machine and for the build tag purego. The best one that the
// processor and the operating system support is chosen once, at the start; the
// environment variable FBP_KERNEL = avx512, avx2 or go forces one. The assembly and the
// functions that choose a tier are generated: go generate in this directory runs the module in asm.
//
// All tiers give the same bits, which tests check, so that a run can be repeated
// anywhere. The loops in Go (portable.go) define the bits. This is possible
// because
//   - sums run over eight lanes, lane l taking the elements i ≡ l (mod 8), a
//     register of AVX-512 or two of AVX2, and are added up by one fixed tree;
//   - products are fused with a sum where the loops in Go say math.FMA, and
//     rounded on their own elsewhere;
//   - no transcendental function of package math is called: the exponential is
//     the reduction and the polynomial of package gauss;
//   - only operations that IEEE 754 rounds correctly are used, division among
//     them: no approximate reciprocals.
package kern
