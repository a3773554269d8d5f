package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Committee is one pattern as a factor on the binary weights of a committee of
// hidden units of sign, of which the output wants a majority. The weights of unit k
// are those from k Inputs on; its sum is that of a [Dense] row, Gaussian or on its
// lattice, and the sums of different units are independent, whether or not they
// see the same inputs.
//
// With p_k the probability that unit k votes +1, the message to one of its weights
// is that of the channel [Vote], which counts the votes of the others.
type Committee struct {
	Majority
	Units  [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs int        // of one unit
}

// hidden is scratch for the units of a committee.
type hidden struct {
	moments []moments
	logP    []float64
	votes   []Vote
	table   votes
	few     []kern.Flips   // of units that have few free weights
	sums    []kern.RowSums // of real weights
	pull    kern.Pull
}

// moments are mean and variance of the sum of a unit.
type moments struct{ omega, v float64 }

// resize makes room for so many units.
func (h *hidden) resize(units int) {
	if len(h.moments) != units {
		*h = hidden{moments: make([]moments, units), logP: make([]float64, units), votes: make([]Vote, units),
			few: make([]kern.Flips, units), sums: make([]kern.RowSums, units)}
	}
}

// positive is the channel of a unit that has to vote +1: its sum is positive.
var positive Channel = HalfLine{1}

// part is what of a row belongs to unit k.
func (f *Committee) part(k int, x []float64) []float64 {
	return x[k*f.Inputs : (k+1)*f.Inputs : (k+1)*f.Inputs]
}

// count reads the cavity fields of a row and counts votes. Where few weights of a
// unit are free, it counts their flips.
func (f *Committee) count(h, u []float64, work *Workspace) (logZ float64) {
	units := &work.units
	units.resize(len(f.Units))
	for k, signs := range f.Units {
		s, hk, uk := f.part(k, work.a), f.part(k, h), f.part(k, u)
		at := &units.moments[k]
		few := at.v < 2*kern.UnitGaussianAbove // so it may be again
		if few {
			at.omega, at.v = units.few[k].Cavity(s, hk, uk, signs)
		} else {
			at.omega, at.v = kern.Cavity(s, hk, uk, signs)
		}
		gaussian, scale := kern.UnitGaussianity(at.v), math.Sqrt(max(at.v, kern.LeastVariance))
		switch {
		case gaussian == 1:
			units.logP[k] = gauss.LogH(-at.omega / scale)
		case positive.Idle(at.omega, at.v):
			units.logP[k] = 0
		default:
			if few {
				units.few[k].Count()
			} else {
				units.few[k].Load(hk, uk, signs)
			}
			units.logP[k] = min(0, mix(gaussian, gauss.LogH(-at.omega/scale), units.few[k].LogZ(positive)))
		}
	}
	return f.Majority.count(units.votes, units.logP, &units.table)
}

// Sweep implements [Row].
func (f *Committee) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	f.count(from.B, u.B, work)
	for k := range f.Units {
		f.sweepUnit(k, from.B, to.B, u.B, damping, work)
	}
}

// sweepUnit sweeps the weights of unit k: the messages of a Gaussian sum and those
// of few flips, mixed.
func (f *Committee) sweepUnit(k int, from, to, u []float64, damping float64, work *Workspace) {
	vote, at, signs := &work.units.votes[k], work.units.moments[k], f.Units[k]
	s, to, old := f.part(k, work.a), f.part(k, to), f.part(k, u)
	gaussian, degree := kern.UnitGaussianity(at.v), 5
	decided := vote.Swing < negligible || gaussian < 1 && positive.Idle(at.omega, at.v)
	if decided || gaussian == 0 {
		work.c = [kern.MaxDegree + 1]float64{}
	} else {
		degree = vote.degree(at.v)
		work.interpolate(vote, degree, at.omega, at.v)
	}
	if decided || gaussian == 1 {
		kern.Update(to, old, s, signs, &work.c, degree, damping)
		return
	}
	few := f.part(k, work.d)
	f.fewMessages(few, k, f.part(k, from), old, work)
	if gaussian == 0 {
		kern.Settle(to, old, few, signs, 1-damping)
		return
	}
	for j := range work.c {
		work.c[j] = float64(gaussian * work.c[j])
	}
	kern.Update(to, old, s, signs, &work.c, degree, damping)
	kern.AddMessages(to, old, few, signs, float64((1-damping)*(1-gaussian)))
}

// fewMessages writes the messages to the weights of unit k, few of which are free.
func (f *Committee) fewMessages(messages []float64, k int, h, u []float64, work *Workspace) {
	units, signs := &work.units, f.Units[k]
	vote, flips := &units.votes[k], &units.few[k]
	if vote.Sure >= likely {
		flips.Messages(messages, vote)
		return
	}
	flips.Messages(messages, positive)
	vote.among(messages, func(i int) float64 { return kern.Sign(signs, i)*h[i] - u[i] }, units.logP[k])
}

// negligible is the probability of a swing vote under which nothing is said to the
// weights of its unit.
const negligible = 1e-18

// AddTo implements [Row].
func (f *Committee) AddTo(h, u Messages) {
	for k, signs := range f.Units {
		kern.Add(f.part(k, h.B), f.part(k, u.B), signs)
	}
}

// FreeEntropy implements [Row].
func (f *Committee) FreeEntropy(h, u Messages, work *Workspace) float64 {
	sum := f.count(h.B, u.B, work)
	for k, signs := range f.Units {
		sum += kern.LogCosh(f.part(k, work.a), f.part(k, h.B), f.part(k, u.B), signs)
	}
	return sum
}
