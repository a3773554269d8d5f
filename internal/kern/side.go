package kern

import (
	"math"

	"fbp/gauss"
)

// side are the weights of one direction, those along the pattern or those against it: of odds x_j of a flip, the
// number of flips has the generating function Π_j (1 + λ x_j z)/(1 + λ x_j). From it and from what numbers of
// flips are worth follow the moments, and from these the messages (see [Flips.Messages]):
//
//	odds ─► factors ─► count ─┬─► moments g_n = Σ_c count_c payoff_{c+n}    ─► messages
//	                  payoff ─┴─► above   q_n = Σ_c count_{c+1+n} payoff_c
type side struct {
	odds    []float64 // x_j; zeros fill the last block, and the next one if the number of blocks is odd
	weights int

	factors []float64 // four weights together: streams of their coefficients
	stride  int       // length of a stream
	most    float64   // the largest odds, once factors are known

	size    int       // number of elements of count: all that are probable
	count   []float64 // distribution of the number of flips
	counted bool      // count is known
	payoff  []float64 // what each number of flips is worth; one element more than count
	moments []float64
	above   []float64

	messages        []float64 // to the weights, in the order of odds
	counts, scratch []float64 // memory of count, and of its computation
}

// keep keeps the first n odds.
func (s *side) keep(n int) {
	s.weights, s.counted = n, false
	clear(s.odds[n:multiple(n, 2*block)])
	s.odds = s.odds[:multiple(n, block)]
}

// fewer tells whether fewer than n flips are expected at λ.
func (s *side) fewer(n, tilt float64) bool { return meanFlips(s.odds, tilt) < n }

// distribute computes count at λ.
func (s *side) distribute(tilt float64) {
	s.prepare(tilt)
	if !multiplyOne(s) {
		s.multiply()
	}
	s.counted = true
}

// distributeOnce computes count at λ = 1, unless it is known.
func (s *side) distributeOnce() {
	if !s.counted {
		s.distribute(1)
	}
}

// distributeBoth computes count of two sides at λ = 1, unless it is known: both at a time, as if there were
// as many weights in both, where that takes less than one after the other. Factors of weights
// that do not exist change nothing.
func distributeBoth(a, b *side) {
	if a.counted || b.counted || !multipliesBoth() {
		a.distributeOnce()
		b.distributeOnce()
		return
	}
	n := max(len(a.odds), len(b.odds))
	a.odds, b.odds = extend(a.odds, n), extend(b.odds, n)
	a.prepare(1)
	b.prepare(1)
	multiplyTwo(a, b)
	a.counted, b.counted = true, true
}

// prepare computes the factors of the counts at λ, and how many counts there are: one less
// than a multiple of eight, all that are probable among them.
func (s *side) prepare(tilt float64) {
	s.stride = len(s.odds)/4 + 2*lanes
	s.factors = resize(s.factors, 5*s.stride)
	mean, variance, most := fourFactors(s.factors, s.stride, s.odds, tilt)
	s.most = most
	top := min(mostFlips(mean, variance), s.weights)
	s.size = (top+1+lanes)/lanes*lanes - 1
}

// send computes messages, in vector code those of whole blocks.
func (s *side) send(tilt, sure, swing, sign float64) {
	n := s.weights
	if active != portable {
		n = multiple(n, block)
	}
	s.messages = resize(s.messages, n+block)
	flipMessages(s.messages[:n], s.odds[:n], s.moments, tilt, sure, swing, sign)
}

// multiply multiplies the factors, block of counts by block.
func (s *side) multiply() {
	s.counts = resize(s.counts, s.size+1)
	s.scratch = resize(s.scratch, len(s.odds))
	clear(s.counts)
	clear(s.scratch)
	s.counts[0] = 1
	for lo := 0; lo < len(s.counts); lo += countBlock {
		multiplyGo(s.counts[lo:min(lo+countBlock, len(s.counts))], s.factors, s.stride, s.scratch)
	}
	s.count = s.counts[:s.size]
}

