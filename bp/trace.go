package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/model"
)

// trace is what [extrapolation] needs to know of the rows: mean and variance of each row's sum when it was last
// swept, and when it was last read, be it for the free entropy alone, and the slope F' = dF/ds of the
// messages F(s) that were sent.
type trace struct {
	swept, read []factorgraph.Moments
	slope       []float64
}

func newTrace(rows int) *trace {
	return &trace{make([]factorgraph.Moments, rows), make([]factorgraph.Moments, rows), make([]float64, rows)}
}

// sweep notes what row mu, which has just been swept, leaves.
func (t *trace) sweep(mu int, work *factorgraph.Workspace) {
	t.swept[mu], t.slope[mu] = work.Moments(), work.Slope()
	t.read[mu] = t.swept[mu]
}

// reaction is the c by which the fields have to be made smaller, by c Δm_i, before messages are predicted
// from them, where the magnetisations differ by Δm_i from those that the old messages were computed for:
//
//	c = Σ_μ F'_μ² / Σ_μ F'_μ.
//
// The old message u of row μ saw a magnetisation that was smaller by Δm_i than that under today's
// fields, so that F(s₀; was) exceeds u by F'_μ ξ_i Δm_i. Fields that are smaller by c Δm_i make up for
// what that does to the fields, summed over the rows.
func (t *trace) reaction() float64 {
	sum, squares := 0.0, 0.0
	for _, slope := range t.slope {
		sum += slope
		squares = math.FMA(slope, slope, squares)
	}
	if !(sum > 0) {
		return 0
	}
	return squares / sum
}

// carry moves the trace to or from a checkpoint.
func (t *trace) carry(c *model.Carrier) {
	for mu := range t.slope {
		for _, m := range []*factorgraph.Moments{&t.swept[mu], &t.read[mu]} {
			c.Float(&m.Omega)
			c.Float(&m.V)
		}
	}
	c.Floats(t.slope)
}
