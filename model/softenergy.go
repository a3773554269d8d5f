package model

import (
	"math"

	"fbp/instances"
)

// SoftEnergies is Σ_μ f(Δ^μ), every term rounded to a multiple of a unit ([SoftUnit]) so that sums of any
// order agree, in units of it.
func (a *Architecture) SoftEnergies(p *instances.Patterns, unit float64, f func(stability float64) float64) (Energies, error) {
	if err := fits(a, p); err != nil {
		return nil, err
	}
	return newSoftness(a.network(p), p, unit, f).energy, nil
}

// softness makes the soft energies of weights of which every pattern sees one sum.
type softness struct {
	network
	p     *instances.Patterns
	unit  float64
	terms []int // f of the sums −n, −n+2, … n, in units
	steps []int // of the k-th of these 2k is by how much a step down changes its term, 2k + 1 a step up
}

func newSoftness(n network, p *instances.Patterns, unit float64, f func(stability float64) float64) *softness {
	s := &softness{network: n, p: p, unit: unit, terms: make([]int, n.inputs+1), steps: make([]int, 2*(n.inputs+1))}
	s.shape(f)
	return s
}

// shape makes the terms of f.
func (s *softness) shape(f func(stability float64) float64) {
	root := math.Sqrt(float64(s.inputs))
	for k := range s.terms {
		s.terms[k] = int(math.RoundToEven(f(float64(2*k-s.inputs)/root) / s.unit))
	}
	for k := range s.terms[1:] {
		up := s.terms[k+1] - s.terms[k]
		s.steps[2*k+1], s.steps[2*k+2] = up, -up
	}
}

// soft is the soft energy of some weights.
type soft struct {
	*softness
	own     bool     // the terms are of no other energy
	turned  []uint64 // of weight i: all ones when it is −1
	above   []int32  // (sum + n)/2 of each pattern
	columns *lanes
	value   int
	errors  int
	asked   int       // flips that were asked for since one was made
	fours   [][16]int // of four patterns what each of 16 ways to step changes
}

// patient is the number of flips that may be asked for before what four patterns change together is
// tabulated, which costs as much as some flips and makes the next ones cheaper.
const patient = 3

// energy is that of some weights.
func (s *softness) energy(w []float64) Energy {
	e := &soft{softness: s, turned: make([]uint64, len(w)), columns: newLanes(s.p)}
	e.fours = make([][16]int, 16*e.columns.words)
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

// Reshape gives a soft energy, and no other of the same patterns, another function of each pattern's stability. It panics where
// the energy is not one of [Architecture.SoftEnergies].
func Reshape(energy Energy, f func(stability float64) float64) {
	e := energy.(*soft)
	if !e.own {
		other := *e.softness
		other.terms, other.steps = make([]int, len(e.terms)), make([]int, len(e.steps))
		e.softness, e.own = &other, true
	}
	e.shape(f)
	e.value, e.asked = 0, 0
	for _, at := range e.above {
		e.value += e.terms[at]
	}
}

// Value implements [Energy].
func (e *soft) Value() int { return e.value }

// Errors implements [Energy].
func (e *soft) Errors() int { return e.errors }

// Delta implements [Energy].
func (e *soft) Delta(i int) int {
	if e.asked++; e.asked > patient {
		if e.asked == patient+1 {
			e.tabulate()
		}
		return e.tabulated(i)
	}
	return e.change(i)
}

// change is by how much a flip of weight i changes the energy, pattern by pattern.
func (e *soft) change(i int) int {
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

// tabulate adds up what four patterns change together.
func (e *soft) tabulate() {
	for g := range (len(e.above) + 3) / 4 {
		four := &e.fours[g]
		four[0] = 0
		for k, at := range e.above[4*g : min(4*g+4, len(e.above))] {
			down, up := e.steps[2*at], e.steps[2*at+1]
			for x := range 1 << k {
				four[x|1<<k] = four[x] + up
				four[x] += down
			}
		}
		for n := len(e.above) - 4*g; n < 4; n++ { // past the last pattern nothing changes
			copy(four[1<<n:], four[:1<<n])
		}
	}
}

// tabulated is [soft.change] read off the table.
func (e *soft) tabulated(i int) int {
	change, turned := 0, e.turned[i]
	for k, x := range e.columns.column(i) {
		up := x ^ turned
		fours := (*[16][16]int)(e.fours[16*k:])
		for g := range fours {
			change += fours[g][up&15]
			up >>= 4
		}
	}
	return change
}

// Flip implements [Energy].
func (e *soft) Flip(i int) {
	column, turned := e.columns.column(i), e.turned[i]
	for mu, at := range e.above {
		up := int32((column[mu/64] ^ turned) >> (mu % 64) & 1)
		next := at + 2*up - 1
		e.value += e.steps[2*int(at)+int(up)]
		e.errors += e.wrong(int(next)) - e.wrong(int(at))
		e.above[mu] = next
	}
	e.turned[i] = ^turned
	e.asked = 0
}

// wrong is 1 if a pattern with this sum is not learned.
func (e *soft) wrong(at int) int {
	if 2*at-e.inputs < e.low {
		return 1
	}
	return 0
}
