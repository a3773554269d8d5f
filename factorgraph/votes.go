package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Votes is what a pattern makes of the votes ±1 of sign units, of which it knows the
// probabilities: the [Majority] of them has to be +1, or their product ([Parity]).
type Votes interface {
	// Weight is the factor of a pattern for which so many of so many units vote +1.
	Weight(votes, units int) float64
	// count writes what each of the units is worth, as a [Vote], and returns ln Z.
	count(b *ballot) (logZ float64)
	// both tells that small probabilities of the vote −1 count as those of +1 do.
	both() bool
}

// Signs is the combination of units of sign, each with an odd number of inputs. With
// p_k the probability that unit k votes +1, ln Z and the channel [Vote] of each unit
// follow from the votes of the others.
type Signs struct{ Votes }

// ballot is scratch for the votes of a pattern.
type ballot struct {
	logP, logQ []float64 // of the votes +1 and −1; logQ is written for Votes that need both
	votes      []Vote
	logZ       float64
	table      votes
	chances    []chances // of products

	few    []kern.Flips // of units that have few free weights
	loaded []bool       // the flips of a unit know its odds
	turned []bool       // and have the signs of all weights reversed
	sure   []bool       // the unit votes as it does but for a probability of 1e-18, which is left out
}

// resize makes room for so many units.
func (b *ballot) resize(units int) {
	if len(b.votes) != units {
		*b = ballot{logP: make([]float64, units), logQ: make([]float64, units), votes: make([]Vote, units),
			chances: make([]chances, units+1), few: make([]kern.Flips, units),
			loaded: make([]bool, units), turned: make([]bool, units), sure: make([]bool, units)}
	}
}

// positive is the channel of a unit that has to vote +1: its sum is positive.
var positive Channel = AtLeast(1)

func (c *Signs) look(work *Workspace) float64 {
	b, both := &work.ballot, c.both()
	b.resize(len(work.at))
	for k, at := range work.at {
		z := at.omega / math.Sqrt(at.v)
		b.logP[k], b.sure[k] = gauss.LogH(-z), false
		if both {
			b.logQ[k] = gauss.LogH(z)
		}
	}
	b.logZ = c.count(b)
	return b.logZ
}

func (c *Signs) degree(v float64) int {
	if !(v >= kern.UnitGaussianAbove) {
		return 0
	}
	return voteDegree(v)
}

func (c *Signs) messages(k int, f, s []float64, omega, v float64, work *Workspace) {
	work.ballot.votes[k].Messages(f, s, omega, v)
}

func (c *Signs) message(k int, omega, xm, x, v float64, work *Workspace) float64 {
	return work.ballot.votes[k].message(omega, xm, x, v)
}

func (c *Signs) pull(k int, z float64, work *Workspace) float64 { return work.ballot.votes[k].pull(z) }

func (c *Signs) offset() float64 { return 0 }

func (c *Signs) power() float64 { return 0 }

// outputs is as in [Combination]. With x = −ω/√V and A = G/H at x, and ψ = Swing H/Z the
// probability that the unit's vote decides, the derivatives of ln Z = ln(Sure + Swing H)
// are ψA/√V and −ψA (ψA − x)/V.
func (c *Signs) outputs(out []Output, work *Workspace) {
	logZ, b := c.look(work), &work.ballot
	for k, at := range work.at {
		vote, logP, scale := &b.votes[k], b.logP[k], 1/math.Sqrt(at.v)
		x, gauge := -float64(at.omega*scale), vote.gauge()
		if vote.Against {
			x, logP = -x, b.logQ[k]
		}
		pull := gauss.Mills(x) / (1 + gauss.Exp(vote.ratio()-logP))
		out[k] = Output{logZ, float64(gauge * (pull * scale)), -pull * (pull - x) * scale * scale}
	}
}

// load reads the cavity fields of a row and counts votes. Where few weights of a
// unit are free, it counts their flips: after the fields of all units are read, so that a
// processor begins with those of the next unit before it knows what becomes of this one.
func (c *Signs) load(f *Discrete, h, u []float64, work *Workspace) {
	b, both := &work.ballot, c.both()
	b.resize(len(f.Units))
	for k, signs := range f.Units {
		s, hk, uk := f.part(k, work.a), f.part(k, h), f.part(k, u)
		at := &work.at[k]
		few := at.v < 2*kern.UnitGaussianAbove // so it may be again
		b.loaded[k], b.sure[k] = few, false
		if few {
			at.omega, at.v = b.few[k].Cavity(s, hk, uk, signs)
		} else {
			at.omega, at.v = kern.Cavity(s, hk, uk, signs)
		}
	}
	for k := range f.Units {
		hk, uk, at := f.part(k, h), f.part(k, u), &work.at[k]
		switch {
		case both:
			c.chances(k, f, hk, uk, work)
		case kern.UnitGaussianity(at.v) == 1:
			b.logP[k] = gauss.LogH(-at.omega / math.Sqrt(at.v))
		default:
			b.logP[k] = c.chance(k, f, hk, uk, work)
		}
	}
	if b.logZ = c.count(b); both && b.logZ < gauss.Log(noticed) {
		c.recount(f, h, u, work)
	}
}

