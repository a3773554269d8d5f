package kern

import (
	"math"

	"fbp/gauss"
)

// Lattice is what a pattern makes of the sum of its weights, an integer.
type Lattice interface {
	// Weight is f(S), between 0 and 1.
	Weight(sum int) float64
	// Need is the number of flips that sum needs before f differs from zero: flips
	// that raise it by 2 each, or, if negative, that lower it.
	Need(sum int) int
}

// Jumping is a lattice on which f jumps up at one sum, far below which it is flat
// and not zero.
type Jumping interface {
	// Jump is the number of flips up that sum needs to pass the jump, 0 if it has, and
	// the logarithm of the ratio of f there and at sum.
	Jump(sum int) (flips int, gain float64)
}

// Flips is the distribution of a row's sum when few of its weights are free: it
// is not Gaussian, but lives on a lattice of spacing 2.
//
// A weight of gauged cavity field x has the sign of x, and the opposite sign with
// odds r = e^−2|x|. The sum is therefore S = S₀ + 2(U − D), S₀ = Σ_i sign(x_i),
// where U counts the flips of weights that lower it and D those of weights that
// raise it.
//
// The generating functions of the numbers of flips are polynomials, Π (1 + r_j
// z), of which the coefficients of all probable numbers are kept. Leaving one
// weight out divides by its factor: the coefficients become alternating series in
// r_j ≤ 1, which are summed by Horner's rule.
//
// Where the signs alone violate the pattern, so that k flips are needed, the odds
// of the flips that help are multiplied by a λ at which about k of them are
// expected, and by f's own ratio where a flip makes it much larger: rare flips
// become common, all sums are of order one again, and λ cancels in the result.
// For odds λr above 1 the division starts from the other end, in powers of 1/λr.
// If it is flips down that are needed, the row is read with all signs reversed.
//
// The zero value is ready for use; its scratch memory is used again for the next
// row.
type Flips struct {
	up, down flipping
	signs    int       // S₀
	lattice  Lattice   // f
	mirrored bool      // read with all signs reversed
	k        int       // number of flips that are needed, at least 0
	spare    bool      // one flip more or fewer changes nothing
	jump     int       // flips to a jump of f, 0 without one
	gain     float64   // logarithm of that jump
	tilt     float64   // λ
	worth    []float64 // f of the sums that can be reached
	ready    bool      // what follows from the row is computed
}

// leastRatio keeps the message finite for a weight that decides alone.
const leastRatio = 1e-300

// Load reads a row of gauged cavity fields ξ_i h_i − u_i and what [Cavity] made of
// them, s.
//
// If the signs alone satisfy the pattern, and still do after one flip,
// (1−|s|)/(1+|s|) is accurate enough for the odds; otherwise the smallest odds
// may decide, and they are computed from the fields.
func (f *Flips) Load(s, h, u []float64, signs []uint64, lattice Lattice) {
	f.start(lattice)
	for i, m := range s {
		m = math.Abs(m)
		f.add(i, negative(s[i]), (1-m)/(1+m))
	}
	if f.need(); f.spare {
		return
	}
	f.start(lattice)
	for i, m := range s {
		m = math.Abs(m)
		odds := (1 - m) / (1 + m)
		if 1-m < leastDifference {
			odds = expTwice(max(-math.Abs(flip(h[i], signs, i)-u[i]), -farTail))
		}
		f.add(i, negative(s[i]), odds)
	}
	f.need()
}

// leastDifference of 1 and |s| leaves ten digits and more of the odds.
const leastDifference = 1.0 / 4096

// LoadMoments reads a row from the cavity moments of its weights; v = 1 − m²
// keeps the odds accurate where m is near ±1.
func (f *Flips) LoadMoments(m, v []float64, signs []uint64, lattice Lattice) {
	f.start(lattice)
	for i := range m {
		s := flip(m[i], signs, i)
		most := 1 + math.Abs(s)
		f.add(i, negative(s), min(1, max(v[i]/float64(most*most), leastRatio)))
	}
	f.need()
}

// need asks what the signs alone lack: k flips, or, where f differs from zero, a
// flip that would make it much larger.
func (f *Flips) need() {
	at := f.lattice.Weight
	f.k, f.tilt = f.lattice.Need(f.signs), 1
	f.mirrored, f.spare, f.jump = f.k < 0, false, 0
	if f.k == 0 {
		rise, fall := at(f.signs+2)/at(f.signs), at(f.signs-2)/at(f.signs)
		f.spare = max(rise, fall) < 2 && min(rise, fall) > 0.5
		f.mirrored = fall > max(rise, 2)
		if j, ok := f.lattice.(Jumping); ok && !f.mirrored {
			f.jump, f.gain = j.Jump(f.signs)
			f.spare = f.spare && f.jump == 0
		}
	}
	if f.mirrored {
		f.k, f.signs = -f.k, -f.signs
		f.up, f.down = f.down, f.up
	}
}

// negative reports the sign bit, also that of a zero, as [Cavity] does.
func negative(x float64) bool { return math.Float64bits(x)&signBit != 0 }

func (f *Flips) start(lattice Lattice) {
	f.signs, f.lattice, f.ready = 0, lattice, false
	f.up.weight, f.up.odds = f.up.weight[:0], f.up.odds[:0]
	f.down.weight, f.down.odds = f.down.weight[:0], f.down.odds[:0]
}

// add adds weight i, whose sign is against the pattern or with it.
func (f *Flips) add(i int, against bool, odds float64) {
	side, sign := &f.down, 1
	if against {
		side, sign = &f.up, -1
	}
	f.signs += sign
	side.weight = append(side.weight, int32(i))
	side.odds = append(side.odds, odds)
}

