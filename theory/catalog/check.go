package catalog

import (
	"fmt"
	"math"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// Interval bounds the values of a parameter; To may be infinite. The zero value
// allows all finite numbers.
type Interval struct {
	From, To float64
	Open     bool // without From itself
}

var (
	positive    = Interval{To: math.Inf(1), Open: true}
	nonNegative = Interval{To: math.Inf(1)}
)

// Holds tells whether x lies in the interval.
func (v Interval) Holds(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return false
	}
	return v == Interval{} || x >= v.From && x <= v.To && !(v.Open && x == v.From)
}

// Want says what the value of a parameter must be: "0 < d ≤ 0.5".
func (v Interval) Want(name string) string {
	sign := "≤"
	if v.Open {
		sign = "<"
	}
	switch {
	case v == Interval{}:
		return "finite " + name
	case math.IsInf(v.To, 1):
		return fmt.Sprintf("finite %s, %g %s %s", name, v.From, sign, name)
	}
	return fmt.Sprintf("%g %s %s ≤ %g", v.From, sign, name, v.To)
}

// Check finds every mistake in a request that can be found without computing:
// parameters that are missing, unknown or out of range, and too many points.
func (e Entry) Check(r Request) error {
	if err := e.CheckWords(r); err != nil {
		return err
	}
	_, err := e.grid(r.Values)
	return err
}

// check refuses values out of range. A word, such as κ_max for a margin, is in range.
func (p Param) check(list []float64) error {
	for _, x := range list {
		if k, is := values.WordOf(x); !(is && k < len(p.Words)) && !p.Within.Holds(x) {
			return fault.New(p.Name, x, "want %s", p.Within.Want(p.Name))
		}
	}
	return nil
}
