package kern

import (
	"math"

	"fbp/gauss"
)

// Lattice is what a pattern makes of the sum of its weights, an integer.
type Lattice interface {
	// Weight is f(S), between 0 and 1.
	Weight(sum int) float64
	// Need is the number of flips from sum to where f is much larger: flips that raise the sum by 2 each, or, if negative,
	// that lower it. Where f(sum) is zero gain is +Inf, and the flips lead to the nearest sum at which it is not; otherwise they
	// lead up to a jump, far below which f is flat, and gain is the logarithm of the ratio of f there and at sum. 0: f has neither.
	Need(sum int) (flips int, gain float64)
	// Step is of an f of two values: the least sum of which it is 1, and what it is below; ok is false of others.
	Step() (least int, below float64, ok bool)
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
// Where the signs alone violate the pattern, so that k flips are needed and are
// improbable, the odds of the flips that help are multiplied by a λ at which about
// k of them are expected, and by f's own ratio where a flip makes it much larger:
// rare flips become common, all sums are of order one again, and λ cancels in the
// result. For odds λr above 1 the division starts from the other end, in powers of
// 1/λr.
//
// The zero value is ready for use; its scratch memory is used again for the next
// row.
type Flips struct {
	odds     []float64 // r_i, with the sign of x_i
	sum      int       // S₀
	up, down side      // weights against the pattern, and along it
	helpful  side      // those whose odds are multiplied by λ
	steps
	view
	worth  []float64 // f of the sums that can be reached
	powers []float64 // λ^−j, each the one before it divided by λ
	work   []float64
}

// leastRatio keeps the message finite for a weight that decides alone.
const leastRatio = 1e-300

// Load reads a row of gauged cavity fields ξ_i h_i − u_i.
func (f *Flips) Load(h, u []float64, signs []uint64) {
	f.odds = resize(f.odds, len(h))
	Odds(f.odds, h, u, signs)
	f.sort()
}

// Cavity is [Cavity], and prepares for a row that is to be counted as by Load if V is
// small: then Count completes it.
func (f *Flips) Cavity(s, h, u []float64, signs []uint64) (omega, v float64) {
	n := len(s)
	f.odds = resize(f.odds, n)
	sum, variance := cavityOdds(s, first(n, h), first(n, u), first(words(n), signs), f.odds)
	return sum, 4 * variance
}

// LoadMoments reads a row from the cavity moments of its weights; v = 1 − m²
// keeps the odds accurate where m is near ±1.
func (f *Flips) LoadMoments(m, v []float64, signs []uint64) {
	f.odds = resize(f.odds, len(m))
	for i := range m {
		s := flip(m[i], signs, i)
		most := 1 + math.Abs(s)
		f.odds[i] = math.Copysign(min(1, max(v[i]/float64(most*most), leastRatio)), s)
	}
	f.sort()
}

// Count sorts the weights by their signs and counts their flips, at once: a processor begins
// with that before it knows how the row will be read.
func (f *Flips) Count() {
	f.sort()
	distributeBoth(&f.up, &f.down)
}

// sort sorts the weights by their signs. Flips are counted when it is known in which
// directions, and at which λ.
func (f *Flips) sort() {
	room := len(f.odds) + 2*block
	f.up.odds, f.down.odds = resize(f.up.odds, room), resize(f.down.odds, room)
	against := splitOdds(f.up.odds, f.down.odds, f.odds)
	along := len(f.odds) - against
	f.sum = along - against
	f.up.keep(against)
	f.down.keep(along)
	f.steps = steps{}
}

// Mirror turns the row into that of −S: the signs of all weights are reversed.
func (f *Flips) Mirror() {
	for i, x := range f.odds {
		f.odds[i] = -x
	}
	f.up, f.down = f.down, f.up
	f.sum = -f.sum
	f.steps = steps{}
}

// negative reports the sign bit, also that of a zero.
func negative(x float64) bool { return math.Float64bits(x)&signBit != 0 }

// LogZ is ln ⟨f(S)⟩.
func (f *Flips) LogZ(lattice Lattice) float64 {
	if f.viewStep(lattice) {
		if z := math.FMA(f.swing, dot(f.up.count, f.up.payoff), f.sure); z >= enough {
			return gauss.Log(z)
		}
	}
	f.chooseTilt(lattice)
	logs := gauss.Log(max(math.FMA(f.swing, dot(f.raise.count, f.raise.payoff), f.sure), leastRatio))
	if f.tilt > 1 {
		logs += f.raise.logGain(f.tilt) - float64(float64(f.k)*gauss.Log(f.tilt))
	}
	return logs
}

// enough is a probability beside which that of the counts that are left out, 6e-19, is
// nothing.
const enough = 1e-6

// Messages writes the gauged message to every weight of the row that was
// loaded,
//
//	u_i = ½ ln [⟨f(S_i + 1)⟩ / ⟨f(S_i − 1)⟩],
//
// where S_i is the sum of the other weights. No message exceeds 350. With g_n =
// Σ_c count_c payoff_{c+n} and odds x ≤ 1 of a weight, the expected payoff of the
// flips of all others and one more, and that of these flips alone, are
//
//	turned = (1 + x) Σ_n (−x)^n g_n+1,   stay = (1 + x) g_0 − x turned,
//
// and with q_n = Σ_c count_{c+1+n} payoff_c and y = 1/x otherwise
//
//	stay = (1 + y) Σ_n (−y)^n q_n,   turned = (1 + y) g_0 − y stay.
func (f *Flips) Messages(u []float64, lattice Lattice) {
	f.chooseTilt(lattice)
	f.allMoments()
	signs := [2]float64{0, math.Copysign(0, -1)}
	if f.mirrored {
		signs[0], signs[1] = signs[1], signs[0]
	}
	f.raise.send(f.tilt, f.sure, f.swing, signs[0])
	f.lower.send(1, f.sure, f.swing, signs[1])
	against, along := f.raise, f.lower
	if f.mirrored {
		against, along = along, against
	}
	mergeMessages(first(len(f.odds), u), f.odds, against.messages, along.messages)
	if f.tilt > 1 {
		f.common(u)
	}
}

// common writes the messages to the weights whose flips λ made likelier than not.
// A weight that lowers the sum needs k flips of the others as it stands, and k − 1
// once turned, which is worth λ times as much.
func (f *Flips) common(u []float64) {
	if !(float64(f.raise.most*f.tilt) > 1) {
		return
	}
	f.raise.findAbove()
	for i, x := range f.odds {
		if y := float64(math.Abs(x) * f.tilt); negative(x) != f.mirrored && y > 1 {
			y = 1 / y
			stay := alternating(f.raise.above, y)
			turned := math.FMA(-y, stay, f.raise.moments[0])
			u[i] = halfLog(float64(f.tilt*turned), stay)
			if f.mirrored {
				u[i] = -u[i]
			}
		}
	}
}

// alternating is Σ_n (−x)^n c_n.
func alternating(c []float64, x float64) float64 {
	sum := 0.0
	for n := len(c) - 1; n >= 0; n-- {
		sum = math.FMA(-x, sum, c[n])
	}
	return sum
}