// Messages writes the gauged message to every weight of the row that was
// loaded,
//
//	u_i = ½ ln [⟨f(S_i + 1)⟩ / ⟨f(S_i − 1)⟩],
//
// where S_i is the sum of the other weights. No message exceeds 350.
func (f *Flips) Messages(u []float64) {
	f.prepare()
	sign := 1.0
	if f.mirrored {
		sign = -1
	}
	// A weight that lowers the sum needs k flips of the others as it stands, and
	// k − 1 once turned, which is worth λ times as much.
	f.up.messages(u, sign, f.tilt)
	f.down.messages(u, -sign, 1)
}

// halfLog is ½ ln(a/b), with both a/b and b/a at least leastRatio.
func halfLog(a, b float64) float64 {
	a, b = max(a, float64(leastRatio*b), leastRatio), max(b, float64(leastRatio*a), leastRatio)
	if x := a / b; x > 2 || x < 0.5 {
		return 0.5 * gauss.Log(x)
	}
	return 0.5 * gauss.Log1p((a-b)/b)
}

// Reread gives the row that was loaded another pattern, and tells whether that
// worked: it does where neither tilts the odds, as for rows that satisfy the first.
func (f *Flips) Reread(lattice Lattice) bool {
	if !f.ready || f.mirrored || f.tilt != 1 || f.k != 0 {
		return false
	}
	spare := f.spare
	f.lattice = lattice
	f.need()
	if f.mirrored || f.k != 0 || spare && !f.spare || f.slope() != 1 {
		f.ready = false
		return false
	}
	f.tilt = 1
	f.evaluate()
	return true
}

// LogZ is ln ⟨f(S)⟩.
func (f *Flips) LogZ() float64 {
	f.prepare()
	logs := gauss.Log(max(f.up.moments[0], leastRatio))
	if f.tilt > 1 {
		for _, r := range f.up.odds[:len(f.up.weight)] {
			logs += gauss.Log1p(r) - gauss.Log1p(r/f.tilt)
		}
		logs -= float64(float64(f.k) * gauss.Log(f.tilt))
	}
	return logs
}

// prepare computes the distributions and payoffs, once for every row
// that was loaded.
func (f *Flips) prepare() {
	if f.ready {
		return
	}
	f.ready = true
	if f.k > 0 {
		f.tilt = f.up.tiltTo(float64(f.k))
	} else {
		f.tilt = f.slope()
	}
	if f.tilt > 1 {
		f.up.tiltBy(f.tilt)
	}
	more := 0
	if !f.spare {
		more = 1 // the payoff of one more flip matters, however rare it is
	}
	f.up.distribute(more)
	f.down.distribute(more)
	f.evaluate()
}

// evaluate computes what the flips are worth, given their distributions.
func (f *Flips) evaluate() {
	f.pay()
	f.up.correlate(f.tilt > 1)
	f.down.correlate(false)
}

// at is f after so many flips up.
func (f *Flips) at(flips int) float64 {
	sum := f.signs + 2*flips
	if f.mirrored {
		sum = -sum
	}
	return f.lattice.Weight(sum)
}

// slope is the λ = f(S₀+2u+2)/f(S₀+2u) at which about u + 1 flips are expected: by it
// f grows where it counts. Where that ratio falls steeply after u flips, it is the λ at
// which u are expected: f grows that far and no further. Without a slope it is 1.
func (f *Flips) slope() float64 {
	if f.spare {
		return 1
	}
	if f.jump > 0 {
		if tilt := f.up.tiltTo(float64(f.jump)); f.up.mostLikely(f.jump, tilt)+f.gain > -rare {
			return tilt
		}
		return 1
	}
	for u := 0; ; u++ {
		tilt, expected := min(f.at(u+1)/f.at(u), mostTilt), 0.0
		if tilt > 2 {
			expected = f.up.expected(tilt)
		}
		switch {
		case u > 1 && expected < 0.5*float64(u):
			return f.up.tiltTo(float64(u))
		case !(tilt > 2):
			return 1
		case expected < float64(u+1):
			return tilt
		}
	}
}

// pay computes the payoff of each number of flips in one direction, given the
// distribution of those in the other: for u flips up, λ^(k−u) ⟨f(S₀ + 2u − 2D)⟩;
// for d flips down, ⟨λ^(k−U) f(S₀ + 2U − 2d)⟩. Sums with f > 0 have u ≥ k.
func (f *Flips) pay() {
	up, down := &f.up, &f.down
	ups, downs := len(up.count), len(down.count)
	f.worth = resize(f.worth, ups+downs+1) // of u − d = −downs … ups
	for j := range f.worth {
		f.worth[j] = f.at(j - downs)
	}
	up.payoff = resize(up.payoff, ups+1)
	down.payoff = resize(down.payoff, downs+1)
	clear(down.payoff)
	scale := 1.0
	for u := range up.payoff {
		sum := 0.0
		for d, p := range down.count {
			sum = math.FMA(p, f.worth[downs+u-d], sum)
		}
		up.payoff[u] = float64(scale * sum)
		if u < ups {
			p := float64(scale * up.count[u])
			for d := range down.payoff {
				down.payoff[d] = math.FMA(p, f.worth[downs+u-d], down.payoff[d])
			}
		}
		if u >= f.k && f.tilt > 1 {
			scale /= f.tilt
		}
	}
}

// resize gives x length n; its content is lost.
func resize[E any](x []E, n int) []E {
	if cap(x) < n {
		return make([]E, n, n+n/2)
	}
	return x[:n]
}
