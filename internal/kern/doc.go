// Package kern has the inner loops: what belief propagation computes for one row
// of a dense factor, weight by weight.
//
// Place in the flow: the rows of factorgraph, and the layers of model, bp/layered and dynamics/straight, call it
// with slices; graphs and schedules do not occur here.
//
// A row on edges is swept in two passes. [Cavity] turns fields and messages into gauged
// cavity magnetisations s and their sums ω and V. From the sums alone follows the
// polynomial of degree ≤ 15 of which every message of the row is a value: [HalfLineMessages],
// [VoteMessages] or [BandMessages] are its values at the [Nodes], and [Interpolate] makes its
// coefficients of these. [Update] evaluates it, damps it, and adds what changed to the fields.
// Rows whose V is too small for a polynomial have few free weights, whose sum lives on a lattice:
// [Flips]. Rows of real weights are [GaussCavity] and [GaussUpdate].
//
// In approximate message passing, [FourRows] and [Magnetize] do what patterns and weights see of each
// other. [Star] is the field of the replicas, which focusing adds to every weight. [AddProduct], [SignTails]
// and [SignAnswers] do a layer of sign units.
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
// anywhere. The loops in Go (portable*.go) define the bits. This is possible
// because
//   - sums run over eight lanes, lane l taking the elements i ≡ l (mod 8), a
//     register of AVX-512 or two of AVX2, and are added up by one fixed tree;
//   - products are fused with a sum where the loops in Go say math.FMA, and
//     rounded on their own elsewhere;
//   - no transcendental function of package math is called: the exponential is
//     the reduction and the polynomial of package gauss;
//   - only operations that IEEE 754 rounds correctly are used, division among
//     them: no approximate reciprocals.
//
// # Kernels
//
// go is the time of the loop in Go, in ns per weight, node, factor or term of a sum; avx2 and avx512 are by how
// much the vector code is faster (bench/kernels.txt). The test of this table writes it.
//
//	kernel         computes                                                              in                 called by                                          go     avx2  avx512
//	cavity         s = tanh(ξh − u), Σ s, Σ (1 − s²)                                     Cavity, Magnetize  bp/layered, factorgraph                            7.79   6.4   8.9
//	update         u ← δu + (1−δ) Σ_k c_k s^k, h ← h + ξ Δu; of degree 5                 Update             factorgraph                                        2.39   8.5   8.6
//	logCosh        Σ ln 2cosh(ξh − u)                                                    LogCosh            factorgraph                                        2.41   9.2   10.3
//	negatives      Σ_{ξ=−1} m of four rows                                               FourRows           bp/layered, dynamics/straight, factorgraph, model  0.56   7.3   14.4
//	addNegatives   h ← h + x where ξ = −1, of four rows                                  FourRows           bp/layered, dynamics/straight, factorgraph, model  0.23   2.8   5.8
//	addProduct     H ← H + X M                                                           AddProduct         bp/layered, dynamics                               0.56   10.4  14.8
//	gaussCavity    v = 1/(a − ua), s = (ξb − ub) v, Σ s, Σ v                             GaussCavity        factorgraph                                        2.75   5.0   4.8
//	gaussUpdate    ua → r(r + z)/(V − v), ub → r/√(V − v), r a series in z; of degree 8  GaussUpdate        factorgraph                                        10.34  6.2   9.6
//	vote           ½ ln [(p + q H(x₋))/(p + q H(x₊))]                                    VoteMessages       factorgraph                                        53.48  6.1   8.5
//	within         ½ ln [Z(ω − s + 1)/Z(ω − s − 1)], Z of a band                         BandMessages       factorgraph                                        92.68  6.0   8.4
//	signTails      ω/√V, 1/√V, H(|u|)/G(u), 1/G(u), 2Φ(u) − 1                            SignTails          bp/layered                                         33.38  5.3   7.9
//	signAnswers    g = ∂_ω ln [e^b Φ(u) + e^−b Φ(−u)], ∂_ω g                             SignAnswers        bp/layered                                         12.13  5.3   8.3
//	interpolate    c_k from the values at Chebyshev points                               Interpolate        factorgraph                                        7.90   5.3   4.9
//	odds           r = e^−2|ξh − u|, with the sign of ξh − u                             Flips              factorgraph                                        7.27   9.1   10.5
//	addMessages    u ← u + gain m, h ← h + ξ Δu                                          AddMessages        factorgraph                                        1.05   3.2   2.5
//	settle         u ← δu + (1−δ) m, h ← h + ξ Δu                                        Settle             factorgraph                                        1.38   4.1   3.2
//	cavityOdds     those of cavity and of odds                                           Flips              factorgraph                                        8.65   6.7   9.7
//	fourFactors    four factors of Π (1 − p + p z), p = λr/(1 + λr)                      Flips              factorgraph                                        3.19   7.5   7.8
//	meanFlips      Σ λr/(1 + λr)                                                         Flips              factorgraph                                        1.25   4.0   4.1
//	multiply       the coefficients of Π (1 − p + p z)                                   Flips              factorgraph                                        0.38   8.7   7.2
//	correlate      Σ_c a_c b_{n+c}                                                       Flips              factorgraph                                        0.48   8.9   8.0
//	flipMessages   ½ ln (λ turned/stay), turned and stay series in λr                    Flips              factorgraph                                        0.45   9.6   11.4
//	splitOdds      r, those of ξh − u < 0 and the others apart                           Flips              factorgraph                                        1.27   4.2   4.8
//	mergeMessages  the inverse of splitOdds, for messages                                Flips              factorgraph                                        1.87   5.6   8.4
package kern