// chance is the logarithm of the probability that unit k, whose sum is not quite
// Gaussian, votes +1.
func (c *Signs) chance(k int, f *Discrete, h, u []float64, work *Workspace) float64 {
	b, at := &work.ballot, work.at[k]
	if positive.Idle(at.omega, at.v) {
		return 0
	}
	b.free(k, f, h, u)
	return b.mixed(k, at.v, -at.omega)
}

// mixed is the logarithm of the probability of a vote of unit k, whose flips are counted:
// if the sum were Gaussian, it would be H(x/√v).
func (b *ballot) mixed(k int, v, x float64) float64 {
	counted, gaussian := b.few[k].LogZ(positive), kern.UnitGaussianity(v)
	if gaussian != 0 {
		counted = mix(gaussian, gauss.LogH(x/math.Sqrt(max(v, kern.LeastVariance))), counted)
	}
	return min(0, counted)
}

// free counts the flips of unit k.
func (b *ballot) free(k int, f *Discrete, h, u []float64) {
	if b.loaded[k] {
		b.few[k].Count()
	} else {
		b.few[k].Load(h, u, f.Units[k])
		b.loaded[k] = true
	}
	b.turned[k] = false
}

// noticed is a probability of a pattern above which the chances that are left out do
// not matter.
const noticed = 1e-6

// chances writes the probabilities of either vote of unit k. Where they are counted, it
// is the smaller one that is.
func (c *Signs) chances(k int, f *Discrete, h, u []float64, work *Workspace) {
	b, at := &work.ballot, work.at[k]
	gaussian, z := kern.UnitGaussianity(at.v), at.omega/math.Sqrt(max(at.v, kern.LeastVariance))
	switch {
	case gaussian == 1:
		b.logP[k], b.logQ[k] = gauss.LogH(-z), gauss.LogH(z)
	case positive.Idle(math.Abs(at.omega), at.v):
		b.sure[k] = true
		b.write(k, math.Inf(-1), at.omega)
	default:
		c.smaller(k, f, h, u, work)
	}
}

// smaller writes the probabilities of unit k, of few free weights, by counting those
// of the less likely vote.
func (c *Signs) smaller(k int, f *Discrete, h, u []float64, work *Workspace) {
	b, at := &work.ballot, work.at[k]
	b.free(k, f, h, u)
	b.turn(k, at.omega >= 0)
	b.write(k, b.mixed(k, at.v, math.Abs(at.omega)), at.omega)
}

// write writes the probabilities of unit k, given that of the vote against ω.
func (b *ballot) write(k int, less, omega float64) {
	more := log1mExp(less)
	b.logP[k], b.logQ[k] = more, less
	if omega < 0 {
		b.logP[k], b.logQ[k] = less, more
	}
}

// log1mExp is ln (1 − e^x), x ≤ 0.
func log1mExp(x float64) float64 {
	if x > -math.Ln2 {
		return gauss.Log(-gauss.Expm1(x))
	}
	return gauss.Log1p(-gauss.Exp(x))
}

// turn reverses the signs of the flips of unit k, or not.
func (b *ballot) turn(k int, turned bool) {
	if b.turned[k] != turned {
		b.few[k].Mirror()
		b.turned[k] = turned
	}
}

// recount counts the votes again, those of units too that seemed sure: of a pattern that
// is next to impossible they matter.
func (c *Signs) recount(f *Discrete, h, u []float64, work *Workspace) {
	b, again := &work.ballot, false
	for k, sure := range b.sure {
		if sure {
			b.sure[k], again = false, true
			c.smaller(k, f, f.part(k, h), f.part(k, u), work)
		}
	}
	if again {
		b.logZ = c.count(b)
	}
}

func (c *Signs) logZ(_ *Discrete, _, _ []float64, work *Workspace) float64 { return work.ballot.logZ }

func (c *Signs) demand(k int, work *Workspace) demand {
	b, at := &work.ballot, work.at[k]
	vote, gaussian := &b.votes[k], kern.UnitGaussianity(at.v)
	omega := at.omega
	if vote.Against {
		omega = -omega
	}
	idle := vote.Swing < negligible || b.sure[k] || gaussian < 1 && positive.Idle(omega, at.v)
	return demand{gaussian: gaussian, degree: voteDegree(at.v), idle: idle, settles: true}
}

// negligible is the probability of a swing vote under which nothing is said to the
// weights of its unit.
const negligible = 1e-18

func (c *Signs) counted(messages []float64, k int, f *Discrete, h, u []float64, work *Workspace) {
	b, signs := &work.ballot, f.Units[k]
	vote, flips, gauge, logP := &b.votes[k], &b.few[k], 1.0, b.logP[k]
	if vote.Against {
		gauge, logP = -1, b.logQ[k]
	}
	b.turn(k, vote.Against)
	if vote.Sure >= likely {
		flips.Messages(messages, vote)
	} else {
		flips.Messages(messages, positive)
		vote.among(messages, func(i int) float64 { return gauge * (kern.Sign(signs, i)*h[i] - u[i]) }, logP)
	}
	if vote.Against {
		for i, x := range messages {
			messages[i] = -x
		}
	}
}

func (c *Signs) contribution(_, sum int) int {
	if sum < 0 {
		return 0
	}
	return 1
}

func (c *Signs) weight(votes, units int) float64 { return c.Weight(votes, units) }

// over is the same: the units have no threshold.
func (c *Signs) over(func(float64) float64) Combination { return c }
