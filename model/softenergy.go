package model

import (
	"math"

	"fbp/instances"
)

// SoftEnergies is Σ_μ f(Δ^μ), every term rounded to a multiple of [SoftUnit] so that sums of any
// order agree, in units of it.
func (a *Architecture) SoftEnergies(p *instances.Patterns, f func(stability float64) float64) (Energies, error) {
	if err := fits(a, p); err != nil {
		return nil, err
	}
	return newSoft(a.network(p), p, f), nil
}

// softness makes the soft energies of weights of which every pattern sees one sum.
type softness struct {
	network
	p     *instances.Patterns
	terms []int // f of the sums −n, −n+2, … n, in units of SoftUnit
	steps []int // of the k-th of these 2k is by how much a step down changes its term, 2k + 1 a step up
}

func newSoft(n network, p *instances.Patterns, f func(stability float64) float64) *softness {
	s := &softness{network: n, p: p}
	for sum := -n.inputs; sum <= n.inputs; sum += 2 {
		s.terms = append(s.terms, int(math.RoundToEven(f(float64(sum)/math.Sqrt(float64(n.inputs)))/SoftUnit)))
	}
	s.steps = make([]int, 2*len(s.terms))
	for k := range s.terms[1:] {
		up := s.terms[k+1] - s.terms[k]
		s.steps[2*k+1], s.steps[2*k+2] = up, -up
	}
	return s
}

// soft is the soft energy of some weights.
type soft struct {
	*softness
	turned  []uint64 // of weight i: all ones when it is −1
	above   []int32  // (sum + n)/2 of each pattern
	columns *lanes
	value   int
	errors  int
}

// At implements [Energies].
func (s *softness) At(w []float64) Energy {
	e := &soft{softness: s, turned: make([]uint64, len(w)), columns: newLanes(s.p)}
	for i, x := range w {
		if x < 0 {
			e.turned[i] = ^uint64(0)
		}
	}
	for _, sum := range s.sums(w) {
		at := (sum + s.inputs) / 2
		e.above = append(e.above, int32(at))
		e.value += s.terms[at]
		if sum < s.low {
			e.errors++
		}
	}
	return e
}

// Value implements [Energy].
func (e *soft) Value() int { return e.value }

// Errors implements [Energy].
func (e *soft) Errors() int { return e.errors }

// Delta implements [Energy].
func (e *soft) Delta(i int) int {
	change, rest := 0, e.above
	for _, x := range e.columns.column(i) {
		up := x ^ e.turned[i]
		word := rest[:min(64, len(rest))]
		for _, at := range word {
			change += e.steps[2*int(at)+int(up&1)]
			up >>= 1
		}
		rest = rest[len(word):]
	}
	return change
}

// Flip implements [Energy].
func (e *soft) Flip(i int) {
	e.value += e.Delta(i)
	column := e.columns.column(i)
	for mu, at := range e.above {
		up := int32((column[mu/64] ^ e.turned[i]) >> (mu % 64) & 1)
		next := at + 2*up - 1
		e.errors += e.wrong(int(next)) - e.wrong(int(at))
		e.above[mu] = next
	}
	e.turned[i] = ^e.turned[i]
}

// wrong is 1 if a pattern with this sum is not learned.
func (e *soft) wrong(at int) int {
	if 2*at-e.inputs < e.low {
		return 1
	}
	return 0
}
