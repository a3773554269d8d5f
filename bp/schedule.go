package bp

import (
	"fmt"
	"math"

	"fbp/gauss"
)

// Schedule is a list of couplings, given as a formula or one by one.
//
//	{ schedule = "atanh", steps = 30, first = 0, cap = 10.0 }   min(cap, atanh(k/(steps−1))), k = first … steps−1
//	{ list = [0.1, 0.2, 0.5] }
type Schedule struct {
	Kind  string    `toml:"schedule,omitempty" oneof:"atanh" help:"formula of the values"`
	Steps int       `toml:"steps,omitempty" min:"2" help:"k runs to steps − 1"`
	First int       `toml:"first" min:"0" help:"first k"`
	Cap   float64   `toml:"cap,omitempty" above:"0" help:"largest value, in the place of atanh 1"`
	List  []float64 `toml:"list,omitempty" inf:"ok" help:"the values themselves"`
}

// Atanh is the schedule of both papers: atanh(k/(steps−1)) from k = first, the
// last value capped.
func Atanh(steps, first int, limit float64) Schedule {
	return Schedule{Kind: "atanh", Steps: steps, First: first, Cap: limit}
}

// Validate says which parameter is out of range.
func (s Schedule) Validate() error {
	if len(s.List) > 0 {
		for _, x := range s.List {
			if !(x >= 0) {
				return fmt.Errorf("list = %v: want values >= 0", s.List)
			}
		}
		return nil
	}
	switch {
	case s.Kind != "atanh":
		return fmt.Errorf("schedule = %q: want \"atanh\", or a list of values", s.Kind)
	case s.Steps < 2:
		return fmt.Errorf("steps = %d: want steps >= 2", s.Steps)
	case s.First < 0 || s.First >= s.Steps:
		return fmt.Errorf("first = %d: want 0 <= first < steps", s.First)
	case !(s.Cap > 0) || math.IsInf(s.Cap, 0):
		return fmt.Errorf("cap = %v: want a finite cap > 0", s.Cap)
	}
	return nil
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
