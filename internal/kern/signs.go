package kern

// Sign is ξ_i = ±1.
func Sign(signs []uint64, i int) float64 { return flip(1, signs, i) }

// Add adds gauged messages to fields: h_i ← h_i + ξ_i u_i, i < len(h).
func Add(h, u []float64, signs []uint64) { add(h, first(len(h), u), first(words(len(h)), signs)) }

// AddScaled adds one number, signed by the pattern: h_i ← h_i + ξ_i c.
func AddScaled(h []float64, c float64, signs []uint64) { addScaled(h, c, first(words(len(h)), signs)) }

// Dot is Σ_i ξ_i m_i. Four registers of eight lanes hide the latency of a sum:
// element i goes to lane i mod 32, those past the last full 32 to lane i mod 8.
func Dot(m []float64, signs []uint64) float64 { return dot(m, first(words(len(m)), signs)) }
