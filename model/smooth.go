package model

import (
	"math"

	"fbp/gauss"
	"fbp/loss"
)

// Smooth is the smooth network beside a model of sign units: tanh(βλ) for sign(λ), on
// patterns gauged so that every label is +1. Its output for pattern μ, by how much it
// exceeds the margin κ, is
//
//	o^μ = K^{−1/2} Σ_l tanh(β λ_l^μ) − κ,   λ_l^μ = w_l·ξ_l^μ,
//
// or, of the one unit of a spherical perceptron, tanh(β (λ^μ − κ)),
//
// for weights that are thought to have norm 1 in each unit, so that λ is of order one;
// β → ∞ is the committee itself (PNAS 117, 161 (2020), section V and appendix E).
//
// At takes weights, β and some of the patterns; Gradient and HessianVec are then
// those of the loss Σ_μ f(o^μ) there. Weights move freely: the derivatives are not
// projected on the sphere. One goroutine may use it at a time.
type Smooth struct {
	*Units

	patterns         []int     // those of At
	fields           []float64 // λ of pattern j and unit l at j K + l, as the next three
	first, second    []float64 // derivatives of o by λ
	factors          []float64 // scratch
	slope, curvature []float64 // f' and f'' at o, by pattern
	outputs          []float64 // o
}

// NewSmooth is that of some units, all patterns in memory at once.
func NewSmooth(u *Units) *Smooth { return &Smooth{Units: u} }

// At takes weights w, of norm 1 in each unit, and returns Σ f(o^μ) over some patterns,
// which it keeps until it is called again.
func (s *Smooth) At(w []float64, beta float64, patterns []int, f loss.Loss) (sum float64) {
	n := len(patterns)
	for _, x := range []*[]float64{&s.fields, &s.first, &s.second, &s.factors} {
		*x = room(*x, n*s.Hidden)
	}
	for _, x := range []*[]float64{&s.slope, &s.curvature, &s.outputs} {
		*x = room(*x, n)
	}
	s.patterns = patterns
	s.Fields(s.fields, w, patterns)
	scale := 1 / math.Sqrt(float64(s.Hidden))
	for j := range patterns {
		o := 0.0
		for i := j * s.Hidden; i < (j+1)*s.Hidden; i++ {
			x := float64(beta * (s.fields[i] - s.Threshold))
			e := gauss.Exp(-2 * math.Abs(x))
			d := 1 + e
			t := math.Copysign((1-e)/d, x)
			o += t
			// the derivative of tanh βλ: 1 − tanh² loses all digits where a unit is saturated
			s.first[i] = scale * beta * 4 * e / float64(d*d)
			s.second[i] = -2 * beta * t * s.first[i]
		}
		s.outputs[j] = float64(o*scale) - s.shift
		value, slope, curvature := f.At(s.outputs[j])
		s.slope[j], s.curvature[j] = slope, curvature
		sum += value
	}
	return sum
}

// room returns x with length n; its content is lost.
func room(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// Outputs are o of the patterns of At.
func (s *Smooth) Outputs() []float64 { return s.outputs }

// Errors counts those of the patterns of At that the committee itself, β = ∞, gets
// wrong.
func (s *Smooth) Errors() (errors int) {
	for j := range s.patterns {
		if !s.Learns(s.fields[j*s.Hidden:(j+1)*s.Hidden], 1) {
			errors++
		}
	}
	return errors
}

// Gradient writes the derivatives of the loss by the weights to g.
func (s *Smooth) Gradient(g []float64) {
	for i, d := range s.first {
		s.factors[i] = float64(d * s.slope[i/s.Hidden])
	}
	clear(g)
	s.AddTo(g, s.factors, s.patterns)
}

// HessianVec writes the product of the second derivatives of the loss with v to hv:
//
//	Σ_μ [f''(o) (Σ_m o_m ξ_m·v_m) o_l ξ_l + f'(o) o_ll (ξ_l·v_l) ξ_l]
//
// for the weights of unit l, with o_l and o_ll the derivatives of o by λ_l.
func (s *Smooth) HessianVec(hv, v []float64) {
	s.Fields(s.factors, v, s.patterns)
	for j := range s.patterns {
		common := 0.0
		for i := j * s.Hidden; i < (j+1)*s.Hidden; i++ {
			common += float64(s.first[i] * s.factors[i])
		}
		common *= s.curvature[j]
		for i := j * s.Hidden; i < (j+1)*s.Hidden; i++ {
			own := float64(s.slope[j] * s.second[i])
			s.factors[i] = float64(common*s.first[i]) + float64(own*s.factors[i])
		}
	}
	clear(hv)
	s.AddTo(hv, s.factors, s.patterns)
}

// Normalize gives the weights of every unit Euclidean norm r.
func (u *Units) Normalize(w []float64, r float64) {
	for l := range u.Hidden {
		normalize(u.of(l, w), r)
	}
}
