package saddle

import (
	"iter"
	"math"
)

const (
	trapezoidCut   = 38     // e^−38 = 3e-17
	trapezoidSteps = 100000 // on either side, more than an integral takes
)

// Trapezoid yields the points of a step from x on, to both sides, and the logarithm of an integrand there:
// as far as given, and until it has fallen by e^−38 from the largest one met, and falls. From a maximum, or a
// place near one, it misses no other but behind a gap as deep. Where the logarithm is NaN, or after 100000
// steps, the last one is NaN.
func Trapezoid(log func(x float64) float64, x, step, far float64) iter.Seq2[float64, float64] {
	return func(yield func(x, log float64) bool) {
		most := math.Inf(-1)
		for _, side := range [2]float64{1, -1} {
			before := most
			for n := int((1 - side) / 2); ; n++ {
				at := x + side*float64(n)*step
				e := log(at)
				if n == trapezoidSteps {
					e = math.NaN()
				}
				if e < most-trapezoidCut && e <= before && float64(n)*step >= far {
					break
				}
				if !yield(at, e) || math.IsNaN(e) {
					return
				}
				most, before = max(most, e), e
			}
		}
	}
}

// LogIntegral is ln ∫ e^log dx by the points of [Trapezoid]; NaN where they end in one.
func LogIntegral(log func(x float64) float64, x, step float64) float64 {
	sum, unit := 0.0, math.Inf(-1)
	for _, e := range Trapezoid(log, x, step, 0) {
		if e > unit+300 { // no overflow
			sum *= math.Exp(unit - e)
			unit = e
		}
		sum += math.Exp(e - unit)
	}
	return unit + math.Log(sum*step)
}
