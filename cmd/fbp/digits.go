package main

import (
	"math"
	"strconv"

	"fbp/fitting"
	"fbp/results"
)

// Numbers with errors are printed to three digits of these, whose further digits say nothing. Tables of a run have
// all digits: their bytes are those of the records.

// withError is a number to three digits of its error; where that is not known to six of its own, unless it is whole.
func withError(x, err float64) results.Value {
	if !(err > 0) || math.IsInf(err, 0) {
		if x == math.Trunc(x) {
			return results.Num(x)
		}
		return digits(x, 'g', 6)
	}
	return digits(x, 'f', max(0, 2-int(math.Floor(math.Log10(err)))))
}

// digits is a number rounded as strconv does it.
func digits(x float64, format byte, n int) results.Value {
	if y, err := strconv.ParseFloat(strconv.FormatFloat(x, format, n, 64), 64); err == nil {
		x = y
	}
	return results.Num(x)
}

// interval are a number and the ends of its interval, to three digits of half of that, or of the distance of its
// one end.
func interval(e fitting.Estimate) []results.Value {
	half := (e.High - e.Low) / 2
	for _, end := range []float64{e.Low, e.High} {
		if math.IsNaN(half) {
			half = math.Abs(e.Value - end)
		}
	}
	return []results.Value{withError(e.Value, half), withError(e.Low, half), withError(e.High, half)}
}
