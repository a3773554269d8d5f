package kern

// Sign is ξ_i = ±1.
func Sign(signs []uint64, i int) float64 { return flip(1, signs, i) }

// Add adds gauged messages to fields: h_i ← h_i + ξ_i u_i, i < len(h).
func Add(h, u []float64, signs []uint64) { add(h, first(len(h), u), first(words(len(h)), signs)) }
