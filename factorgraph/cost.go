package factorgraph

import "fbp/internal/kern"

// Cost is about what a sweep of one factor takes on one core, in seconds. Searches
// at N ≈ 500 agree with it within a factor of 2 to 3.
type Cost struct {
	Gaussian float64 // while the sums of its weights are Gaussian
	Counted  float64 // while few weights are free and their sums are counted; 0: they never are
	Inputs   int     // weights in one sum
	Below    float64 // variance of a sum below which it is counted
	Scratch  float64 // bytes that all factors share
}

// Costed factors say what they cost with messages of a precision.
type Costed interface{ Cost(p Precision) Cost }

// Cost is that of the graph's factors, of which it has at least one. A factor that
// does not say takes 10 ns per edge.
func (g *Graph) Cost(p Precision) Cost {
	factor := any(g.Nodes)
	if g.Nodes == nil {
		factor = g.Rows[0]
	}
	if c, ok := factor.(Costed); ok {
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

// Cost implements [Costed].
func (f *Dense) Cost(p Precision) Cost {
	n := float64(f.N)
	return Cost{
		Gaussian: float64(n*kern.SecondsPerEdge(p == Float32)) + usualNodes*perNode,
		Counted:  n * perFlip,
		Inputs:   f.N, Below: kern.GaussianAbove,
	}
}

// Cost implements [Costed].
func (f *DenseNodes) Cost(Precision) Cost {
	n := 64 * len(f.Signs[0])
	return Cost{Gaussian: float64(float64(n)*perPush) + perNode, Inputs: n}
}

// Cost implements [Costed].
func (f *CommitteeNodes) Cost(p Precision) Cost {
	c := f.units[0].Cost(p)
	c.Gaussian += perOutput
	c.Gaussian *= float64(len(f.units))
	return c
}

// Cost implements [Costed].
func (f *SphericalCommittee) Cost(Precision) Cost {
	units, n := float64(len(f.Units)), float64(f.Inputs)
	return Cost{Gaussian: units * (n*3*kern.SecondsPerEdge(false) + perPull), Inputs: f.Inputs}
}

// Cost implements [Costed].
func (f *Committee) Cost(Precision) Cost {
	units, n := float64(len(f.Units)), float64(f.Inputs)
	return Cost{
		Gaussian: units * (float64(n*kern.SecondsPerEdge(false)) + usualNodes*perNode),
		Counted:  units * n * perUnitFlip,
		Inputs:   f.Inputs, Below: kern.UnitGaussianAbove,
	}
}

// Cost implements [Costed].
func (f *Rectified) Cost(Precision) Cost {
	units, n := float64(len(f.Units)), float64(f.Inputs)
	return Cost{
		Gaussian: units * (float64(n*kern.SecondsPerEdge(false)) + usualNodes*perReLU),
		Counted:  units * n * perReLUSum,
		Inputs:   f.Inputs, Below: rectifiedGaussianAbove,
	}
}

// Cost implements [Costed]: that of its factor.
func (f Edgewise) Cost(p Precision) (c Cost) {
	if factor, ok := f.Factor.(Costed); ok {
		c = factor.Cost(p)
	}
	return c
}

// Cost implements [Costed].
func (f *ExactDense) Cost(Precision) Cost {
	n := f.Table.n
	table := float64(n) * float64(n)
	return Cost{Gaussian: perTable * table, Inputs: n, Scratch: 16 * table}
}

// Cost implements [Costed]: the tables of its units, and their contributions one
// after the other.
func (f *ExactCommittee) Cost(Precision) Cost {
	units, n := float64(len(f.Units)), float64(f.Inputs)
	all := units * (2*n + 1)
	return Cost{Gaussian: perTable * (float64(units*n*n) + float64(0.7*all*all)), Inputs: f.Inputs, Scratch: 16 * n * n}
}
