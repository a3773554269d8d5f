package factorgraph

import (
	"math"

	"fbp/gauss"
)

// Parity is the output of a machine of sign units whose product has to be +1, or −1 if
// Odd. With E and O the probabilities that an even or an odd number of the other units votes −1,
//
//	Z = E p_k + O (1 − p_k),
//
// or E and O exchanged, so that unit k is worth a vote for the likelier of the two, of Sure : Swing = O : E − O
// or, Against, E : O − E.
type Parity struct{ Odd bool }

// Weight implements [Votes].
func (o Parity) Weight(votes, units int) float64 {
	if (units-votes)%2 == 1 == o.Odd {
		return 1
	}
	return 0
}

func (Parity) both() bool { return true }

// chances are the probabilities that an even and an odd number of some units vote −1.
type chances struct{ even, odd float64 }

// wanted are these, or exchanged.
func (o Parity) wanted(c chances) chances {
	if o.Odd {
		return chances{c.odd, c.even}
	}
	return c
}

// leastProduct is a probability of a pattern from which on chances are added up in
// logarithms.
const leastProduct = 1e-280

func (o Parity) count(b *ballot) (logZ float64) {
	n, before := len(b.votes), b.chances
	before[0] = chances{1, 0}
	for k := range n {
		p, q := gauss.Exp(b.logP[k]), gauss.Exp(b.logQ[k])
		c := before[k]
		before[k+1] = chances{float64(c.even*p) + float64(c.odd*q), float64(c.odd*p) + float64(c.even*q)}
	}
	z := o.wanted(before[n]).even
	if z < leastProduct {
		return o.countLogs(b)
	}
	after := o.wanted(chances{1, 0})
	for k := n - 1; k >= 0; k-- {
		c := before[k]
		b.votes[k] = swing(float64(c.even*after.even)+float64(c.odd*after.odd), float64(c.even*after.odd)+float64(c.odd*after.even))
		p, q := gauss.Exp(b.logP[k]), gauss.Exp(b.logQ[k])
		after = chances{float64(after.even*p) + float64(after.odd*q), float64(after.odd*p) + float64(after.even*q)}
	}
	return gauss.Log(z)
}

// swing is the vote of a unit, given the chances of the others.
func swing(even, odd float64) Vote {
	v := Vote{Against: odd > even}
	if v.Against {
		even, odd = odd, even
	}
	v.Sure, v.Swing = odd/even, (even-odd)/even
	if v.Sure < likely {
		v.Ratio = ratio(odd, even-odd)
	}
	return v
}

// countLogs is count in logarithms, for patterns that are next to impossible.
func (o Parity) countLogs(b *ballot) (logZ float64) {
	n, before, never := len(b.votes), b.chances, math.Inf(-1)
	next := func(c chances, k int) chances {
		p, q := b.logP[k], b.logQ[k]
		return chances{addLogs(c.even+p, c.odd+q), addLogs(c.odd+p, c.even+q)}
	}
	before[0] = chances{0, never}
	for k := range n {
		before[k+1] = next(before[k], k)
	}
	after := o.wanted(chances{0, never})
	for k := n - 1; k >= 0; k-- {
		c := before[k]
		even, odd := addLogs(c.even+after.even, c.odd+after.odd), addLogs(c.even+after.odd, c.odd+after.even)
		v := Vote{Against: odd > even}
		if v.Against {
			even, odd = odd, even
		}
		odd -= even
		v.Sure, v.Swing = gauss.Exp(odd), -gauss.Expm1(odd)
		v.Ratio = odd - log1mExp(odd)
		b.votes[k] = v
		after = next(after, k)
	}
	return o.wanted(before[n]).even
}
