//go:build amd64 && !purego

package kern

// The distribution of the number of flips of a [side] is a product of factors, each a polynomial of degree 4 in z (multiplyGo). Vector
// code keeps its coefficients, the counts c_0, c_1 …, in m vectors, so that each lane has m counts that follow each other, the
// last lane the lowest ones. Eight lanes with m = 6:
//
//	           lane 0   lane 1   …   lane 6   lane 7
//	vector 0   c42      c36          c6       c0
//	vector 1   c43      c37          c7       c1
//	…
//	vector 5   c47      c41          c11      c5
//
// Multiplied by a factor a_0 + … + a_4 z⁴ a count becomes a_0 c_n + a_1 c_{n−1} + … + a_4 c_{n−4}: the four vectors before
// it in its lane, and for vectors 0 to 3 also the highest counts of the lane after it, as they were before that factor. These
// are carried over, so each lane is one factor behind the lane after it:
//
//	step     lane 0     lane 1     …   lane 6     lane 7
//	0        1          1              1          factor 0
//	1        1          1              factor 0   factor 1
//	…
//	7        factor 0   factor 1       factor 6   factor 7
//
// In memory lie eight factors 1, those of the side, and eight factors 1 again. A step reads as many of them as there are lanes, one
// for each, and the next step begins one further. AVX-512 has eight lanes for one side, or four for each of two; AVX2 has four for one.

const (
	narrow = lanes / 2 // lanes of AVX2, or of one of two sides
	// Masks of the lanes that take over counts from a lane after them: all but the last of a side.
	oneSide, twoSides = 0b1111111, 0b1110111
	// fewVectors is the m up to which vectors stay in registers.
	fewVectors = 6
)

// vectorsFor is the number m of vectors for so many counts in some lanes.
func vectorsFor(counts, inLanes int) int {
	return max(fewVectors, multiple((counts+inLanes-1)/inLanes, 2))
}

// firstStep is where the factors of step 0 begin, so that the last lane takes the first factor of the side.
func firstStep(inLanes int) int { return lanes - (inLanes - 1) }

// steps is how many steps there are until lane 0 has taken the last factor of the side.
func (s *side) steps(inLanes int) int { return s.stride - 2*lanes + inLanes - 1 }

// multipliesBoth tells that two sides at once take less than one after the other.
func multipliesBoth() bool { return active == avx512 }

// multiplyOne computes count of a side, and reports false where there is no vector code.
func multiplyOne(s *side) bool {
	switch active {
	case avx512:
		m, at := vectorsFor(s.size+1, lanes), firstStep(lanes)
		s.reserve(lanes * m)
		s.multiplyWide(&s.counts[0], &s.counts[narrow*m], &s.factors[at+narrow], &s.factors[at], s.steps(lanes), oneSide, m)
	case avx2:
		m := vectorsFor(s.size+1, narrow)
		s.reserve(narrow * m)
		count, factors, steps := &s.counts[0], &s.factors[firstStep(narrow)], s.steps(narrow)
		if m == fewVectors {
			multiplyFewAVX2(count, factors, s.stride, (steps+1)/2)
		} else {
			multiplyAVX2(count, factors, s.stride, steps, m, s.room(m, narrow))
		}
	default:
		return false
	}
	return true
}

// multiplyTwo computes count of two sides of equally many factors.
func multiplyTwo(a, b *side) {
	m, at := vectorsFor(max(a.size, b.size)+1, narrow), firstStep(narrow)
	a.reserve(narrow * m)
	b.reserve(narrow * m)
	a.multiplyWide(&a.counts[0], &b.counts[0], &a.factors[at], &b.factors[at], a.steps(narrow), twoSides, m)
}

// multiplyWide multiplies m vectors of AVX-512, four lanes of which lie in each of two lists of counts and take each of two
// lists of factors.
func (s *side) multiplyWide(count1, count2, factors1, factors2 *float64, steps, mask, m int) {
	if m == fewVectors {
		multiplyFewAVX512(count1, count2, factors1, factors2, s.stride, (steps+1)/2, mask)
		return
	}
	multiplyAVX512(count1, count2, factors1, factors2, s.stride, steps, mask, m, s.room(m, lanes))
}

// reserve makes room for so many counts.
func (s *side) reserve(counts int) {
	s.counts = resize(s.counts, counts)
	s.count = s.counts[:s.size]
}

// room is memory for m vectors of so many lanes while they are multiplied, and twice for the four vectors that are carried from
// lane to lane: before a factor and after it.
func (s *side) room(m, inLanes int) *float64 {
	s.scratch = resize(s.scratch, (m+2*4)*inLanes+lanes)
	return &s.scratch[0]
}
