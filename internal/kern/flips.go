package kern

import (
	"math"

	"fbp/gauss"
)

// Flips is the distribution of a row's sum when few of its weights are free:
// not a Gaussian, but a lattice of spacing 2.
//
// A weight of gauged cavity field x points along sign(x), and the other way with
// odds r = e^−2|x|. So the sum is S = S₀ + 2(U − D), S₀ = Σ_i sign(x_i), where U
// counts the flips of weights that lower it and D those of weights that raise
// it. A pattern asks for S ≥ least, which is U − D ≥ k, k = (least − S₀)/2.
//
// The numbers of flips have polynomials as generating functions, Π (1 + r_j z),
// of which as many coefficients are kept as there can be flips. Leaving one
// weight out divides by its factor: the coefficients become alternating series
// in r_j ≤ 1, which Horner's rule sums.
//
// Where the signs alone violate the pattern (k > 0), the odds of flips that
// raise the sum are multiplied by a λ at which about k of them are expected:
// what is rare becomes common, all sums are of order one again, and λ drops out
// of the answer. Odds λr above 1 are divided from the other end, in powers of 1/λr.
//
// The zero value is ready; it keeps its scratch between rows.
type Flips struct {
	up, down flipping
	signs    int       // S₀
	k        int       // flips that are needed
	tilt     float64   // λ
	worth    []float64 // Σ over u or more flips up of what each is worth
}

const (
	// rare is the exponent of what is left out: e^−42 = 6e-19.
	rare = 42
	// leastRatio keeps the message to a weight that alone decides finite.
	leastRatio = 1e-300
)

// Idle tells from its sums alone that a row is satisfied whatever few weights
// flip, so that all its messages and ln Z are below 1e-18: at most V/2 flips are
// expected, and more than k are needed to violate it.
func Idle(least int, omega, v float64) bool {
	return improbable(0.5*(omega-v-float64(least)), 0.5*v)
}

// improbable tells whether a sum of independent flips of mean μ reaches m > μ
// with probability below e^−rare only (Chernoff's bound of a Poisson variable).
func improbable(m, mu float64) bool {
	if !(m > mu) {
		return false
	}
	mu = max(mu, leastRatio)
	return float64(m*(gauss.Log(m)-gauss.Log(mu)))-m+mu > rare
}

// Load reads a row of gauged cavity fields ξ_i h_i − u_i and what [Cavity] made of
// them, s, whose sum is to be at least least.
//
// Where the signs alone satisfy the pattern with a flip to spare, (1−|s|)/(1+|s|)
// is accurate enough for the odds; elsewhere the smallest of them may decide.
func (f *Flips) Load(s, h, u []float64, signs []uint64, least int) {
	f.start()
	for i, m := range s {
		m = math.Abs(m)
		f.add(i, negative(s[i]), (1-m)/(1+m))
	}
	if f.k = (least - f.signs) >> 1; f.k < 0 { // the same parity, so that nothing is lost
		return
	}
	f.start()
	for i := range s {
		x := flip(h[i], signs, i) - u[i]
		f.add(i, negative(x), expTwice(max(-math.Abs(x), -farTail)))
	}
	f.k = (least - f.signs) >> 1
}

// LoadMoments reads a row from the cavity moments of its weights; v = 1 − m²
// keeps the odds accurate where m is near ±1.
func (f *Flips) LoadMoments(m, v []float64, signs []uint64, least int) {
	f.start()
	for i := range m {
		s := flip(m[i], signs, i)
		most := 1 + math.Abs(s)
		f.add(i, negative(s), max(v[i]/float64(most*most), leastRatio))
	}
	f.k = (least - f.signs) >> 1
}

// negative tells the sign of zero too, as [Cavity] does.
func negative(x float64) bool { return math.Float64bits(x)&signBit != 0 }

func (f *Flips) start() {
	f.signs = 0
	f.up.weight, f.up.odds = f.up.weight[:0], f.up.odds[:0]
	f.down.weight, f.down.odds = f.down.weight[:0], f.down.odds[:0]
}

