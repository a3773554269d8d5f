package factorgraph

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
