package measure

import (
	"math"
	"math/bits"
	"slices"

	"fbp/assignment"
	"fbp/model"
)

// mostMatched bounds the units of a layer that are matched: n units take n³ steps.
const mostMatched = 2001

// matched is the network b with its units exchanged and turned, layer by layer from the
// inputs on, such that each layer has the largest overlap with that of a: the sum over
// pairs of units of Q = Σ_i w_i(a) w_i(b), or of |Q| where units can change sign. Layers
// that read exchanged units follow before they are matched themselves.
func matched(layers []model.Freedom, a, b []float64) []float64 {
	out, at := slices.Clone(b), 0
	for l, f := range layers {
		end := at + f.Weights()
		if f.Some() {
			places := match(f, products(f.Layer, a[at:end], out[at:end]))
			own := out[at:end]
			old := slices.Clone(own)
			for k, u := range places {
				for i, x := range old[u.from*f.Inputs : (u.from+1)*f.Inputs] {
					own[k*f.Inputs+i] = u.sign * x
				}
			}
			if f.Read {
				places.follow(out[end : end+layers[l+1].Weights()])
			}
		}
		at = end
	}
	return out
}

// products are Q of each unit of a with each of b.
func products(l model.Layer, a, b []float64) [][]float64 {
	q := make([][]float64, l.Units)
	for k := range q {
		q[k] = make([]float64, l.Units)
		own := a[k*l.Inputs : (k+1)*l.Inputs]
		for j := range q[k] {
			other, sum := b[j*l.Inputs:(j+1)*l.Inputs], 0.0
			for i, x := range own {
				sum += float64(x * other[i])
			}
			q[k][j] = sum
		}
	}
	return q
}

// turned is the unit of b that takes a place, and the sign of its weights there.
type turned struct {
	from int
	sign float64
}

// placed are those of all places of a layer.
type placed []turned

// follow exchanges and turns the inputs of the weights that read the units.
func (u placed) follow(next []float64) {
	old := make([]float64, len(u))
	for row := range slices.Chunk(next, len(u)) {
		copy(old, row)
		for k, t := range u {
			row[k] = t.sign * old[t.from]
		}
	}
}

// match finds the units of b that go best with those of a.
func match(f model.Freedom, q [][]float64) placed {
	if f.Signs == model.EvenSigns {
		return matchEven(f, q)
	}
	best := make(placed, f.Units)
	size := f.Units
	if f.Groups == 0 {
		size = 1
	} else {
		size /= f.Groups
	}
	for lo := 0; lo < f.Units; lo += size {
		score := make([][]float64, size)
		for k := range score {
			score[k] = slices.Clone(q[lo+k][lo : lo+size])
			for j, x := range score[k] {
				if f.Signs == model.AnySigns {
					score[k][j] = math.Abs(x)
				}
			}
		}
		for k, j := range assignment.Best(score) {
			best[lo+k] = turned{lo + j, 1}
			if f.Signs == model.AnySigns && q[lo+k][lo+j] < 0 {
				best[lo+k].sign = -1
			}
		}
	}
	return best
}

// mostOfSubsets are the units for which all subsets are gone through.
const mostOfSubsets = 12

// matchEven is match where an even number of units changes sign. With exchange of more
// than [mostOfSubsets] units, where the sum of |Q| of the best permutation would want an
// odd number, the unit of the smallest |Q| gives way: the sum lies within twice that of
// the largest, which is no part of it for many units.
func matchEven(f model.Freedom, q [][]float64) placed {
	if f.Groups > 0 && f.Units <= mostOfSubsets {
		return matchSubsets(q)
	}
	f.Signs = model.AnySigns
	best := match(f, q)
	odd, least := false, 0
	for k, u := range best {
		odd = odd != (u.sign < 0)
		if math.Abs(q[k][u.from]) < math.Abs(q[least][best[least].from]) {
			least = k
		}
	}
	if odd {
		best[least].sign = -best[least].sign
	}
	return best
}

// matchSubsets finds the best exchange with an even number of signs: of the first k places
// and every subset of k units, with an even and with an odd number.
func matchSubsets(q [][]float64) placed {
	n := len(q)
	sums, last := make([][2]float64, 1<<n), make([][2]turned, 1<<n)
	for set := range sums {
		sums[set] = [2]float64{math.Inf(-1), math.Inf(-1)}
	}
	sums[0][0] = 0
	for set := 1; set < 1<<n; set++ {
		k := bits.OnesCount(uint(set)) - 1
		for j := range n {
			if set>>j&1 == 0 {
				continue
			}
			for odd, before := range sums[set&^(1<<j)] {
				for turn, sign := range []float64{1, -1} {
					if x := before + float64(sign*q[k][j]); x > sums[set][odd^turn] {
						sums[set][odd^turn], last[set][odd^turn] = x, turned{j, sign}
					}
				}
			}
		}
	}
	best, set, odd := make(placed, n), 1<<n-1, 0
	for k := n - 1; k >= 0; k-- {
		best[k] = last[set][odd]
		set &^= 1 << best[k].from
		if best[k].sign < 0 {
			odd ^= 1
		}
	}
	return best
}
