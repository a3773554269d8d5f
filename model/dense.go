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
	g := &factorgraph.Graph{N: n, Prior: factorgraph.Binary{}}
	if how.Accuracy == factorgraph.AMP {
		nodes := &factorgraph.DenseNodes{Channel: c}
		for mu := range p.P {
			nodes.Signs = append(nodes.Signs, p.Row(mu))
		}
		g.Nodes = nodes
		return g, nil
	}
	table := (*factorgraph.SumTable)(nil)
	if how.Accuracy == factorgraph.Exact {
		table = factorgraph.NewSumTable(n)
	}
	if how.Accuracy != factorgraph.Exact && how.Accuracy != factorgraph.Accurate {
		return nil, fmt.Errorf("unknown accuracy %q", how.Accuracy)
	}
	for mu := range p.P {
		row := factorgraph.Row(&factorgraph.Dense{Channel: c, Signs: p.Row(mu), N: n})
		if how.Accuracy == factorgraph.Exact {
			row = factorgraph.Edgewise{Factor: &factorgraph.ExactDense{Channel: c, Signs: p.Row(mu), Table: table}, Prior: g.Prior}
		}
		g.Rows = append(g.Rows, row)
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
	for mu := range p.P {
		g.Rows = append(g.Rows, factorgraph.Edgewise{
			Factor: &factorgraph.RealDense{Inputs: p.Real(mu), Threshold: threshold}, Prior: g.Prior})
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
