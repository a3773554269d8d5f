package bp

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/internal/fault"
)

// Schedule is a list of couplings, given as a formula or one by one.
//
//	{ schedule = "atanh", steps = 30, first = 0, cap = 10.0 }   min(cap, atanh(k/(steps−1))), k = first … steps−1
//	{ list = [0.1, 0.2, 0.5] }
type Schedule struct {
	Kind  string    `toml:"schedule,omitempty" oneof:"atanh" help:"formula of the values"`
	Steps int       `toml:"steps,omitempty" min:"2" max:"100000" help:"k runs to steps − 1"`
	First int       `toml:"first" min:"0" help:"first k"`
	Cap   float64   `toml:"cap,omitempty" above:"0" max:"100" help:"largest value, in the place of atanh 1"`
	List  []float64 `toml:"list,omitempty" inf:"ok" help:"the values themselves"`
}

// Atanh is the schedule of both papers: atanh(k/(steps−1)) from k = first, the
// last value capped.
func Atanh(steps, first int, limit float64) Schedule {
	return Schedule{Kind: "atanh", Steps: steps, First: first, Cap: limit}
}

// MaxSteps bounds the steps of a schedule or protocol: each has a reading.
const MaxSteps = 100_000

// MaxCoupling bounds finite couplings. From 20 on tanh x is 1 to rounding, and
// nothing changes any more; infinity is a value of its own where it has a meaning.
const MaxCoupling = 100

// Validate says which parameter is out of range.
func (s Schedule) Validate() error {
	if len(s.List) > MaxSteps {
		return fmt.Errorf("list: has %d values, want at most %d", len(s.List), MaxSteps)
	}
	if len(s.List) > 0 {
		for _, x := range s.List {
			if !(x >= 0 && (x <= MaxCoupling || math.IsInf(x, 1))) {
				return fault.New("list", x, "want values from 0 to %d, or infinity where that has a meaning", MaxCoupling)
			}
		}
		return nil
	}
	switch {
	case s.Kind != "atanh":
		return fault.New("schedule", s.Kind, "want \"atanh\", or a list of values")
	case s.Steps < 2 || s.Steps > MaxSteps:
		return fault.New("steps", s.Steps, "want 2 <= steps <= %d", MaxSteps)
	case s.First < 0 || s.First >= s.Steps:
		return fault.New("first", s.First, "want 0 <= first < steps")
	case !(s.Cap > 0 && s.Cap <= MaxCoupling):
		return fault.New("cap", s.Cap, "want 0 < cap <= %d", MaxCoupling)
	}
	return nil
}

// Len is the number of values.
func (s Schedule) Len() int {
	if len(s.List) > 0 {
		return len(s.List)
	}
	return max(0, s.Steps-s.First)
}

// Values are the couplings in order.
func (s Schedule) Values() []float64 {
	if len(s.List) > 0 {
		return s.List
	}
	values := make([]float64, 0, s.Steps)
	for k := s.First; k < s.Steps; k++ {
		values = append(values, min(s.Cap, gauss.Atanh(float64(k)/float64(s.Steps-1))))
	}
	return values
}
