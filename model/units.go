package model

import (
	"math"

	"fbp/instances"
	"fbp/internal/kern"
)

// Units are the hidden units of a committee on a set of patterns, gauged so that
// every label is +1: unit l has the field λ_l^μ = w_l·ξ_l^μ, w_l being its weights and
// ξ_l^μ what it sees of pattern μ.
//
// Fields of many patterns are computed together, four rows of signs at a time. The
// sums have the same bits on every machine, whichever patterns are asked for.
type Units struct {
	Hidden, Inputs int // number of units K, and inputs of each

	rows [][]uint64 // unit l of pattern μ at μ Hidden + l
}

// Units are its hidden units on patterns p.
func (m *Committee) Units(p *instances.Patterns) *Units {
	u := &Units{Hidden: m.Hidden, Inputs: m.perUnit(), rows: make([][]uint64, m.Hidden*p.P)}
	for l := range m.Hidden {
		seen := m.unit(l, p)
		for mu := range p.P {
			u.rows[mu*m.Hidden+l] = seen.Row(mu)
		}
	}
	return u
}

// Patterns is their number P.
func (u *Units) Patterns() int { return len(u.rows) / u.Hidden }

// of are the weights of unit l.
func (u *Units) of(l int, w []float64) []float64 { return w[l*u.Inputs : (l+1)*u.Inputs] }

// four are the rows of unit l for four patterns from the j-th of a list on, the last
// again where there are fewer, and how many there are.
func (u *Units) four(l int, patterns []int, j int) (rows kern.Four, n int) {
	n = min(4, len(patterns)-j)
	for k := range rows {
		rows[k] = u.rows[patterns[j+min(k, n-1)]*u.Hidden+l]
	}
	return rows, n
}

// Fields writes λ_l of the j-th of the patterns to dst[j Hidden + l].
func (u *Units) Fields(dst, w []float64, patterns []int) {
	for l := range u.Hidden {
		own, sum := u.of(l, w), 0.0
		for _, x := range own {
			sum += x
		}
		for j := 0; j < len(patterns); j += 4 {
			rows, n := u.four(l, patterns, j)
			against := kern.Negatives(own, &rows)
			for k, x := range against[:n] {
				dst[(j+k)*u.Hidden+l] = sum - 2*x
			}
		}
	}
}

// AddTo adds Σ_j c[j Hidden + l] ξ_l of the j-th pattern to what g has for the weights
// of unit l.
func (u *Units) AddTo(g, c []float64, patterns []int) {
	for l := range u.Hidden {
		own, sum := u.of(l, g), 0.0
		for j := range patterns {
			sum += c[j*u.Hidden+l]
		}
		if sum != 0 {
			for i := range own {
				own[i] += sum
			}
		}
		for j := 0; j < len(patterns); j += 4 {
			rows, n := u.four(l, patterns, j)
			var x [4]float64
			for k := range x[:n] {
				x[k] = -2 * c[(j+k)*u.Hidden+l]
			}
			if x != [4]float64{} {
				kern.AddNegatives(own, &x, &rows)
			}
		}
	}
}

// votes are the sums of the signs of every pattern's fields.
func (u *Units) votes(w []float64) []int {
	const block = 256
	sums, fields := make([]int, u.Patterns()), make([]float64, block*u.Hidden)
	patterns := make([]int, 0, block)
	for mu := range sums {
		if patterns = append(patterns, mu); len(patterns) < block && mu < len(sums)-1 {
			continue
		}
		u.Fields(fields, w, patterns)
		for j, nu := range patterns {
			sums[nu] = Majority(fields[j*u.Hidden : (j+1)*u.Hidden])
		}
		patterns = patterns[:0]
	}
	return sums
}

// Wrong counts the patterns whose units vote against the label.
func (u *Units) Wrong(w []float64) (errors int) {
	for _, sum := range u.votes(w) {
		if sum < 0 {
			errors++
		}
	}
	return errors
}

// normalize gives w the Euclidean norm r, unless it is 0.
func normalize(w []float64, r float64) {
	square := 0.0
	for _, x := range w {
		square += float64(x * x)
	}
	if square == 0 {
		return
	}
	scale := r / math.Sqrt(square)
	for i := range w {
		w[i] *= scale
	}
}
