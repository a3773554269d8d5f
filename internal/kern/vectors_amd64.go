//go:build amd64 && !purego

package kern

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../kern_amd64.s -stubs ../stubs_amd64.go -pkg kern

// supported lists what this processor runs, best first.
func supported() []tier {
	tiers := []tier{portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasPOPCNT {
		tiers = append([]tier{avx2}, tiers...)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			tiers = append([]tier{avx512}, tiers...)
		}
	}
	return tiers
}

// whole panics unless n elements are whole groups: what is left of one is not looked at.
func whole(n, group int) {
	if n%group != 0 {
		panic("kern: a part of a group of elements")
	}
}

// Vector code multiplies the counts of a [side], a list, by its factors (multiplyGo) with a share of the counts in each lane of m
// vectors, the lowest ones in the last lane: of eight lanes, lane l has the counts (7−l) m … (8−l) m − 1. A lane needs the highest counts of the lane
// after it, and so is one factor behind that; asm/skewed.go has a diagram:
//
//	step        lane 0    …   lane 6     lane 7
//	0           1             1          factor 0
//	1           1             factor 0   factor 1
//
// The factors of a step lie in memory one after the other, since eight factors 1 stand before the first and after the last
// one. AVX-512 has eight lanes for one list, or four each for two; AVX2 has four for one.

const (
	quarter = 4 // lanes of AVX2, or of one of two lists
	// Masks of the lanes that have a lane after them in their list.
	oneList, twoLists = 0b1111111, 0b1110111
	// fewVectors is the m up to which vectors stay in registers.
	fewVectors = 6
)

// vectorsFor is the number m of vectors for so many counts in some lanes.
func vectorsFor(counts, inLanes int) int {
	return max(fewVectors, multiple((counts+inLanes-1)/inLanes, 2))
}

// multipliesBoth tells that two lists at once take less than one after the other.
func multipliesBoth() bool { return active == avx512 }

// multiplyOne computes count of a list, and reports false where there is no vector code.
func multiplyOne(s *side) bool {
	switch active {
	case avx512:
		m := vectorsFor(s.size+1, lanes)
		s.reserve(lanes * m)
		at := s.behind(lanes)
		s.multiplyWide(&s.counts[0], &s.counts[quarter*m], &s.factors[at+quarter], &s.factors[at], s.steps(lanes), oneList, m)
	case avx2:
		m := vectorsFor(s.size+1, quarter)
		s.reserve(quarter * m)
		count, factors, steps := &s.counts[0], &s.factors[s.behind(quarter)], s.steps(quarter)
		if m == fewVectors {
			multiplyFewAVX2(count, factors, s.stride, (steps+1)/2)
		} else {
			multiplyAVX2(count, factors, s.stride, steps, m, s.memory(m, quarter))
		}
	default:
		return false
	}
	return true
}

// multiplyTwo computes count of two lists of equally many factors.
func multiplyTwo(a, b *side) {
	m, at := vectorsFor(max(a.size, b.size)+1, quarter), a.behind(quarter)
	a.reserve(quarter * m)
	b.reserve(quarter * m)
	a.multiplyWide(&a.counts[0], &b.counts[0], &a.factors[at], &b.factors[at], a.steps(quarter), twoLists, m)
}

// multiplyWide multiplies m vectors of AVX-512.
func (s *side) multiplyWide(count1, count2, factors1, factors2 *float64, steps, key, m int) {
	if m == fewVectors {
		multiplyFewAVX512(count1, count2, factors1, factors2, s.stride, (steps+1)/2, key)
		return
	}
	multiplyAVX512(count1, count2, factors1, factors2, s.stride, steps, key, m, s.memory(m, lanes))
}

// reserve makes room for so many counts.
func (s *side) reserve(counts int) {
	s.counts = resize(s.counts, counts)
	s.count = s.counts[:s.size]
}

// behind is where the factor of lane 0 stands in a stream at step 0, when the last lane takes the first factor after the eight
// factors 1; steps is how many there are until lane 0 has taken the last factor.
func (s *side) behind(inLanes int) int { return lanes - (inLanes - 1) }
func (s *side) steps(inLanes int) int  { return s.stride - 2*lanes + inLanes - 1 }

// memory is room for m vectors of so many lanes while they are multiplied, and twice for the four vectors that are carried from
// lane to lane: before a factor and after it.
func (s *side) memory(m, inLanes int) *float64 {
	s.scratch = resize(s.scratch, (m+2*quarter)*inLanes+lanes)
	return &s.scratch[0]
}
