package factorgraph

import "fbp/gauss"

// Cost is about what a sweep of one factor takes on one core, in seconds of the processor
// that the constants below were measured on. Only their ratios count: what a sweep takes
// on the machine at hand is timed.
type Cost struct {
	Gaussian float64 // while the sums of its weights are Gaussian
	Counted  float64 // more while few weights are free and their sums are counted; 0: they never are
	Inputs   int     // weights in one sum
	Below    float64 // variance of a sum below which it is counted
	Scratch  float64 // bytes that all factors share
}

// Late is by how much a sweep takes longer than the first, on average over a search or a
// measurement at a load α/α_c.
func (c Cost) Late(load float64) float64 {
	if c.Counted == 0 {
		return 1
	}
	first := c.Gaussian
	if float64(c.Inputs) < c.Below { // its sum is counted from the beginning
		first += c.Counted
	}
	return (c.Gaussian + float64(c.countedShare(load)*c.Counted)) / first
}

// countedShare is about the fraction of rows, over a search or a measurement, of
// which so few weights are free that their sums are counted: a fit to the times of
// searches at loads α/α_c from 0.3 to 1.1, in sums of 501, 167 and 55 weights. It grows
// faster near capacity: at N = 501 it is 0.30, 0.44 and 0.72 for α = 0.65, 0.7 and 0.76.
func (c Cost) countedShare(load float64) float64 {
	z := float64(3*gauss.Log(c.Below/float64(c.Inputs))) + float64(7*load) + 3 + float64(6.5*max(0, load-0.63))
	return 1 / (1 + gauss.Exp(-z))
}

// Costed factors say what they cost with messages of a precision.
type Costed interface{ Cost(p Precision) Cost }

// Cost is that of the graph's factors, of which it has at least one. A factor that
// does not say takes 10 ns per edge.
func (g *Graph) Cost(p Precision) Cost {
	if g.Nodes != nil {
		return g.Nodes.Cost(p)
	}
	if c, ok := g.Rows[0].(Costed); ok {
		return c.Cost(p)
	}
	return Cost{Gaussian: 10e-9 * float64(g.N), Inputs: g.N}
}

// Seconds that were measured on an AVX-512 processor, see bench/kernels.txt and
// bench/fewfree.txt.
const (
	perNode     = 20e-9  // of a row polynomial
	perReLU     = 110e-9 // the same of a ReLU unit
	perFlip     = 5e-9   // per weight of a sum that is counted
	perUnitFlip = 6e-9   // the same of a hidden unit, whose vote may go either way
	perReLUSum  = 100e-9 // the same of a ReLU unit
	perPull     = 250e-9 // of a hidden unit of real weights
	perPush     = 0.3e-9 // per edge, with one message per node
	perRealEdge = 45e-9  // per edge of a pattern of real inputs
	perOutput   = 150e-9 // of a hidden unit, likewise
	perTable    = 1e-9   // per element of a table of sums
	usualNodes  = 12     // of a row polynomial
)

// Cost implements [Costed]: that of its factor.
func (f Edgewise) Cost(p Precision) (c Cost) {
	if factor, ok := f.Factor.(Costed); ok {
		c = factor.Cost(p)
	}
	return c
}
