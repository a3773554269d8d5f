package kern

import (
	"math"

	"fbp/gauss"
)

// flipping are the weights of one direction and the number of them that flip.
type flipping struct {
	weight  []int32   // their indices in the row
	odds    []float64 // x_j of a flip, including λ
	count   []float64 // distribution of the number of flips, of generating function Π (1 + x_j z)/(1 + x_j)
	payoff  []float64 // of each number of flips; one element more than count
	moments []float64 // g_n = Σ_c count_c payoff_{c+n}
	behind  []float64 // q_n = Σ_c count_{c+1+n} payoff_c
}

const (
	// Odds below stiff are so small that their first flipPowers powers determine
	// all digits of a double.
	stiff      = 1.0 / 32
	flipPowers = 12
	// For odds below hard, the first hardPowers powers do.
	hard       = 1.0 / 4096
	hardPowers = 4
)

// distribute computes count: weights with odds below stiff together, by the power
// sums s_n = Σ x^n of their odds (Newton's identities, n e_n = s_1 e_n−1 − s_2
// e_n−2 + …), the others one by one. Counts are kept beyond those that are
// probable.
func (s *flipping) distribute(more int) {
	var sums [flipPowers]float64
	mean, loose := 0.0, 0
	for _, x := range s.odds {
		mean += x / (1 + x)
		if x > stiff {
			loose++
			continue
		}
		square := float64(x * x)
		sums[0] += x
		sums[1] += square
		sums[2] += float64(square * x)
		sums[3] += float64(square * square)
		if x > hard {
			power := float64(square * square)
			for n := hardPowers; n < flipPowers; n++ {
				power = float64(power * x)
				sums[n] += power
			}
		}
	}
	top := 0
	for top < len(s.odds) && !improbable(float64(top+1), mean) {
		top++
	}
	top = min(top+more, len(s.odds))
	s.count = resize(s.count, top+1)
	s.elementary(&sums)
	if loose == 0 {
		return
	}
	for _, x := range s.odds {
		if x <= stiff {
			continue
		}
		stay := 1 / (1 + x)
		p := float64(x * stay)
		for c := top; c > 0; c-- {
			s.count[c] = math.FMA(p, s.count[c-1], float64(stay*s.count[c]))
		}
		s.count[0] = float64(stay * s.count[0])
	}
}

// elementary writes the distribution of flips whose odds have the power sums
// given: ln Π (1 + x) = s_1 − s_2/2 + s_3/3 − …
func (s *flipping) elementary(sums *[flipPowers]float64) {
	logs, sign := 0.0, 1.0
	for n, sum := range sums {
		logs += sign * sum / float64(n+1)
		sign = -sign
	}
	s.count[0] = gauss.Exp(-logs)
	for n := 1; n < len(s.count); n++ {
		total, sign := 0.0, 1.0
		for m := range min(n, flipPowers) {
			total = math.FMA(sign*sums[m], s.count[n-1-m], total)
			sign = -sign
		}
		s.count[n] = max(total, 0) / float64(n)
	}
}

// correlate computes moments and, where odds may exceed 1, behind.
func (s *flipping) correlate(tilted bool) {
	top := len(s.count) - 1
	s.moments = resize(s.moments, top+2)
	for n := range s.moments {
		s.moments[n] = dot(s.count[:min(top+1, top+2-n)], s.payoff[n:])
	}
	if !tilted {
		return
	}
	s.behind = resize(s.behind, top+1)
	for n := range s.behind {
		s.behind[n] = dot(s.count[min(n+1, top+1):], s.payoff)
	}
}

// messages writes ½ sign ln(gain · turned / stay) for every weight, where stay is
// the expected payoff of the flips of all other weights, and turned that of these
// flips and one more. With g_n as in moments and odds x ≤ 1 of the weight,
//
//	turned = (1 + x) Σ_n (−x)^n g_n+1,   stay = (1 + x) g_0 − x turned,
//
// and with q_n as in behind and y = 1/x otherwise
//
//	stay = (1 + y) Σ_n (−y)^n q_n,   turned = (1 + y) g_0 − y stay.
//
// For weights with odds below stiff the logarithm is a power series in x too.
func (s *flipping) messages(u []float64, sign, gain float64) {
	all := s.moments[0]
	above := s.moments[1:]
	series, good := s.logarithm(sign, gain)
	for j, x := range s.odds {
		var stay, turned float64
		switch {
		case good && x <= hard:
			p := math.FMA(series[4], x, series[3])
			p = math.FMA(p, x, series[2])
			p = math.FMA(p, x, series[1])
			u[s.weight[j]] = math.FMA(p, x, series[0])
			continue
		case good && x <= stiff:
			p := series[flipPowers-1]
			for n := flipPowers - 2; n >= 0; n-- {
				p = math.FMA(p, x, series[n])
			}
			u[s.weight[j]] = p
			continue
		case x <= 1:
			turned = alternating(above, x)
			stay = math.FMA(-x, turned, all)
		default:
			y := 1 / x
			stay = alternating(s.behind, y)
			turned = math.FMA(-y, stay, all)
		}
		u[s.weight[j]] = sign * halfLog(float64(gain*turned), stay)
	}
}

