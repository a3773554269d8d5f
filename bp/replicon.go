package bp

// Replicon is the factor by which the square of a small difference between the messages of
// two states grows in a sweep without damping, all rows at a time:
//
//	Σ_μ (∂²_ω ln Z_μ)² · Σ_i χ_i²,   χ_i = 1 − m_i²,
//
// with ω = Σ_i ξ_i m_i the sum of a pattern; χ is the variance of a weight, 1/ζ_i of real ones
// of precision ζ. Inputs are ±1, and independent: a change of the field of a weight by δ
// moves the sums by ξ χ δ, and these the fields by ξ ∂²_ω ln Z, with signs that are random.
// It is below one where replica symmetry is stable, as far as differences go that know
// nothing of the patterns, and is read off the messages without a sweep. The graph
// has to be [factorgraph.Graph.Curved].
func (s *State) Replicon() float64 {
	v := make([]float64, s.H.Len())
	s.prior.Moments(make([]float64, len(v)), v, s.H)
	chi := 0.0
	for _, x := range v {
		chi += float64(x * x)
	}
	return chi * s.messages.curvature(s)
}

// curvature adds the squares of the rows' curvatures up.
func (e *edges) curvature(s *State) (sum float64) {
	for mu, row := range e.rows {
		c := row.Curvature(s.H, e.row(mu), e.work)
		sum += float64(c * c)
	}
	return sum
}
