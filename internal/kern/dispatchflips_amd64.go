//go:build amd64 && !purego

package kern

// whole panics unless n elements are whole groups: what is left of one is not looked at.
func whole(n, group int) {
	if n%group != 0 {
		panic("kern: not a multiple")
	}
}

func interpolate(c, f *[2 * lanes]float64, m *matrices, half int) {
	switch active {
	case avx512:
		interpolateAVX512(c, f, &m[0][0][0], half)
	case avx2:
		interpolateAVX2(c, f, &m[0][0][0], half)
	default:
		interpolateGo(c, f, m, half)
	}
}

func odds(r, h, u []float64, signs []uint64) {
	switch active {
	case avx512:
		oddsAVX512(r, h, u, signs)
	case avx2:
		oddsAVX2(r, h, u, signs)
	default:
		oddsGo(r, h, u, signs)
	}
}

func split(up, down, odds []float64) int {
	switch active {
	case avx512:
		return splitAVX512(up, down, odds)
	case avx2:
		return splitAVX2(up, down, odds)
	default:
		return splitGo(up, down, odds)
	}
}

func fours(factors []float64, stride int, odds []float64, tilt float64) (mean, variance, most float64) {
	whole(len(odds), block)
	switch active {
	case avx512:
		return foursAVX512(&factors[lanes], stride, odds, tilt)
	case avx2:
		return foursAVX2(&factors[lanes], stride, odds, tilt)
	default:
		return foursGo(factors, stride, odds, tilt)
	}
}

func expect(odds []float64, tilt float64) float64 {
	switch active {
	case avx512:
		return expectAVX512(odds, tilt)
	case avx2:
		return expectAVX2(odds, tilt)
	default:
		return expectGo(odds, tilt)
	}
}

func correlate(out, a, b []float64) {
	whole(len(out), lanes)
	whole(len(a), 2)
	switch active {
	case avx512:
		correlateAVX512(out, a, b)
	case avx2:
		correlateAVX2(out, a, b)
	default:
		correlateGo(out, a, b)
	}
}

func directed(m, odds, g []float64, c *direction) {
	switch active {
	case avx512:
		whole(len(m), block)
		directedAVX512(m, odds, g, &c.tilt)
	case avx2:
		whole(len(m), block)
		directedAVX2(m, odds, g, &c.tilt)
	default:
		directedGo(m, odds, g, c)
	}
}

func merge(u, odds, up, down []float64) {
	switch active {
	case avx512:
		mergeAVX512(u, odds, up, down)
	case avx2:
		mergeAVX2(u, odds, up, down)
	default:
		mergeGo(u, odds, up, down)
	}
}
