//go:build !amd64 || purego

package kern

func supported() []tier { return []tier{portable} }

func cavity(s, h, u []float64, signs []uint64) (sum, variance float64) {
	return cavityGo(s, h, u, signs)
}

func logCosh(s, h, u []float64, signs []uint64, linear, product *[lanes]float64) {
	logCoshGo(s, h, u, signs, linear, product)
}

func update(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, degree int, gain float64) {
	updateGo(h, u, s, signs, c, degree, gain)
}

func gaussCavity(s, v, a, b, ua, ub []float64, signs []uint64, out *[4]float64) {
	gaussCavityGo(s, v, a, b, ua, ub, signs, out)
}

func gaussUpdate(a, b, ua, ub, s, v []float64, signs []uint64, degree int, c *[MaxPullDegree + 1]float64, at *[4]float64) {
	gaussUpdateGo(a, b, ua, ub, s, v, signs, degree, c, at)
}

func add(h, u []float64, signs []uint64) { addGo(h, u, signs) }

func negatives(m []float64, a, b, c, d *uint64, sums *[4]float64) { negativesGo(m, a, b, c, d, sums) }

func addProduct(h []float64, next int, x *float64, row, term int, m *float64, terms int) {
	addProductGo(h, next, x, row, term, m, terms)
}

func signTails(u, rv, ratio, rarity, x []float64, least float64) {
	signTailsGo(u, rv, ratio, rarity, x, least)
}

func signAnswers(g, slope, b, u, rv, ratio, rarity []float64) {
	signAnswersGo(g, slope, b, u, rv, ratio, rarity)
}

func addNegatives(h []float64, x *[4]float64, a, b, c, d *uint64) { addNegativesGo(h, x, a, b, c, d) }

func star(u, h, e []float64, decay, others float64) { starGo(u, h, e, decay, others) }

func vote(f, s []float64, omega, v, sure, swing float64) { voteGo(f, s, omega, v, sure, swing) }

func within(f, s []float64, omega, v, end float64) { withinGo(f, s, omega, v, end) }

func interpolate(c, f *[2 * lanes]float64, m *matrices, half int) {
	interpolateGo(c, f, m, half)
}

func odds(r, h, u []float64, signs []uint64) { oddsGo(r, h, u, signs) }

func split(up, down, odds []float64) int { return splitGo(up, down, odds) }

func fours(factors []float64, stride int, odds []float64, tilt float64) (mean, variance, most float64) {
	return foursGo(factors, stride, odds, tilt)
}

func expect(odds []float64, tilt float64) float64 { return expectGo(odds, tilt) }

func multiplyOne(*flipping) bool { return false }

func multipliesBoth() bool { return false }

func multiplyTwo(a, b *flipping) {}

func correlate(out, a, b []float64) { correlateGo(out, a, b) }

func directed(m, odds, g []float64, c *direction) { directedGo(m, odds, g, c) }

func merge(u, odds, up, down []float64) { mergeGo(u, odds, up, down) }

func settle(h, u, m []float64, signs []uint64, gain float64) { settleGo(h, u, m, signs, gain) }

func cavityOdds(s, h, u []float64, signs []uint64, r []float64) (sum, variance float64) {
	return cavityOddsGo(s, h, u, signs, r)
}

func addMessages(h, u, m []float64, signs []uint64, gain float64) {
	addMessagesGo(h, u, m, signs, gain)
}
