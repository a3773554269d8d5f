package factorgraph

import (
	"math"

	"fbp/internal/kern"
)

// Curved tells whether every factor of the graph sees the weights through one sum whose
// curvature is known.
func (g *Graph) Curved() bool {
	switch {
	case g.Nodes != nil:
		return g.Nodes.Units() == 1
	case g.Latent != nil:
		return false
	}
	for _, row := range g.Rows {
		if !row.Single() {
			return false
		}
	}
	return true
}

// Curvature implements [Row].
func (f *Discrete) Curvature(h, u Messages, work *Workspace) float64 {
	f.read(h.B, u.B, work)
	at := work.at[0]
	return f.Combination.(*One).Output(at.omega, max(at.v, kern.LeastVariance)).Curvature
}

// Single implements [Row].
func (f *Gaussian) Single() bool {
	_, ok := f.Combination.(*One)
	return ok
}

// Curvature implements [Row].
func (f *Gaussian) Curvature(h, u Messages, work *Workspace) float64 {
	f.cavity(h, u, work)
	at := work.at[0]
	return f.Combination.(*One).Output(at.omega, at.v).Curvature
}

// Single implements [Row]: a factor in general form tells of no sums.
func (f Edgewise) Single() bool { return false }

// Curvature implements [Row].
func (f Edgewise) Curvature(_, _ Messages, _ *Workspace) float64 { return math.NaN() }
