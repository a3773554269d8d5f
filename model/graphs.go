package model

import (
	"fmt"
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// graph is the factor graph of binary weights: of is what becomes of the sums of a
// pattern.
func (l layout) graph(p *instances.Patterns, how factorgraph.Accuracy, of func(mu int) factorgraph.Combination) (*factorgraph.Graph, error) {
	g := &factorgraph.Graph{N: l.Dim(), Prior: factorgraph.Binary{}}
	switch {
	case p.N != l.N:
		return nil, fmt.Errorf("patterns of %d inputs for %d", p.N, l.N)
	case how == factorgraph.ByLatent:
		one, ok := of(0).(*factorgraph.One)
		if x := p.Latent(); ok && x != nil {
			g.Latent = latent(p, x, one.Channel)
			return g, nil
		}
		return g, fmt.Errorf("accuracy %q needs random features, and one sum per pattern", how)
	case p.IsReal():
		return g, l.reals(g, p, how, of)
	}
	seen, n := l.seen(p), l.perUnit()
	table := factorgraph.NewSumTable(n)
	var nodes []*factorgraph.Discrete
	for mu := range p.P {
		row := &factorgraph.Discrete{Combination: of(mu), Units: rowsOf(seen, mu), Inputs: n}
		switch how {
		case factorgraph.Accurate:
			g.Rows = append(g.Rows, row)
		case factorgraph.AMP:
			nodes = append(nodes, row)
		case factorgraph.Exact:
			g.Rows = append(g.Rows, factorgraph.Edgewise{Prior: g.Prior,
				Factor: &factorgraph.Convolved{Combination: row.Combination, Units: row.Units, Inputs: n, Table: table}})
		default:
			return nil, fmt.Errorf("unknown accuracy %q", how)
		}
	}
	if how == factorgraph.AMP {
		g.Nodes = factorgraph.NewNodes(nodes, l.Hidden)
	}
	return g, nil
}

// latent are random features with what is left of them beside their latent patterns.
func latent(p *instances.Patterns, x *instances.Latent, c factorgraph.Channel) *factorgraph.Latent {
	l := &factorgraph.Latent{
		Channel: c, A: x.A, B: math.Sqrt(1 - float64(x.A*x.A)), Projection: factorgraph.Matrix{Rows: p.N, Columns: x.D, X: x.Projection},
		Patterns: factorgraph.Matrix{Rows: p.P, Columns: x.D, X: x.Patterns}, Rest: factorgraph.NewMatrix(p.P, p.N),
	}
	scale := l.A / math.Sqrt(float64(x.D))
	for mu := range p.P {
		row := l.Rest.Row(mu)
		l.Projection.Times(row, l.Patterns.Row(mu))
		for i, u := range row {
			row[i] = (p.At(mu, i) - float64(scale*u)) / l.B
		}
	}
	return l
}

// seen is what the units see of some patterns.
func (l layout) seen(p *instances.Patterns) []*instances.Patterns {
	units := make([]*instances.Patterns, l.Hidden)
	for k := range units {
		units[k] = l.unit(k, p)
	}
	return units
}

// rowsOf are the inputs of the units of a pattern.
func rowsOf(units []*instances.Patterns, mu int) (rows [][]uint64) {
	for _, unit := range units {
		rows = append(rows, unit.Row(mu))
	}
	return rows
}

// reals adds a row for each pattern of real inputs.
func (l layout) reals(g *factorgraph.Graph, p *instances.Patterns, how factorgraph.Accuracy, of func(mu int) factorgraph.Combination) error {
	if how != factorgraph.Accurate {
		return fmt.Errorf("accuracy %q does not serve real inputs", how)
	}
	units, work := l.seen(p), factorgraph.NewWorkspace(0)
	for mu := range p.P {
		var inputs [][]float64
		for _, unit := range units {
			inputs = append(inputs, unit.Real(mu))
		}
		g.Rows = append(g.Rows, factorgraph.Edgewise{Factor: factorgraph.NewReal(of(mu), inputs, work), Prior: g.Prior})
	}
	return nil
}

// spheres is the factor graph of real weights.
func (l layout) spheres(p *instances.Patterns, c factorgraph.Combination) (*factorgraph.Graph, error) {
	g := &factorgraph.Graph{N: l.Dim(), Prior: factorgraph.Spherical{Units: l.Hidden, Each: l.perUnit()}}
	switch {
	case p.N != l.N:
		return nil, fmt.Errorf("patterns of %d inputs for %d", p.N, l.N)
	case p.IsReal():
		return g, l.reals(g, p, factorgraph.Accurate, func(int) factorgraph.Combination { return c })
	}
	seen := l.seen(p)
	for mu := range p.P {
		g.Rows = append(g.Rows, &factorgraph.Gaussian{Combination: c, Units: rowsOf(seen, mu), Inputs: l.perUnit()})
	}
	return g, nil
}

// signsOf are the signs of weights, +1 at 0.
func signsOf(w []float64) []float64 {
	signs := make([]float64, len(w))
	for i, x := range w {
		signs[i] = math.Copysign(1, x+0)
	}
	return signs
}

// signLattice is that of sums of n signs over √n.
func signLattice(n int) Lattice {
	return Lattice{Step: 2, Offset: n % 2, Scale: math.Sqrt(float64(n))}
}

// Supports is that of its [Graphs]: messages to real weights have one accuracy.
func (a *Architecture) Supports(accuracy factorgraph.Accuracy) error {
	if accuracy == factorgraph.ByLatent && !(a.weights == BinaryWeights && Linear(a)) {
		return fault.New("accuracy", accuracy, "want a perceptron of binary weights")
	}
	if a.weights == SphericalWeights && accuracy != factorgraph.Accurate {
		return fault.New("accuracy", accuracy, "want %q for spherical weights", factorgraph.Accurate)
	}
	return nil
}

// Graph is that of its [Graphs].
func (a *Architecture) Graph(p *instances.Patterns, how factorgraph.Accuracy) (*factorgraph.Graph, error) {
	along, opposite := a.output.combination(a, 1, p.IsReal()), a.output.combination(a, -1, p.IsReal())
	if a.weights == SphericalWeights {
		return a.spheres(p, along)
	}
	seen := p
	if a.output.activation() == ramp && p.Labels != nil {
		seen = p.Ungauged()
	}
	return a.graph(seen, how, func(mu int) factorgraph.Combination {
		if p.Label(mu) < 0 {
			return opposite
		}
		return along
	})
}

// PowerGraph is the factor graph of these patterns with the factor (Δ − κ)^b θ(Δ − κ) each,
// for b = 0 that of [Architecture.Graph]. It is for models that are [Linear], as the next.
func (a *Architecture) PowerGraph(b float64, p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if b == 0 {
		return a.Graph(p, n)
	}
	root := math.Sqrt(float64(a.N))
	c := &factorgraph.One{Channel: factorgraph.NewPower(float64(a.Kappa*root), root, b)}
	if a.weights == SphericalWeights {
		return a.spheres(p, c)
	}
	return a.graph(p, n, func(int) factorgraph.Combination { return c })
}

// WeighedGraph is the factor graph of these patterns with a factor each, instead of the demand that
// it is learned, of a perceptron with weights ±1.
func (a *Architecture) WeighedGraph(w Weighing, p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error) {
	root := math.Sqrt(float64(a.N))
	scale := 1 / root
	c := &factorgraph.One{Channel: factorgraph.NewTabulated(a.N, float64(w.Width*root), func(sum int) float64 { return w.Log(float64(sum) * scale) })}
	return a.graph(p, n, func(int) factorgraph.Combination { return c })
}
