package theory

import (
	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/rs"
)

// Satisfied is the channel of patterns whose stability is above the margin: Z = H(−x).
type Satisfied struct{}

// Log is ln H(−x).
func (Satisfied) Log(x float64) float64 { return gauss.LogH(-x) }

// Slopes are those of Log.
func (Satisfied) Slopes(x float64) (slope, curvature float64) {
	m := gauss.Mills(-x)
	return m, -clusters.MillsSlope(-x, m)
}

// Field is the patterns of a margin.
func (c Committee) Field(kappa float64) rs.Field {
	return rs.Field{Margin: kappa / c.Activation.Scale(), Channel: Satisfied{}, Kernel: c.Activation.Kernel}
}

// Branch is the saddle points of a margin.
func (c Committee) branch(kappa float64) rs.Branch {
	return rs.Branch{Weights: c.Weights, Patterns: c.Field(kappa)}
}

// point is a point of the branch of a margin.
func (c Committee) point(p rs.Point, kappa float64) RSPoint {
	return RSPoint{Alpha: p.Alpha, Kappa: kappa, Q: p.Q, QHat: p.QHat, D: p.V / 2, Entropy: c.branch(kappa).FreeEntropy(p)}
}
