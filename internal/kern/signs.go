package kern

// Sign is ξ_i = ±1.
func Sign(signs []uint64, i int) float64 { return flip(1, signs, i) }

// Add adds gauged messages to fields: h_i ← h_i + ξ_i u_i, i < len(h). No vector code: it would gain 2 per cent.
func Add(h, u []float64, signs []uint64) {
	u, signs = first(len(h), u), first(words(len(h)), signs)
	for lo := 0; lo < len(h); lo += wordBits {
		word := signs[lo/wordBits]
		h := h[lo:min(lo+wordBits, len(h))]
		u := u[lo:]
		u = u[:len(h)]
		if len(h) == wordBits {
			addWhole(h, u, word)
			continue
		}
		for i, x := range u {
			h[i] += fourSigns[word&1][0] * x
			word >>= 1
		}
	}
}
