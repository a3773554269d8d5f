package kern

// GaussCavity writes the gauged cavity means s_i = (ξ_i b_i − ub_i) v_i and variances
// v_i = 1/(a_i − ua_i) of the real weights of one row, i < len(s), whose fields are
// exp(−a w²/2 + b w) and whose messages ua, ub, and returns their sums, ω and V.
func GaussCavity(s, v, a, b, ua, ub []float64, signs []uint64) (omega, variance float64) {
	n := len(s)
	v, a, b, ua, ub, signs = first(n, v), first(n, a), first(n, b), first(n, ua), first(n, ub), first(words(n), signs)
	var sums, variances [lanes]float64
	for i := range s {
		v[i] = 1 / (a[i] - ua[i])
		s[i] = float64((flip(b[i], signs, i) - ub[i]) * v[i])
		sums[i%lanes] += s[i]
		variances[i%lanes] += v[i]
	}
	return reduce(&sums), reduce(&variances)
}
