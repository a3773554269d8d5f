package factorgraph

import "fbp/internal/kern"

// Curved is a [Row] of which the second derivative of ln Z by the mean ω of its sum is
// known, where it sees its weights through a single one.
type Curved interface {
	Row
	// Single tells whether the row sees its weights through one sum.
	Single() bool
	// Curvature is ∂²_ω ln Z at mean and variance of the sum under the cavity fields
	// h_i − u_i, as of a Gaussian sum. Minus that is how strongly the slope ∂_ω ln Z, the
	// message to a weight, answers a change of the sum.
	Curvature(h, u Messages, work *Workspace) float64
}

// Curved tells whether every factor of the graph sees the weights through one sum whose
// curvature is known.
func (g *Graph) Curved() bool {
	if g.Nodes != nil {
		return g.Nodes.Units() == 1
	}
	for _, row := range g.Rows {
		if r, ok := row.(Curved); !ok || !r.Single() {
			return false
		}
	}
	return true
}

// Curvature implements [Curved].
func (f *Discrete) Curvature(h, u Messages, work *Workspace) float64 {
	f.read(h.B, u.B, work)
	at := work.at[0]
	return f.Combination.(*One).Output(at.omega, max(at.v, kern.LeastVariance)).Curvature
}

// Single implements [Curved].
func (f *Gaussian) Single() bool {
	_, ok := f.Combination.(*One)
	return ok
}

// Curvature implements [Curved].
func (f *Gaussian) Curvature(h, u Messages, work *Workspace) float64 {
	f.cavity(h, u, work)
	at := work.at[0]
	return f.Combination.(*One).Output(at.omega, at.v).Curvature
}
