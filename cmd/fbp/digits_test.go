package main

import (
	"math"
	"testing"

	"fbp/fitting"
)

// Numbers are printed to three digits of their error, ends of intervals to three of half the interval, and whole
// numbers without an error as they are.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		x, err float64
		want   string
	}{
		{0.6995044477521758, 0.00020137162801, "0.699504"}, {12.3456, 1.5, "12.35"}, {1234567.8, 12345, "1.234568e+06"},
		{0.1234567891, math.NaN(), "0.123457"}, {12345678, math.NaN(), "1.2345678e+07"}, {0.5, 0, "0.5"}, {1e-9 / 3, 1e-12, "3.3333e-10"},
		{2.0000000288, 0.011, "2"}, {math.NaN(), math.NaN(), ""},
	} {
		if got := withError(c.x, c.err).String(); got != c.want {
			t.Errorf("%v ± %v is %q, want %q", c.x, c.err, got, c.want)
		}
	}
	for want, e := range map[string]fitting.Estimate{
		"0.6995 0.6893 0.7098": {Value: 0.69950444, Low: 0.68930307, High: 0.70979581},
		"0.6995 0.6893 ":       {Value: 0.69950444, Low: 0.68930307, High: math.NaN()},
		"0.699504  ":           {Value: 0.69950444, Low: math.NaN(), High: math.NaN()},
	} {
		cells := interval(e)
		if got := cells[0].String() + " " + cells[1].String() + " " + cells[2].String(); got != want {
			t.Errorf("%+v is %q, want %q", e, got, want)
		}
	}
}