// correlate computes moments.
func (s *side) correlate() {
	n := len(s.count) + 1
	s.moments = resize(s.moments, n)
	correlate(s.moments, s.evenCount(), s.payoff[:2*n+lanes])
}

// makePayoff makes room for payoffs of so many numbers of flips, and for the zeros after them that
// correlate reads: written before the payoffs, so that these can be read at once.
func (s *side) makePayoff(n int) {
	s.payoff = resize(s.payoff, 2*n+lanes)
	clear(s.payoff[n:])
	s.payoff = s.payoff[:n]
}

// evenCount is count with a zero, an even number of elements.
func (s *side) evenCount() []float64 {
	n := len(s.count)
	if n == len(s.counts) {
		s.counts = extend(s.counts, n+1)
		s.count = s.counts[:n]
	}
	s.counts[n] = 0
	return s.counts[:n+1]
}

// multiple is the least multiple of unit that is at least n.
func multiple(n, unit int) int { return (n + unit - 1) / unit * unit }

// findAbove computes above, one term of all elements after the other.
func (s *side) findAbove() {
	s.above = resize(s.above, len(s.count)+1)
	clear(s.above)
	for c := range s.count {
		p := s.payoff[c]
		above := s.above[:len(s.count)-c-1]
		for n, x := range s.count[c+1:] {
			above[n] = math.FMA(x, p, above[n])
		}
	}
}

// logGain is Σ_j ln [(1 + λ x_j)/(1 + x_j)], the logarithm taken of products.
func (s *side) logGain(tilt float64) float64 {
	const large = 1e100
	logs, product := 0.0, 1.0
	for _, x := range s.odds {
		y := float64(x * tilt)
		if y > large {
			logs += gauss.Log(y) - gauss.Log1p(x)
			continue
		}
		if product *= (1 + y) / (1 + x); product > large {
			logs += gauss.Log(product)
			product = 1
		}
	}
	return logs + gauss.Log(product)
}

// tiltTo is a λ ≥ 1 at which about k flips are expected, Σ λr/(1 + λr) ≈ k, to a
// factor of two. Any λ gives the same result; a good one keeps the relevant numbers
// of flips within the counts that are kept.
func (s *side) tiltTo(k float64) float64 {
	sum, target := 0.0, min(k, float64(s.weights)-0.5)
	for _, r := range s.odds {
		sum += r
	}
	lo := max(1, target/max(sum, leastRatio)) // a smaller λ gives fewer flips
	hi := lo
	if lo > 1 && lo < mostTilt { // Σ λr/(1 + λr) is below Σ λr = target, by 1/(N + 1) of it at least
		hi = min(float64(lo*max(lo, 2)), mostTilt)
	}
	for hi < mostTilt && s.fewer(target, hi) {
		lo, hi = hi, min(float64(hi*max(hi, 2)), mostTilt)
	}
	for hi > float64(2*lo) {
		mid := float64(math.Sqrt(lo) * math.Sqrt(hi))
		if s.fewer(target, mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// mostTilt times the largest odds, 1, is far below the largest double.
const mostTilt = 1e304

// dot is Σ_c a_c b_c.
func dot(a, b []float64) float64 {
	sum := 0.0
	b = b[:len(a)]
	for c, x := range a {
		sum = math.FMA(x, b[c], sum)
	}
	return sum
}

// resize gives x length n; its content is lost.
func resize[E any](x []E, n int) []E {
	if cap(x) < n {
		return make([]E, n, n+n/2)
	}
	return x[:n]
}

// extend gives x length n, at least its own; what is new is zero.
func extend(x []float64, n int) []float64 {
	if cap(x) < n {
		longer := make([]float64, n, n+n/2)
		copy(longer, x)
		return longer
	}
	old := len(x)
	x = x[:n]
	clear(x[old:])
	return x
}
