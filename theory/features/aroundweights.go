package features

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// pairWeights are the weights around a reference w̃, in fields F = √q̂_1 z + t̂_1 − t̂_0 (times w̃, which is +1 here with the
// probability (1 + T)/2): T = tanh(√q̂ x) is the magnetisation of the reference, and x and z have the correlation
// t̂_0/√(q̂ q̂_1).
type pairWeights struct {
	v1, t0 float64 // 1 − q_1 and the overlap with another reference
	t1Hat  float64
	t0Hat  float64 // as asked for, within rounding

	fields, weigh []float64
}

// wide is the largest z of the rules.
const wide = 8.5

// uniform is a rule for functions of √q̂ x that are as smooth as tanh.
func uniform(steep float64) gauss.Rule {
	r := saddle.Mesh(gauss.Rule{}, -wide, wide, 1.5/max(1, steep))
	for k, x := range r.X {
		r.W[k] *= gauss.G(x)
	}
	return r
}

// weightsAround finds t̂_1 such that w·w̃/N = 1 − 2d.
func weightsAround(qHat, q1Hat, t0Hat, d float64) (p pairWeights, ok bool) {
	if math.Abs(q1Hat) < 1e-9 { // patterns hardly matter, and the field is 0 to rounding
		q1Hat = max(q1Hat, 1e-24)
		t0Hat = max(-1, min(t0Hat/math.Sqrt(qHat*q1Hat), 1)) * math.Sqrt(qHat*q1Hat) * (1 - 1e-15)
	}
	align := t0Hat / math.Sqrt(qHat*q1Hat)
	if !(q1Hat > 0 && math.Abs(align) <= 1) {
		return p, false
	}
	own, along := math.Sqrt(qHat*(1-align*align)), math.Sqrt(qHat)*align
	inner, outer := uniform(own), uniform(max(math.Sqrt(q1Hat), math.Abs(along)))
	reference := make([]float64, len(outer.X))
	p.fields, p.weigh = make([]float64, len(outer.X)), make([]float64, len(outer.X))
	for k, z := range outer.X {
		one, two := 0.0, 0.0
		for j, n := range inner.X {
			t := gauss.Tanh(along*z + own*n)
			one += inner.W[j] * (1 + t)
			two += inner.W[j] * t * (1 + t)
		}
		p.fields[k], p.weigh[k], reference[k] = math.Sqrt(q1Hat)*z, outer.W[k]*one, outer.W[k]*two
	}
	excess := func(c float64) float64 {
		sum := 0.0
		for k, f := range p.fields {
			sum += p.weigh[k] * 2 / (1 + math.Exp(2*(f+c)))
		}
		return math.Log(sum / (2 * d))
	}
	reach := 20 + 10*math.Sqrt(q1Hat)
	c, ok := saddle.Root(excess, -reach, excess(-reach), reach, excess(reach), 1e-14)
	for k := range p.fields {
		p.fields[k] += c
		p.v1 += p.weigh[k] * gauss.Sech2(p.fields[k])
		p.t0 += reference[k] * gauss.Tanh(p.fields[k])
	}
	p.t0Hat, p.t1Hat = t0Hat, c+t0Hat
	return p, ok
}

// entropy is 𝒢_S = ⟨ln 2cosh F⟩.
func (p pairWeights) entropy() float64 {
	sum := 0.0
	for k, f := range p.fields {
		sum += p.weigh[k] * gauss.Log2Cosh(f)
	}
	return sum
}
