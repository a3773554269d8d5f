package results

import "math"

// normal975 is z such that 95 % of a standard normal distribution lie in [−z, z].
const normal975 = 1.959963984540054

// student975 is t such that 95 % of Student's distribution with ν degrees of freedom lie in
// [−t, t], to 1e-5: from a table, and from ν = 10 on with the expansion in 1/ν of R. A. Fisher and
// E. A. Cornish, Technometrics 2, 209 (1960). The bits are the same on every machine.
func student975(nu int) float64 {
	few := [...]float64{12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163}
	if nu <= len(few) {
		return few[nu-1]
	}
	const (
		z, z2 = normal975, normal975 * normal975
		c1    = z * (z2 + 1) / 4
		c2    = z * ((5*z2+16)*z2 + 3) / 96
		c3    = z * (((3*z2+19)*z2+17)*z2 - 15) / 384
		c4    = z * ((((79*z2+776)*z2+1482)*z2-1920)*z2 - 945) / 92160
	)
	r := 1 / float64(nu)
	return math.FMA(math.FMA(math.FMA(math.FMA(c4, r, c3), r, c2), r, c1), r, z)
}

// Wilson is the 95 % interval of a probability of which k of n trials are an
// estimate, k/n:
//
//	[ k + z²/2 ± z √(k(n−k)/n + z²/4) ] / (n + z²),   z = 1.96…
//
// Unlike k/n ± its standard error it stays within [0, 1] and does not shrink to
// nothing at k = 0 and k = n, where its lower or upper end is exactly 0 or 1.
// Both ends are NaN when n = 0. The bits are the same on every machine.
//
// Source: E. B. Wilson, J. Am. Stat. Assoc. 22, 209 (1927).
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	return wilson(float64(k), float64(n))
}

// WilsonOf is the same interval of an estimate p that is worth n > 0 independent trials,
// a number that need not be whole.
func WilsonOf(p, n float64) (low, high float64) {
	if p == 1 {
		return wilson(n, n)
	}
	return wilson(float64(p*n), n)
}

// wilson is the interval of a successes in b trials.
func wilson(a, b float64) (low, high float64) {
	const z2 = normal975 * normal975
	middle := a + z2/2
	half := float64(normal975 * math.Sqrt(float64(a*(b-a))/b+z2/4))
	low, high = (middle-half)/(b+z2), (middle+half)/(b+z2)
	if a == 0 {
		low = 0
	}
	if a == b {
		high = 1
	}
	return low, high
}
