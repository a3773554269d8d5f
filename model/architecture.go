package model

import (
	"math"

	"fbp/instances"
	"fbp/internal/fault"
)

// Architecture is K hidden units that read N inputs with weights of one kind, and an
// [Output], which makes one number of their fields: the total of a pattern. A pattern,
// gauged so that its label is +1, has the total over its scale as stability Δ, and is learned
// with margin κ when Δ > κ; one unit seen through a band, when |Δ| ≤ κ. Weights ±1 are
// taken by their signs, +1 at 0; those on spheres have Σ w² = n in each unit of n inputs,
// which no output of signs feels. Inputs may be real numbers; of zero mean and unit variance,
// they have the scale of signs.
type Architecture struct {
	layout
	Kappa   float64 // the margin κ
	weights Weights
	output  Output
}

// NewPerceptron is the binary perceptron, one unit of n weights ±1, with margin κ.
func NewPerceptron(n int, kappa float64) *Architecture {
	return &Architecture{layout{N: n, Hidden: 1}, kappa, BinaryWeights, threshold{}}
}

// NewSphericalPerceptron is the perceptron of n real weights with Σ w² = n, with margin κ of
// either sign.
func NewSphericalPerceptron(n int, kappa float64) *Architecture {
	return &Architecture{layout{N: n, Hidden: 1}, kappa, SphericalWeights, threshold{}}
}

// NewSymmetric is the symmetric binary perceptron, which learns patterns with |Δ| ≤ κ.
func NewSymmetric(n int, kappa float64) *Architecture {
	return &Architecture{layout{N: n, Hidden: 1}, kappa, BinaryWeights, band{}}
}

// Linear tells whether the stabilities of a model are linear in its weights, as those of
// perceptrons are that have a margin.
func Linear(m Model) bool {
	a, ok := m.(*Architecture)
	return ok && a.output.form(a).linear
}

// Validate implements [Model].
func (a *Architecture) Validate() error { return a.output.validate(a) }

// Weights implements [Model].
func (a *Architecture) Weights() Weights { return a.weights }

// Traits implements [Model].
func (a *Architecture) Traits() Traits { return a.output.traits(a) }

// Freedom implements [Model].
func (a *Architecture) Freedom() []Freedom { return a.output.freedom(a) }

// Margin implements [Model].
func (a *Architecture) Margin() float64 { return a.Kappa }

// Learns tells whether a pattern of a stability is learned.
func (a *Architecture) Learns(stability float64) bool { return a.output.learns(a, stability) }

// WithMargin is the same architecture asked for another margin.
func (a *Architecture) WithMargin(kappa float64) *Architecture {
	other := *a
	other.Kappa = kappa
	return &other
}

// LatticeMargin is the margin that large N would have to ask for what this N asks of one
// unit with weights ±1, and the margin itself of others: every threshold between two sums
// of N signs, which are 2 apart, is the same, and the one midway is that of a continuous sum. It
// lies within 1/√N of κ, and is κ where κ√N is an even number and N odd: at κ = 0 for one.
func (a *Architecture) LatticeMargin() float64 {
	least, most, largest := a.output.learned(a)
	switch {
	case a.weights != BinaryWeights || a.Hidden > 1:
		return a.Kappa
	case most < largest:
		return float64(most+1) / a.Lattice().Scale
	}
	return float64(least-1) / a.Lattice().Scale
}

// Output implements [Model].
func (a *Architecture) Output(w, x []float64) float64 {
	fields := make([]float64, a.Hidden)
	for k := range fields {
		fields[k] = a.sum(k, w, x)
	}
	return a.label(a.output.total(a, fields, 1), 1/a.Lattice().Scale)
}

// label is that of a total, +1 on a tie; of a one-sided output, whether it is learned.
func (a *Architecture) label(total, scale float64) float64 {
	if a.output.form(a).oneSided {
		if !a.output.learns(a, float64(total*scale)) {
			return -1
		}
		return 1
	}
	return math.Copysign(1, total+0)
}

// Stabilities implements [Model]. One unit on a sphere has w·ξ/|w|.
func (a *Architecture) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := a.scale(w)
	for _, total := range a.totals(w, p) {
		dst = append(dst, total*scale)
	}
	return dst
}

// Errors implements [Model].
func (a *Architecture) Errors(w []float64, p *instances.Patterns) (errors int) {
	if Undirected(a, w) != "" {
		return p.P
	}
	scale := a.scale(w)
	for _, total := range a.totals(w, p) {
		if !a.output.learns(a, float64(total*scale)) {
			errors++
		}
	}
	return errors
}

