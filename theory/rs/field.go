package rs

import (
	"math"

	"fbp/gauss"
)

// Channel is what a pattern weighs: ln Z of a Gaussian stability of mean ω and variance V, but for a
// constant that V determines, as a function of x = (ω − κ)/√V.
type Channel interface {
	// Log is ln Z at x.
	Log(x float64) float64
	// Slopes are its first two derivatives by x.
	Slopes(x float64) (slope, curvature float64)
}

// Kernel is what hidden units make of an overlap: Q = φ(q), φ'(q) and φ”(q).
type Kernel func(Overlap) (e Overlap, slope, curvature float64)

// Field is patterns that see one Gaussian field,
//
//	E f = ∫Dz W(z) f((√Q z − κ)/√(1−Q)),   Q = φ(q),   W = 2[η + (1 − 2η) H(−steep z)]
//
// W = 1 of random labels, steep = 0.
type Field struct {
	Margin  float64 // κ
	Channel Channel
	Kernel  Kernel    // nil: Q = q
	Steep   float64   // of a teacher: M/√(Q − M²), M the correlation of its field with √Q z
	Noise   float64   // η, the probability that a label is not the teacher's
	Breaks  []float64 // further ends of panels
}

// effective is Kernel, or Q = q.
func (f Field) effective(o Overlap) (e Overlap, slope, curvature float64) {
	if f.Kernel == nil {
		return o, 1, 0
	}
	return f.Kernel(o)
}

// Average is E g of a function of x.
func (f Field) Average(o Overlap, g func(x float64) float64) float64 {
	e, _, _ := f.effective(o)
	return f.average(e, g)
}

func (f Field) average(e Overlap, g func(x float64) float64) float64 {
	if e.Q == 0 {
		return g(-f.Margin)
	}
	sq, sv := math.Sqrt(e.Q), math.Sqrt(e.V)
	breaks := append(gauss.Around(f.Margin/sq, sv/sq), f.Breaks...)
	if f.Steep == 0 {
		return gauss.Average(func(z float64) float64 { return g((sq*z - f.Margin) / sv) }, breaks...)
	}
	return gauss.Average(func(z float64) float64 {
		return 2 * (f.Noise + (1-2*f.Noise)*gauss.H(-f.Steep*z)) * g((sq*z-f.Margin)/sv)
	}, append(breaks, gauss.Around(0, 1/math.Abs(f.Steep))...)...)
}

// Log is E ln Z, without the constants of V.
func (f Field) Log(o Overlap) float64 { return f.Average(o, f.Channel.Log) }

// Force is φ'(q) E (∂_ω ln Z)².
func (f Field) Force(o Overlap) float64 {
	e, slope, _ := f.effective(o)
	return slope * f.square(e)
}

func (f Field) square(e Overlap) float64 {
	return f.average(e, func(x float64) float64 { s, _ := f.Channel.Slopes(x); return s * s }) / e.V
}

// Stiff is φ'(q)² E (∂_ω² ln Z)² + φ”(q) E (∂_ω ln Z)².
func (f Field) Stiff(o Overlap) float64 {
	e, slope, curvature := f.effective(o)
	sum := slope * slope * f.average(e, func(x float64) float64 { _, c := f.Channel.Slopes(x); return c * c }) / (e.V * e.V)
	if curvature != 0 {
		sum += curvature * f.square(e)
	}
	return sum
}
