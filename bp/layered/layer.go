package layered

import (
	"math"
	"slices"

	"fbp/gauss"
	"fbp/internal/kern"
	"fbp/model"
)

// layer is a layer of weights and the units that they feed, on a batch of patterns. In an iteration (passing.iterate) it goes
// three times through the equations of the package, of which arrows give the places:
//
//	forward   m, x of the inputs ─► ω, V ─► u, 1/√V, F (signs: from below)   ─► x = tanh(B + F)
//	backward  u, B of the own units ─► g, ∂_ω g                              ─► B of the units below
//	learn     g, x, m                                                        ─► h ─► m
//
// The kinds of messages differ in the sums ω, V, B and h alone, see messages.
type layer struct {
	model.Layer
	messages
	rho, psi float64 // ρ of the prior fields, ψ of the damping of m

	h, prior, m []float64 // fields of the weights, those before the batch, and means, unit by unit
	below       *layer    // whose units are the inputs; nil: data
	bits        [][]uint64
	reals       []float64 // data that are real numbers, pattern after pattern; nil: signs, in bits
	top, held   bool      // the label is its output; weights are held as they are

	// Of unit k in the j-th pattern of the batch at j·units + k:
	u, rv         []float64 // ω and V, and after [layer.normalize] u = ω/√V and 1/√V
	ratio, rarity []float64 // H(|u|)/G(u) and 1/G(u), tails that both u and g are made of
	f             []float64 // F, but for the first iteration
	b             []float64 // B
	x             []float64 // mean of the sign, tanh(B + F)
	g, slope      []float64 // g = ∂_ω ln Z, and ∂_ω g
	old           []float64 // g of the iteration before
}

// messages are those of a layer of one kind: [nodes], [bitNodes] or [edges]. In the first iteration of a batch nothing has come
// from above, B = 0.
type messages interface {
	// forward finds u and 1/√V, or F of exact sums, of all units in the patterns of a batch, and the means x of
	// their signs.
	forward(l *layer, patterns int, first bool)
	// backward finds g, given B of the layer's own units, and B of the units below.
	backward(l *layer, patterns int, first bool)
	// learn adds to the fields h what the patterns say.
	learn(l *layer, patterns int, first bool)
	// state is what has to be kept between iterations, beside that of the layer.
	state() [][]float64
}

// newLayer has room for so many patterns, whose inputs, if they are data, may be real numbers.
func newLayer(shape model.Layer, below *layer, patterns int, real bool) *layer {
	l := &layer{Layer: shape, below: below}
	for _, x := range []*[]float64{&l.h, &l.prior, &l.m} {
		*x = make([]float64, shape.Weights())
	}
	for _, x := range []*[]float64{&l.u, &l.rv, &l.ratio, &l.rarity, &l.f, &l.b, &l.x, &l.g, &l.slope, &l.old} {
		*x = make([]float64, shape.Units*patterns)
	}
	switch {
	case below == nil && real:
		l.reals = make([]float64, shape.Inputs*patterns)
	case below == nil:
		l.bits = make([][]uint64, patterns)
	}
	return l
}

// of are those of the numbers w, one per weight, that belong to unit k.
func (l *layer) of(k int, w []float64) []float64 { return w[k*l.Inputs : (k+1)*l.Inputs] }

// at are those of the numbers x, one per unit and pattern, that belong to the j-th pattern.
func (l *layer) at(j int, x []float64) []float64 { return x[j*l.Units : (j+1)*l.Units] }

// inputs are the means of the inputs in the j-th pattern, in scratch if they are data.
func (l *layer) inputs(j int, scratch []float64) []float64 {
	if l.reals != nil || l.below != nil {
		return l.numbers(j + 1)[j*l.Inputs:]
	}
	for i := range scratch {
		scratch[i] = 1 - 2*float64(l.bits[j][i/64]>>(i%64)&1)
	}
	return scratch
}

// numbers are the means of the inputs of so many patterns, which are no signs in bits.
func (l *layer) numbers(patterns int) []float64 {
	if l.reals != nil {
		return l.reals[:patterns*l.Inputs]
	}
	return l.below.x[:patterns*l.Inputs]
}

// square is the mean of the square of an input of mean x: that of a sign is 1.
func (l *layer) square(x float64) float64 {
	if l.reals != nil {
		return float64(x * x)
	}
	return 1
}

// leastVariance is the least V of a unit, whose weights may all be sure.
const leastVariance = 1e-6

// normalize ends the pass forward of Gaussian units: ω in u and V in rv become u = ω/√V and 1/√V, from which follow
//
//	F = ½ ln Φ(u)/Φ(−u),   x = tanh(B + F);   x = 2Φ(u) − 1 in the first iteration, and at the top.
func (l *layer) normalize(patterns int, first bool) {
	n := patterns * l.Units
	kern.SignTails(l.u[:n], l.rv, l.ratio, l.rarity, l.x, leastVariance)
	if first || l.top {
		return
	}
	for p, u := range l.u[:n] {
		l.f[p] = fromBelow(u)
		l.x[p] = gauss.Tanh(l.f[p] + l.b[p])
	}
}

// fromBelow is F = ½ ln Φ(u)/Φ(−u).
func fromBelow(u float64) float64 { return float64(0.5 * (gauss.LogH(-u) - gauss.LogH(u))) }

// derive finds g = ∂_ω ln[e^B Φ(u) + e^−B Φ(−u)] and ∂_ω g; at the top B = ∞, the label.
func (l *layer) derive(patterns int, first bool) {
	n := patterns * l.Units
	if !first {
		copy(l.old[:n], l.g[:n])
	}
	if l.top {
		for p := range n {
			l.b[p] = math.Inf(1)
		}
	}
	kern.SignAnswers(l.g[:n], l.slope, l.b, l.u, l.rv, l.ratio, l.rarity)
}

// magnetize moves the means towards those of the fields: m ← ψ m + (1 − ψ) tanh h.
func (l *layer) magnetize(scratch []float64) {
	if l.held {
		return
	}
	for k := range l.Units {
		h, m, t := l.of(k, l.h), l.of(k, l.m), scratch[:l.Inputs]
		kern.Magnetize(t, h)
		for i, x := range t {
			m[i] = float64(l.psi*m[i]) + float64((1-l.psi)*x)
		}
	}
}

// keeps are the numbers that the next iteration needs, if messages go on from here.
func (l *layer) keeps() [][]float64 {
	return slices.Concat([][]float64{l.b, l.g}, l.state())
}
