package model

import (
	"math"

	"fbp/instances"
	"fbp/internal/kern"
)

// Units are the hidden units of a committee on a set of patterns, gauged so that
// every label is +1: unit l has the field λ_l^μ = w_l·ξ_l^μ, w_l being its weights and
// ξ_l^μ what it sees of pattern μ. With weights of norm 1 it votes +1 above Threshold, and
// a pattern is learned when the votes add up to Least.
//
// Fields of many patterns are computed together, four rows of signs at a time. The
// sums have the same bits on every machine, whichever patterns are asked for.
type Units struct {
	Hidden, Inputs int // number of units K, and inputs of each
	Threshold      float64
	Least          int

	shift    float64     // margin of the output of the smooth network
	patterns int         // P
	rows     [][]uint64  // unit l of pattern μ at μ Hidden + l
	reals    [][]float64 // likewise of real inputs
}

// newUnits are those of a layout on patterns p, with the threshold, least and shift of u.
func newUnits(l layout, p *instances.Patterns, u Units) *Units {
	u.Hidden, u.Inputs, u.patterns = l.Hidden, l.perUnit(), p.P
	if p.IsReal() {
		u.reals = make([][]float64, l.Hidden*p.P)
	} else {
		u.rows = make([][]uint64, l.Hidden*p.P)
	}
	for k := range l.Hidden {
		seen := l.unit(k, p)
		for mu := range p.P {
			if p.IsReal() {
				u.reals[mu*l.Hidden+k] = seen.Real(mu)
			} else {
				u.rows[mu*l.Hidden+k] = seen.Row(mu)
			}
		}
	}
	return &u
}

// Patterns is their number P.
func (u *Units) Patterns() int { return u.patterns }

// of are the weights of unit l.
func (u *Units) of(l int, w []float64) []float64 { return w[l*u.Inputs : (l+1)*u.Inputs] }

// Fields writes λ_l of the j-th of the patterns to dst[j Hidden + l].
func (u *Units) Fields(dst, w []float64, patterns []int) {
	if u.reals != nil {
		u.realFields(dst, w, patterns)
		return
	}
	for l := range u.Hidden {
		own, sum := u.of(l, w), 0.0
		for _, x := range own {
			sum += x
		}
		var rows kern.FourRows
		for j, mu := range patterns {
			if full := rows.Take(u.rows[mu*u.Hidden+l], 0); !full && j < len(patterns)-1 {
				continue
			}
			first, against := j/4*4, rows.Negatives(own)
			for k, x := range against[:j-first+1] {
				dst[(first+k)*u.Hidden+l] = sum - 2*x
			}
		}
	}
}

// AddTo adds Σ_j c[j Hidden + l] ξ_l of the j-th pattern to what g has for the weights
// of unit l.
func (u *Units) AddTo(g, c []float64, patterns []int) {
	if u.reals != nil {
		u.addReals(g, c, patterns)
		return
	}
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
		var rows kern.FourRows
		for j, mu := range patterns {
			if x := -2 * c[j*u.Hidden+l]; x != 0 && rows.Take(u.rows[mu*u.Hidden+l], x) {
				rows.AddNegatives(own)
			}
		}
		rows.AddNegatives(own)
	}
}

// realFields is Fields of real inputs.
func (u *Units) realFields(dst, w []float64, patterns []int) {
	for j, mu := range patterns {
		for l := range u.Hidden {
			sum := 0.0
			for i, x := range u.reals[mu*u.Hidden+l] {
				sum = math.FMA(x, w[l*u.Inputs+i], sum)
			}
			dst[j*u.Hidden+l] = sum
		}
	}
}

// addReals is AddTo of real inputs.
func (u *Units) addReals(g, c []float64, patterns []int) {
	for j, mu := range patterns {
		for l := range u.Hidden {
			d, own := c[j*u.Hidden+l], u.of(l, g)
			if d == 0 {
				continue
			}
			for i, x := range u.reals[mu*u.Hidden+l] {
				own[i] = math.FMA(d, x, own[i])
			}
		}
	}
}

// Learns tells whether a pattern is learned whose units have these fields, of weights of
// that norm in each unit.
func (u *Units) Learns(fields []float64, norm float64) bool { return u.votes(fields, norm) >= u.Least }

// votes is the sum of the votes ±1 of the units of a pattern, +1 at the threshold itself
// if that is zero.
func (u *Units) votes(fields []float64, norm float64) (sum int) {
	threshold := float64(u.Threshold * norm)
	for _, x := range fields {
		if u.against(x, threshold) {
			sum--
		} else {
			sum++
		}
	}
	return sum
}

// against tells whether a field is below a threshold; at one that is not zero too, for
// stabilities have to exceed margins.
func (u *Units) against(field, threshold float64) bool {
	if u.Threshold == 0 {
		return field < 0
	}
	return field <= threshold
}

// Weakest is the unit that votes against the pattern with the field nearest to its
// threshold, of weights of norm 1; −1 if the pattern is learned.
func (u *Units) Weakest(fields []float64) int {
	least := -1
	if u.Learns(fields, 1) {
		return least
	}
	for l, x := range fields {
		if u.against(x, u.Threshold) && (least < 0 || x > fields[least]) {
			least = l
		}
	}
	return least
}

// sums are the sums of the votes for every pattern.
func (u *Units) sums(w []float64) []int {
	const block = 256
	sums, fields := make([]int, u.Patterns()), make([]float64, block*u.Hidden)
	patterns, norm := make([]int, 0, block), u.norm(w)
	for mu := range sums {
		if patterns = append(patterns, mu); len(patterns) < block && mu < len(sums)-1 {
			continue
		}
		u.Fields(fields, w, patterns)
		for j, nu := range patterns {
			sums[nu] = u.votes(fields[j*u.Hidden:(j+1)*u.Hidden], norm)
		}
		patterns = patterns[:0]
	}
	return sums
}

// norm is that of the weights of one unit, where a threshold needs it.
func (u *Units) norm(w []float64) float64 {
	if u.Threshold == 0 {
		return 1
	}
	return norm(w[:u.Inputs])
}

// Wrong counts the patterns that are not learned.
func (u *Units) Wrong(w []float64) (errors int) {
	for _, sum := range u.sums(w) {
		if sum < u.Least {
			errors++
		}
	}
	return errors
}

// norm is the Euclidean norm of w.
func norm(w []float64) float64 {
	square := 0.0
	for _, x := range w {
		square += float64(x * x)
	}
	return math.Sqrt(square)
}

// normalize gives w the Euclidean norm r, unless it has no direction.
func normalize(w []float64, r float64) {
	length := norm(w)
	if !directed(length) {
		return
	}
	scale := r / length
	for i := range w {
		w[i] *= scale
	}
}