// logarithm is the power series of a message in the odds, and whether it is
// accurate up to stiff: it is not if turned or stay has a zero nearby, as for a
// weight that decides alone.
func (s *flipping) logarithm(sign, gain float64) (series [flipPowers]float64, good bool) {
	var stay, turned [flipPowers]float64
	power := 1.0
	for n := range turned {
		if n+1 < len(s.moments) {
			turned[n] = power * s.moments[n+1]
		}
		power = -power
	}
	stay[0] = s.moments[0]
	for n := 1; n < flipPowers; n++ {
		stay[n] = -turned[n-1]
	}
	if !(stay[0] > leastRatio && turned[0] > leastRatio) {
		return series, false
	}
	logSeries(&turned)
	logSeries(&stay)
	series[0] = sign * halfLog(float64(gain*s.moments[1]), s.moments[0])
	power = 1
	for n := 1; n < flipPowers; n++ {
		power *= stiff
		series[n] = sign * 0.5 * (turned[n] - stay[n])
		if n > flipPowers-4 && !(math.Abs(float64(series[n]*power)) < seriesError) {
			return series, false
		}
	}
	return series, math.Abs(series[hardPowers+1]) < mostSlope
}

// seriesError bounds the last terms of the series of a message.
// mostSlope does so where hard weights leave it out.
const (
	seriesError = 1e-13
	mostSlope   = 1e4
)

// logSeries turns the coefficients a_n of a power series into those of the logarithm
// of Σ a_n x^n / a_0: n l_n = n a_n/a_0 − Σ_{0<m<n} m l_m a_n−m/a_0.
func logSeries(a *[flipPowers]float64) {
	var l [flipPowers]float64
	for n := 1; n < flipPowers; n++ {
		sum := float64(float64(n) * a[n])
		for m := 1; m < n; m++ {
			sum = math.FMA(-float64(m)*l[m], a[n-m], sum)
		}
		l[n] = sum / float64(float64(n)*a[0])
	}
	*a = l
}

// alternating is Σ_n (−x)^n c_n.
func alternating(c []float64, x float64) float64 {
	sum := 0.0
	for n := len(c) - 1; n >= 0; n-- {
		sum = math.FMA(-x, sum, c[n])
	}
	return sum
}

// tiltTo is a λ ≥ 1 at which about k flips are expected, Σ λr/(1 + λr) ≈ k. Any λ
// gives the same result; a good one keeps the relevant numbers of flips within
// the counts that are kept.
func (s *flipping) tiltTo(k float64) float64 {
	sum := 0.0
	for _, r := range s.odds {
		sum += r
	}
	target := min(k, float64(len(s.odds))-0.5)
	lo := max(1, target/max(sum, leastRatio)) // a smaller λ gives fewer flips
	hi := lo
	for s.expected(hi) < target && hi < mostTilt {
		lo, hi = hi, min(float64(hi*max(hi, 2)), mostTilt)
	}
	for range 12 {
		mid := float64(math.Sqrt(lo) * math.Sqrt(hi))
		if s.expected(mid) < target {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// tiltBy multiplies the odds.
func (s *flipping) tiltBy(tilt float64) {
	for j := range s.odds {
		s.odds[j] = float64(s.odds[j] * tilt)
	}
}

// mostTilt times the largest odds, 1, is far below the largest double.
const mostTilt = 1e304

// expected is the mean number of flips at λ.
func (s *flipping) expected(tilt float64) float64 {
	sum := 0.0
	for _, r := range s.odds {
		x := float64(tilt * r)
		sum += x / (1 + x)
	}
	return sum
}

// mostLikely bounds the logarithm of the probability of k flips, given the λ at which
// they are expected: Σ ln [(1 + λr)/(1 + r)] − k ln λ.
func (s *flipping) mostLikely(k int, tilt float64) float64 {
	sum := -float64(float64(k) * gauss.Log(tilt))
	for _, r := range s.odds {
		sum += gauss.Log1p(float64(tilt*r)) - gauss.Log1p(r)
	}
	return sum
}

// dot is Σ_c a_c b_c.
func dot(a, b []float64) float64 {
	sum := 0.0
	b = b[:len(a)]
	for c, x := range a {
		sum = math.FMA(x, b[c], sum)
	}
	return sum
}
