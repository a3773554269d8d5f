//go:build amd64 && !purego

package kern

func interpolate(powers, values *[2 * lanes]float64, m *matrices, half int) {
	switch active {
	case avx512:
		interpolateAVX512(powers, values, &m[0][0][0], half)
	case avx2:
		interpolateAVX2(powers, values, &m[0][0][0], half)
	default:
		interpolateGo(powers, values, m, half)
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

func fours(factors, odds []float64, tilt float64) (mean, variance, most float64) {
	switch active {
	case avx512:
		return foursAVX512(factors, odds, tilt)
	case avx2:
		return foursAVX2(factors, odds, tilt)
	default:
		return foursGo(factors, odds, tilt)
	}
}

func multiply(count *[countBlock]float64, factors, carry []float64) {
	switch active {
	case avx512:
		multiplyAVX512(count, factors, carry)
	case avx2:
		multiplyAVX2(count, factors, carry)
	default:
		multiplyGo(count, factors, carry)
	}
}

// multipliesBoth tells that two lists of counts at once take less than one after the other.
func multipliesBoth() bool { return active == avx512 }

func multiplyBoth(count1, count2 *[countBlock]float64, factors1, factors2, carry1, carry2 []float64) {
	if active == avx512 {
		multiplyBothAVX512(count1, count2, factors1, factors2, carry1, carry2)
		return
	}
	multiply(count1, factors1, carry1)
	multiply(count2, factors2, carry2)
}

func correlate(out, a, b []float64) {
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
		directedAVX512(m, odds, g, &c.tilt)
	case avx2:
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
