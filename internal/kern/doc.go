// Package kern holds the hot loops: what belief propagation does to one row of
// a dense factor, weight by weight.
//
// Place in the flow: factorgraph's dense factors call it with slices; it knows
// neither graphs nor schedules.
//
// A row is swept in two passes. [Cavity] turns fields and messages into gauged
// cavity magnetisations s and their row sums ω and V. From the sums alone
// [Coefficients] derives the polynomial of degree ≤ 15 that every message of
// the row is a value of, and [Update] evaluates it, damps it, and adds what
// changed to the fields. Rows whose sum V is too small for a polynomial are
// evaluated edge by edge with [Message].
//
// Layout: messages u are gauged by the pattern (u = ξ u_{μ→i}); patterns are
// sign bits, 64 a word, a set bit meaning ξ_i = −1. Sums run over eight lanes,
// lane l taking the elements i ≡ l (mod 8), added up by one fixed tree: the
// layout of a vector register, so that every implementation can give the same
// bits. Products are fused by math.FMA and no transcendental function of
// package math is called, for the same reason.
//
// There are three implementations, the tiers "avx512", "avx2" and "go". The Go
// loops in portable.go define the bits; the assembly, written by the generator
// in asm, repeats them operation by operation. The best tier that the processor
// has is taken at start, the environment variable FBP_KERNEL forces one, and
// the build tag purego leaves only Go.
package kern
