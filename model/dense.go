package model

import (
	"fmt"
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// dense is the factor graph of n binary weights of which every pattern sees one
// sum, through a channel.
func dense(n int, c factorgraph.Channel, p *instances.Patterns, how factorgraph.Numerics) (*factorgraph.Graph, error) {
	if p.N != n {
		return nil, fmt.Errorf("patterns of %d inputs for %d weights", p.N, n)
	}
	one := factorgraph.One{Channel: c}
	return discrete(p.P, 1, n, how, func(mu int) (factorgraph.Combination, [][]uint64) { return one, [][]uint64{p.Row(mu)} })
}

// discrete is the factor graph of binary weights in some units, of so many inputs ±1
// each: of each pattern it asks what its sums are combined to, and what each unit sees.
func discrete(patterns, units, inputs int, how factorgraph.Numerics, of func(mu int) (factorgraph.Combination, [][]uint64)) (*factorgraph.Graph, error) {
	g := &factorgraph.Graph{N: units * inputs, Prior: factorgraph.Binary{}}
	var nodes []*factorgraph.Discrete
	table := factorgraph.NewSumTable(inputs)
	for mu := range patterns {
		c, signs := of(mu)
		row := &factorgraph.Discrete{Combination: c, Units: signs, Inputs: inputs}
		switch how.Accuracy {
		case factorgraph.Accurate:
			g.Rows = append(g.Rows, row)
		case factorgraph.AMP:
			nodes = append(nodes, row)
		case factorgraph.Exact:
			g.Rows = append(g.Rows, factorgraph.Edgewise{Prior: g.Prior,
				Factor: &factorgraph.Convolved{Combination: c, Units: signs, Inputs: inputs, Table: table}})
		default:
			return nil, fmt.Errorf("unknown accuracy %q", how.Accuracy)
		}
	}
	if how.Accuracy == factorgraph.AMP {
		g.Nodes = factorgraph.NewNodes(nodes, units)
	}
	return g, nil
}

// realDense is the factor graph of n binary weights and patterns of real inputs, whose
// sums have to exceed a threshold.
func realDense(n int, threshold float64, p *instances.Patterns, how factorgraph.Numerics) (*factorgraph.Graph, error) {
	switch {
	case p.N != n:
		return nil, fmt.Errorf("patterns of %d inputs for %d weights", p.N, n)
	case how.Accuracy != factorgraph.Accurate || how.Precision == factorgraph.Float32:
		return nil, fmt.Errorf("accuracy %q and precision %q do not serve real inputs", how.Accuracy, how.Precision)
	}
	g := &factorgraph.Graph{N: n, Prior: factorgraph.Binary{}}
	one, work := factorgraph.One{Channel: factorgraph.HalfLine{Theta: threshold}}, factorgraph.NewWorkspace(0)
	for mu := range p.P {
		g.Rows = append(g.Rows, factorgraph.Edgewise{
			Factor: &factorgraph.Real{Combination: one, Units: [][]float64{p.Real(mu)}, Work: work}, Prior: g.Prior})
	}
	return g, nil
}

// supportsDense refuses single precision for messages that are not swept as rows
// of double-precision sums.
func supportsDense(how factorgraph.Numerics) error {
	if how.Precision == factorgraph.Float32 && how.Accuracy != factorgraph.Accurate {
		return fault.New("precision", how.Precision, "want accuracy %q, not %q", factorgraph.Accurate, how.Accuracy)
	}
	return nil
}

// signSums appends w·ξ/√N of every pattern, weights taken by their signs.
func signSums(dst, w []float64, p *instances.Patterns) []float64 {
	if p.IsReal() {
		return realSums(dst, w, p)
	}
	packed, scale := instances.PackSigns(w), 1/math.Sqrt(float64(p.N))
	for mu := range p.P {
		dst = append(dst, float64(p.DotSigns(mu, packed))*scale)
	}
	return dst
}

// realSums is signSums of patterns of real inputs.
func realSums(dst, w []float64, p *instances.Patterns) []float64 {
	signs, scale := make([]float64, len(w)), 1/math.Sqrt(float64(p.N))
	for i, x := range w {
		signs[i] = math.Copysign(1, x+0)
	}
	for mu := range p.P {
		dst = append(dst, p.Dot(mu, signs)*scale)
	}
	return dst
}

// signLattice is that of sums of n signs over √n.
func signLattice(n int) Lattice {
	return Lattice{Step: 2, Offset: n % 2, Scale: math.Sqrt(float64(n))}
}

// leastAbove is the smallest sum of n signs which over √n exceeds κ, by the
// comparison that counts errors.
func leastAbove(kappa float64, n int) int {
	root := math.Sqrt(float64(n))
	scale := 1 / root
	sum := n + 2*int(math.Floor(0.5*(float64(kappa*root)-float64(n)))) - 2
	for float64(sum)*scale <= kappa {
		sum += 2
	}
	return sum
}