// add takes in weight i, which points against the pattern or along it.
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
//	u_i = ½ ln [P(S_i + 1 ≥ least) / P(S_i − 1 ≥ least)],
//
// S_i the sum of the other weights. No message exceeds 350.
func (f *Flips) Messages(u []float64) {
	f.prepare()
	// A weight that lowers the sum asks k flips of the others as it stands, and
	// k − 1 once turned, which is worth λ times as much.
	f.up.messages(u, 1, f.tilt)
	f.down.messages(u, -1, 1)
}

// halfLog is ½ ln(a/b), with neither allowed to be nothing beside the other.
func halfLog(a, b float64) float64 {
	a, b = max(a, float64(leastRatio*b), leastRatio), max(b, float64(leastRatio*a), leastRatio)
	if x := a / b; x > 2 || x < 0.5 {
		return 0.5 * gauss.Log(x)
	}
	return 0.5 * gauss.Log1p((a-b)/b)
}

// LogZ is ln P(S ≥ least).
func (f *Flips) LogZ() float64 {
	f.prepare()
	logs := gauss.Log(max(f.up.moments[0], leastRatio))
	if f.k > 0 {
		for _, r := range f.up.odds[:len(f.up.weight)] {
			logs += gauss.Log1p(r) - gauss.Log1p(r/f.tilt)
		}
		logs -= float64(float64(f.k) * gauss.Log(f.tilt))
	}
	return logs
}

// prepare computes the distributions and what they are worth. It may be called
// once for every row that was loaded.
func (f *Flips) prepare() {
	f.tilt = 1
	if f.k > 0 {
		f.tilt = f.up.tiltTo(float64(f.k))
	}
	more := 0
	if f.k >= 0 {
		more = 1 // what a further flip is worth matters, be it ever so rare
	}
	f.up.distribute(more)
	f.down.distribute(0)
	f.pay()
	f.up.correlate()
	f.down.correlate()
}

// pay fills in what a number of flips in one direction is worth, given the
// distribution of those in the other: for u flips up, λ^(k−u) P(D ≤ u − k); for
// d flips down, Σ_{u ≥ k+d} P_λ(U = u) λ^(k−u).
func (f *Flips) pay() {
	up, down := &f.up, &f.down
	up.payoff = resize(up.payoff, len(up.count)+1)
	at, sum, scale := 0, 0.0, 1.0 // sum = P(D < at)
	for u := range up.payoff {
		for ; at <= u-f.k && at < len(down.count); at++ {
			sum += down.count[at]
		}
		up.payoff[u] = float64(scale * sum)
		if u >= f.k && f.k > 0 {
			scale /= f.tilt
		}
	}
	f.worth = resize(f.worth, len(up.count)+1)
	f.worth[len(up.count)] = 0
	for u := len(up.count) - 1; u >= 0; u-- {
		f.worth[u] = f.worth[u+1]
		if u >= f.k {
			f.worth[u] += float64(up.count[u] * inversePower(f.tilt, u-max(f.k, 0)))
		}
	}
	down.payoff = resize(down.payoff, len(down.count)+1)
	for d := range down.payoff {
		down.payoff[d] = f.worth[min(max(f.k+d, 0), len(up.count))]
	}
}

// inversePower is x^−n.
func inversePower(x float64, n int) float64 {
	y := 1.0
	if x > 1 {
		for ; n > 0 && y > 0; n-- {
			y /= x
		}
	}
	return y
}

// resize gives x length n; what it holds is lost.
func resize[E any](x []E, n int) []E {
	if cap(x) < n {
		return make([]E, n, n+n/2)
	}
	return x[:n]
}

// AddMessages adds gain times the messages m to those that a row holds, and to
// the fields.
func AddMessages(h, u, m []float64, signs []uint64, gain float64) {
	for i, message := range m {
		d := float64(gain * message)
		u[i] += d
		h[i] += flip(d, signs, i)
	}
}
