package kern

// leastDecay is e^−2γ of the strongest bond that is not treated as infinite, γ =
// 311.9: below it, e^−2·farTail would not be negligible.
const leastDecay = 0x1p-900

// Through is the field that x causes across a bond of strength γ, given A =
// e^−2γ:
//
//	γ ⊛ x = atanh(tanh γ tanh x) = ½ sign(x) ln (N/D),  N = 1 + AB, D = A + B, B = e^−2|x|.
//
// With N/D = 2^k m, m near 1, it is k ½ ln 2 + atanh((N − 2^k D)/(N + 2^k D)):
// neither the product of the tanhs, which saturates, nor logarithms that cancel
// are formed. Error below 5e-16, relative where the result exceeds 1; rounding
// keeps the order N ≥ D, so that the sign is right. γ > 311 is treated as
// infinite.
func Through(x, decay float64) float64 {
	if decay < leastDecay {
		return x
	}
	return through(x, decay)
}

// Star writes the field by which other replicas act on each weight, all coupled
// to a common centre with strength γ; others is their number, given A = e^−2γ:
//
//	u_i = γ ⊛ (others · (γ ⊛ (h_i − e_i))),   i < len(u).
//
// h_i − e_i is the present field without that of the replicas. h and e must be at
// least as long as u.
func Star(u, h, e []float64, decay, others float64) {
	h, e = first(len(u), h), first(len(u), e)
	if decay < leastDecay {
		for i, hi := range h {
			u[i] = others * (hi - e[i])
		}
		return
	}
	star(u, h, e, decay, others)
}
