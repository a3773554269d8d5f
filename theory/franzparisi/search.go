package franzparisi

import (
	"math"

	"fbp/theory/saddle"
)

// The search for the zero of f.next(x) − x, in the chart of [problem]: x0 = logit of s²/(4d(1−d)), x1 = atanh(k/s), with a
// teacher atanh(j/√V). Where V → 0, x1 and ln V are undetermined, and x1 is V/s² instead, f.signK being the sign of k.

// begin is where a search begins, at x0 = start and k = 0, and room for its image.
func (f *problem) begin(start float64) (x, image []float64) {
	x = []float64{start, 0}
	if f.patterns.teacher != 0 {
		x = append(x, 0)
	}
	f.signK = 0
	return x, make([]float64, len(x))
}

// solve looks for the saddle point from x0 = start: four iterations, then Newton's method, in V/s² where |x1| is large, and in
// x1 if that fails.
func (f *problem) solve(start float64) (x []float64, ok bool) {
	x, image := f.begin(start)
	for range 4 {
		if !f.next(x, image) {
			return x, false
		}
		copy(x, image)
	}
	ended := func(x []float64) bool {
		return x[0] > endedX0 || x[0] > lateX0 && f.hopeless != nil && f.hopeless()
	}
	if math.Abs(x[1]) > steepAlign { // V/s² = 1/cosh² x1
		f.signK = math.Copysign(1, x[1])
		y := append([]float64(nil), x...)
		y[1] = math.Pow(math.Cosh(x[1]), -2)
		if len(y) > 2 {
			y[2] = math.Tanh(x[2]) * math.Sqrt(y[1])
		}
		if _, ok := (saddle.Problem{Next: f.next, Size: f.size, Far: ended}).Solve(y); ok {
			return y, true
		}
		f.signK = 0
	}
	_, ok = saddle.Problem{Next: f.next, Size: f.size, Far: ended}.Solve(x)
	return x, ok
}

// settle looks for the saddle point by plain iteration, which contracts where the patterns have little effect. There x1 has too
// few digits for the finite differences of Newton's method. The iteration ends when p and t0 no longer change but for
// rounding: p changes by s² Δx0 and t0 by √(s² q(1−q)) Δx1.
func (f *problem) settle() (x []float64, ok bool) {
	x, image := f.begin(-1)
	for range 100 {
		if !f.next(x, image) {
			return x, false
		}
		s2 := math.Exp(image[0])
		byP, byT0 := s2*math.Abs(image[0]-x[0]), math.Sqrt(s2*f.q*f.v)*math.Abs(image[1]-x[1])
		copy(x, image)
		if x[0] < faintX0 && byP < 1e-17 && byT0 < 1e-14 {
			return x, true
		}
	}
	return x, false
}

// align is atanh, held within ±mostAligned.
func align(cos float64) float64 {
	if a := math.Atanh(cos); math.Abs(a) < mostAligned {
		return a
	}
	return math.Copysign(mostAligned, cos)
}

// size is the size of the residual r = next(x) − x by which a search ends, each coordinate in units of what is known of it:
//
//	|r0|, and that of the gap    as they are
//	|r1| of V/s²                 as it is
//	|r1| of atanh(k/s)           times V/s² once it is below 0.01: near |k| = s atanh amplifies errors of k/s by s²/V
//	|r of j|                     times √(V/s²), for the same reason
//
// and all the less the smaller s² is: of δ − 2d, of which s² is the variance, 1e-16 is rounding.
func (f *problem) size(x, r []float64) float64 {
	ratio := x[1]
	if f.signK == 0 {
		ratio = math.Pow(math.Cosh(x[1]), -2)
	}
	align := math.Abs(r[1])
	if f.signK == 0 && align <= 0.01 {
		align *= ratio
	}
	more := r[2:]
	if f.patterns.teacher != 0 {
		scale := 1.0
		if f.signK == 0 {
			scale = math.Sqrt(ratio)
		}
		align, more = max(align, scale*math.Abs(more[0])), more[1:]
	}
	// below s² = 1e-10 · 4d(1−d) the rounding shows in all of them, and the more in correlations with T − q, which
	// is small as q → 1
	digits := 1e5 * math.Exp(x[0]/2)
	return max(max(math.Abs(r[0]), saddle.Largest(more))*min(1, digits), align*min(1, digits*math.Sqrt(f.q*f.v)/5))
}
