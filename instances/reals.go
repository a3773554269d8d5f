package instances

import (
	"fmt"
	"math"
	"slices"
)

// NewRealPatterns is a set of patterns of n inputs that are real numbers: x holds
// them one after the other. The labels are +1, and x is not copied. It panics unless
// x is a whole number of patterns, at least one, none of which is zeros alone.
func NewRealPatterns(n int, x []float64) *Patterns {
	if n < 1 || len(x) == 0 || len(x)%n != 0 {
		panic(fmt.Sprintf("instances: %d numbers as patterns of %d inputs", len(x), n))
	}
	p := &Patterns{N: n, P: len(x) / n, reals: x}
	if err := p.checkZeros(); err != nil {
		panic("instances: " + err.Error())
	}
	return p
}

// checkZeros refuses patterns of zeros alone. The sum of such a pattern is zero whatever the
// weights are: it says nothing about them.
func (p *Patterns) checkZeros() error {
	for mu := range len(p.reals) / max(1, p.N) {
		if !slices.ContainsFunc(p.Real(mu), func(x float64) bool { return x != 0 }) {
			return fmt.Errorf("pattern %d of %d: all its inputs are 0, want one that is not", mu+1, p.P)
		}
	}
	return nil
}

// IsReal tells whether the inputs are real numbers, not ±1.
func (p *Patterns) IsReal() bool { return p.reals != nil }

// Real is pattern ξ^μ of real inputs. The slice, of length N, shares memory with p. It
// panics if the inputs are bits.
func (p *Patterns) Real(mu int) []float64 {
	if p.reals == nil {
		panic("instances: the inputs are bits, not real numbers")
	}
	return p.reals[mu*p.N : (mu+1)*p.N : (mu+1)*p.N]
}

// Values fills x, of length N, with ξ^μ, be its inputs bits or real numbers, and
// returns it.
func (p *Patterns) Values(x []float64, mu int) []float64 {
	if p.reals != nil {
		copy(x, p.Real(mu))
		return x
	}
	row := p.Row(mu)
	for i := range x {
		x[i] = 1 - 2*float64(row[i/64]>>(i%64)&1)
	}
	return x
}

// realInputs is Inputs of patterns of real numbers.
func (p *Patterns) realInputs(lo, hi int) *Patterns {
	part := &Patterns{N: hi - lo, P: p.P, Labels: p.Labels, reals: make([]float64, 0, p.P*(hi-lo))}
	for mu := range p.P {
		part.reals = append(part.reals, p.Real(mu)[lo:hi]...)
	}
	return part
}

// negate turns x into −x, and leaves no −0.
func negate(x []float64) {
	for i, v := range x {
		x[i] = 0 - v
	}
}

// dot is Σ_i x_i w_i, summed from first to last.
func dot(x, w []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum = math.FMA(v, w[i], sum)
	}
	return sum
}
