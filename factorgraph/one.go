package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

func (c *One) look(work *Workspace) float64 {
	return c.Channel.logZ(work.at[0].omega, work.at[0].v)
}

func (c *One) degree(v float64) int {
	if !(v >= kern.GaussianAbove) {
		return 0
	}
	return kern.Degree(v)
}

func (c *One) messages(_ int, f, s []float64, omega, v float64, _ *Workspace) {
	c.Messages(f, s, omega, v)
}

func (c *One) message(_ int, omega, xm, x, v float64, _ *Workspace) float64 {
	return c.Channel.message(omega, xm, x, v)
}

// pull is r(z) = G(z)/Φ(z) of a [HalfLine], which is the [Power] zero.
func (c *One) pull(_ int, z float64, _ *Workspace) float64 {
	_, r, _ := gauss.LogPower(c.power(), z)
	return r
}

func (c *One) offset() float64 {
	if p, ok := c.Channel.(Power); ok {
		return p.Theta
	}
	return c.Channel.(HalfLine).Theta
}

func (c *One) power() float64 {
	if p, ok := c.Channel.(Power); ok {
		return p.B
	}
	return 0
}

func (c *One) outputs(out []Output, work *Workspace) {
	out[0] = c.Output(work.at[0].omega, work.at[0].v)
}

func (c *One) load(f *Discrete, h, u []float64, work *Workspace) {
	at := &work.at[0]
	at.omega, at.v = kern.Cavity(work.a[:f.Inputs], h, u, f.Units[0])
}

// logZ is ln Z of the factor, its own term in the free entropy: with the full row sums,
// no weight removed.
func (c *One) logZ(f *Discrete, h, u []float64, work *Workspace) float64 {
	at := work.at[0]
	switch {
	case at.v >= kern.GaussianAbove:
		return c.Output(at.omega, at.v).LogZ
	case c.Idle(at.omega, at.v):
		return 0
	}
	work.few.Load(h, u, f.Units[0])
	return mix(kern.Gaussianity(at.v), c.Output(at.omega, at.v).LogZ, work.few.LogZ(c.Channel))
}

func (c *One) demand(_ int, work *Workspace) demand {
	at := work.at[0]
	if !(at.v < kern.GaussianAbove) {
		return demand{gaussian: 1, degree: kern.Degree(at.v)}
	}
	return demand{gaussian: kern.Gaussianity(at.v), degree: kern.Degree(at.v), idle: c.Idle(at.omega, at.v)}
}

func (c *One) counted(messages []float64, _ int, f *Discrete, h, u []float64, work *Workspace) {
	work.few.Load(h, u, f.Units[0])
	work.few.Messages(messages, c.Channel)
}

func (c *One) contribution(_, sum int) int { return sum }

func (c *One) weight(total, _ int) float64 { return c.Weight(total) }

func (c *One) over(scaled func(float64) float64) Combination { return &One{c.Channel.over(scaled)} }

// mix is (1−x) b + x a, and b at x = 0 whatever a is.
func mix(x, a, b float64) float64 {
	if x == 0 {
		return b
	}
	return float64(x*a) + float64((1-x)*b)
}
