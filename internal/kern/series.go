package kern

import "math"

// direct computes messages, in vector code those of whole blocks: where the first terms do not decide
// all bits of a block, from twice as many, and then from all. It returns false where the known moments do
// not decide them. The logarithm of the moments is concave, or is not known to be.
func (s *flipping) direct(tilt, sure, swing, sign float64, concave bool) bool {
	c := &direction{tilt, sure, swing, sign, 1}
	if s.tame(tilt, concave) {
		c.wild = 0
	}
	n := s.weights
	if active != portable {
		n = multiple(n, block)
	}
	s.messages = resize(s.messages, n+block)
	m, odds := s.messages[:n], s.odds[:n]
	terms, bound := s.firstTerms(c.tilt)
	switch {
	case active == portable:
		c.messages(m, odds, s.moments, terms, bound)
		return true
	case terms > s.known || terms == len(s.moments) && s.rest > 0:
		return false
	case terms == len(s.moments):
		directed(m, odds, s.moments, c)
		return true
	}
	for len(m) > 0 {
		done := bracketed(m, odds, s.moments[:terms], c, bound) / block * block
		all := min(done+block, len(m))
		if bracketed(m[done:all], odds[done:all], s.moments[:min(2*terms, s.known)], c, bound) < all-done {
			if s.known < len(s.moments) || s.rest > 0 {
				return false
			}
			directed(m[done:all], odds[done:all], s.moments, c)
		}
		m, odds = m[all:], odds[all:]
	}
	return true
}

// firstTerms returns how many of the moments, at least eight, decide the series of [directedGo]
// for most odds x up to a quarter (where rounding can go either way, whoever sums them finds it out), and a
// bound of the sum of all others as it is computed, for any x ≤ 1. Messages to weights of larger
// odds come from [Flips.common]. It returns all where there is nothing to gain.
func (s *flipping) firstTerms(tilt float64) (terms int, bound float64) {
	const negligible, few = 0x1p-63, 4 * block // a thousandth of the last bit; too few weights to gain in vector code
	g := s.moments
	end := len(g) / 2
	if s.known < len(g) {
		end = min(end, s.known-3)
	}
	if active != portable && s.weights < few || end < 2 {
		return len(g), 0
	}
	x, least := min(float64(tilt*s.most), 0.25), float64(negligible*g[1])
	terms, bound = 2, s.rest
	for power := x; float64(power*g[terms]) > least; power *= x {
		if terms++; terms > end {
			return len(g), 0
		}
	}
	for _, y := range g[terms:s.known] {
		bound += 2 * math.Abs(y)
	}
	if !(bound <= math.MaxFloat64) {
		return len(g), 0
	}
	return terms, bound
}

// tame tells that no message is of numbers that need bounds. Where the terms of a series halve, each
// sum of Horner's rule, rounded or not, lies between half its first term and all of it. The first
// terms tell it of all where the logarithm of the moments is concave.
func (s *flipping) tame(tilt float64, concave bool) bool {
	const small, large, almostHalf = 1e-100, 1e100, 0.49 // moments are rounded
	g, half := s.moments[:s.known], float64(almostHalf/tilt)/s.most
	if concave {
		g = g[:min(len(g), 3)]
	}
	if len(g) < 2 || !(min(g[0], g[1]) >= small) || !(tilt <= large) {
		return false
	}
	for n, x := range g[1:] {
		if !(x <= float64(half*g[n])) {
			return false
		}
	}
	return true
}