// Lattice implements [Model]. The sum of real weights has none.
func (a *Architecture) Lattice() Lattice {
	if a.weights == SphericalWeights && Linear(a) {
		return Lattice{}
	}
	return a.output.lattice(a)
}

// scale is the stability of a pattern whose total is 1.
func (a *Architecture) scale(w []float64) float64 {
	if a.weights == SphericalWeights && Linear(a) {
		return 1 / norm(w)
	}
	return 1 / a.Lattice().Scale
}

// totals are those of the patterns, gauged so that their labels are +1.
func (a *Architecture) totals(w []float64, p *instances.Patterns) []float64 {
	const block = 256
	totals, fields := make([]float64, p.P), make([]float64, min(block, p.P)*a.Hidden)
	read := a.fields(w, p)
	for lo := 0; lo < p.P; lo += block {
		own := totals[lo:min(lo+block, p.P)]
		read(fields, lo, lo+len(own))
		for j := range own {
			own[j] = a.output.total(a, fields[j*a.Hidden:(j+1)*a.Hidden], p.Label(lo+j))
		}
	}
	return totals
}

// fields is what writes the fields of the units for patterns lo to hi − 1, those of one
// pattern after another.
func (a *Architecture) fields(w []float64, p *instances.Patterns) func(dst []float64, lo, hi int) {
	if a.weights == SphericalWeights && !Linear(a) {
		u, all := a.Units(p), make([]int, p.P)
		for mu := range all {
			all[mu] = mu
		}
		return func(dst []float64, lo, hi int) { u.Fields(dst, w, all[lo:hi]) }
	}
	seen, of := a.seen(p), make([]func(mu int) float64, a.Hidden)
	for k := range of {
		own := a.of(k, w)
		switch {
		case a.weights == BinaryWeights && !p.IsReal():
			signs := instances.PackSigns(own)
			of[k] = func(mu int) float64 { return float64(seen[k].DotSigns(mu, signs)) }
			continue
		case a.weights == BinaryWeights:
			own = signsOf(own)
		}
		of[k] = func(mu int) float64 { return seen[k].Dot(mu, own) }
	}
	return func(dst []float64, lo, hi int) {
		for k, field := range of {
			for mu := lo; mu < hi; mu++ {
				dst[(mu-lo)*len(of)+k] = field(mu)
			}
		}
	}
}

// CanTie implements [Model].
func (a *Architecture) CanTie() bool { return a.output.form(a).ties }

// Ties counts the patterns whose stability equals the margin: without one ReLU units tie when all
// of them are off.
func (a *Architecture) Ties(w []float64, p *instances.Patterns) (ties int) {
	for _, stability := range a.Stabilities(nil, w, p) {
		if stability == a.Kappa {
			ties++
		}
	}
	return ties
}

// Spheres is the number of groups of weights of fixed norm where they are [SphericalWeights]:
// one for each hidden unit, whose field is linear in them, each with as large a square norm.
func (a *Architecture) Spheres() int { return a.Hidden }

// Units are the hidden units on patterns p, whose weights gradients and walks move.
func (a *Architecture) Units(p *instances.Patterns) *Units {
	if Linear(a) {
		return newUnits(a.layout, p, Units{Least: 1, Threshold: a.Kappa})
	}
	least, _, _ := a.output.learned(a)
	return newUnits(a.layout, p, Units{Least: least, shift: a.Kappa})
}

// Energies is that of its [Abilities]: of totals that are a sum over units, of which an interval is
// learned, or a product of signs. Sums of ReLU units change by one step of 2, or not at all.
func (a *Architecture) Energies(p *instances.Patterns) (Energies, error) {
	form := a.output.form(a)
	if form.total == otherTotal || !form.interval {
		return nil, fault.New("kind", nil, "want a model whose errors follow flips of its weights: a sum over units, of which an interval is learned, or a product of signs")
	}
	n := a.network(p)
	if n.output == ramp && n.inputs%2 != 0 {
		return nil, fault.New("n", a.N, "want an even number of inputs per unit, not %d, for energies of ReLU units", n.inputs)
	}
	l, err := newLandscape(a, n, p)
	switch {
	case err != nil:
		return nil, err
	case form.total == productOfSigns:
		return func(w []float64) Energy { return newProductFlips(l, w) }, nil
	}
	return func(w []float64) Energy { return newFlips(l, w) }, nil
}
