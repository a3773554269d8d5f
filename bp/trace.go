package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/model"
)

// trace is what [extrapolation] needs to know of the rows: mean and variance of the sum of each unit when the row was last
// swept, and when it was last read, be it for the free entropy alone, and the slope F' = dF/ds of the
// messages F(s) that were sent to the unit. Unit k of row μ is number μ units + k.
type trace struct {
	units       int // of a row
	swept, read []factorgraph.Moments
	slope       []float64
}

func newTrace(rows, units int) *trace {
	n := rows * units
	return &trace{units, make([]factorgraph.Moments, n), make([]factorgraph.Moments, n), make([]float64, n)}
}

// ofRow is what of a list belongs to the units of row mu.
func ofRow[T any](t *trace, mu int, list []T) []T { return list[mu*t.units : (mu+1)*t.units] }

// sweep notes what row mu, which has just been swept, leaves.
func (t *trace) sweep(mu int, work *factorgraph.Workspace) {
	work.Moments(ofRow(t, mu, t.swept))
	copy(ofRow(t, mu, t.slope), work.Slopes())
	copy(ofRow(t, mu, t.read), ofRow(t, mu, t.swept))
}

// reaction is the c for which messages are predicted from fields that are smaller by c Δm_i, where magnetisations
// have changed by Δm_i since the old messages were computed:
//
//	c = Σ_μ F'_μ² / Σ_μ F'_μ,
//
// of rows of several units the sums run over these too.
//
// [factorgraph.Discrete.Predict] takes F(s₀; was) for the old message u of a row, and s₀ has changed by ξ_i Δm_i since,
// so that it exceeds u by F'_μ ξ_i Δm_i. That makes the s of the new message too large by (1 − s₀²) F'_μ ξ_i Δm_i, the
// message by F'_μ times as much, and the field of the weight, a sum over rows, by (1 − s₀²) Δm_i Σ_μ F'_μ². Fields
// that are smaller by c Δm_i make s₀ smaller by (1 − s₀²) c ξ_i Δm_i, and so the field by (1 − s₀²) c Δm_i Σ_μ F'_μ.
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
