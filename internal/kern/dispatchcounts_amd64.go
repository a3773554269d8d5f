//go:build amd64 && !purego

package kern

// Vector code has a share of the counts in each lane of some registers, those of a lane one
// factor behind those of the lane after it (see asm/skewed.go).

const (
	quarter = 4 // lanes of AVX2, or of one of two lists
	// Lanes that have a lane after them in their list.
	oneList, twoLists = 0b1111111, 0b1110111
)

// registersFor is the number of registers for so many counts in some lanes.
func registersFor(counts, inLanes int) int {
	return max(4, multiple((counts+inLanes-1)/inLanes, 2))
}

// multipliesBoth tells that two lists at once take less than one after the other.
func multipliesBoth() bool { return active == avx512 }

// multiplyOne computes count of a list, and reports false where there is no vector code.
func multiplyOne(s *flipping) bool {
	switch active {
	case avx512:
		m := registersFor(s.size+1, lanes)
		s.reserve(lanes * m)
		eight := s.behind(lanes)
		multiplyAVX512(&s.counts[0], &s.counts[quarter*m], &s.factors[eight+quarter], &s.factors[eight], s.stride, s.steps(lanes), oneList, m, s)
	case avx2:
		m := registersFor(s.size+1, quarter)
		s.reserve(quarter * m)
		multiplyAVX2(&s.counts[0], &s.factors[s.behind(quarter)], s.stride, s.steps(quarter), m, s)
	default:
		return false
	}
	return true
}

// multiplyTwo computes count of two lists of equally many factors.
func multiplyTwo(a, b *flipping) {
	m, at := registersFor(max(a.size, b.size)+1, quarter), a.behind(quarter)
	a.reserve(quarter * m)
	b.reserve(quarter * m)
	multiplyAVX512(&a.counts[0], &b.counts[0], &a.factors[at], &b.factors[at], a.stride, a.steps(quarter), twoLists, m, a)
}

// reserve makes room for so many counts.
func (s *flipping) reserve(counts int) {
	s.counts = resize(s.counts, counts)
	s.count = s.counts[:s.size]
}

// behind is where the factor of the first lane stands when the last one takes the first factor,
// and steps how many there are until the first lane has taken the last one.
func (s *flipping) behind(inLanes int) int { return lanes - (inLanes - 1) }
func (s *flipping) steps(inLanes int) int  { return s.stride - 2*lanes + inLanes - 1 }

// memory is room for counts that are not in registers, so many in a lane, and for those carried
// twice.
func (s *flipping) memory(m, inLanes int) *float64 {
	s.scratch = resize(s.scratch, (m+2*quarter)*inLanes+lanes)
	return &s.scratch[0]
}

func multiplyAVX512(count1, count2, factors1, factors2 *float64, stride, steps, key, m int, s *flipping) {
	switch m {
	case 4:
		multiply4AVX512(count1, count2, factors1, factors2, stride, steps, key)
	case 6:
		multiply6AVX512(count1, count2, factors1, factors2, stride, steps, key)
	case 8:
		multiply8AVX512(count1, count2, factors1, factors2, stride, steps, key)
	case 10:
		multiply10AVX512(count1, count2, factors1, factors2, stride, steps, key)
	case 12:
		multiply12AVX512(count1, count2, factors1, factors2, stride, steps, key)
	default:
		multiplyLongAVX512(count1, count2, factors1, factors2, stride, steps, key, m, s.memory(m, lanes))
	}
}

func multiplyAVX2(count, factors *float64, stride, steps, m int, s *flipping) {
	pairs := (steps + 1) / 2 // of factors, the last one of which may be a factor 1
	switch m {
	case 4:
		multiply4AVX2(count, factors, stride, pairs)
	case 6:
		multiply6AVX2(count, factors, stride, pairs)
	case 8:
		multiply8AVX2(count, factors, stride, pairs)
	case 10:
		multiply10AVX2(count, factors, stride, pairs)
	case 12:
		multiply12AVX2(count, factors, stride, pairs)
	default:
		multiplyLongAVX2(count, factors, stride, steps, m, s.memory(m, quarter))
	}
}
