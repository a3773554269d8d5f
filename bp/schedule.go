package bp

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/internal/fault"
)

// Schedule is a list of couplings, given as a formula or one by one.
//
//	{ schedule = "atanh", steps = 30, first = 0, cap = 10.0 }             min(cap, atanh(k/(steps−1))), k = first … steps−1
//	{ schedule = "exponential", steps = 30, from = 0.5, to = 30.0 }       from (to/from)^(k/(steps−1)), k = first … steps−1
//	{ list = [0.1, 0.2, 0.5] }
type Schedule struct {
	Kind  string    `toml:"schedule,omitempty" oneof:"atanh|exponential" chooses:"form" help:"formula of the values"`
	Steps int       `toml:"steps,omitempty" min:"2" max:"100000" help:"k runs to steps − 1"`
	First int       `toml:"first" min:"0" help:"first k"`
	Cap   float64   `toml:"cap,omitempty" above:"0" max:"100" help:"of \"atanh\": largest value, in the place of atanh 1"`
	From  float64   `toml:"from,omitempty" above:"0" max:"100" help:"of \"exponential\": value of k = 0"`
	To    float64   `toml:"to,omitempty" above:"0" max:"100" help:"of \"exponential\": last value"`
	List  []float64 `toml:"list,omitempty" inf:"ok" chooses:"form" help:"the values themselves"`
}

// Atanh is the schedule of both papers: atanh(k/(steps−1)) from k = first, the
// last value capped.
func Atanh(steps, first int, limit float64) Schedule {
	return Schedule{Kind: "atanh", Steps: steps, First: first, Cap: limit}
}

// Exponential is a schedule of values in geometric progression.
func Exponential(steps int, from, to float64) Schedule {
	return Schedule{Kind: "exponential", Steps: steps, From: from, To: to}
}

// MaxSteps bounds the steps of a schedule or protocol: each has a reading.
const MaxSteps = 100_000

// MaxCoupling bounds finite couplings. From 20 on tanh x is 1 to rounding, and
// nothing changes any more; infinity is a value of its own where it has a meaning.
const MaxCoupling = 100

// Given tells whether there is a schedule at all.
func (s Schedule) Given() bool { return s.Kind != "" || len(s.List) > 0 }

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
	case s.Kind != "atanh" && s.Kind != "exponential":
		return fault.New("schedule", s.Kind, "want \"atanh\" or \"exponential\", or a list of values")
	case s.Steps < 2 || s.Steps > MaxSteps:
		return fault.New("steps", s.Steps, "want 2 <= steps <= %d", MaxSteps)
	case s.First < 0 || s.First >= s.Steps:
		return fault.New("first", s.First, "want 0 <= first < steps")
	}
	if s.Kind == "exponential" {
		return s.validateEnds()
	}
	switch {
	case !(s.Cap > 0 && s.Cap <= MaxCoupling):
		return fault.New("cap", s.Cap, "want 0 < cap <= %d", MaxCoupling)
	case s.From != 0 || s.To != 0:
		return fault.New("schedule", s.Kind, "has no from and to")
	}
	return nil
}

func (s Schedule) validateEnds() error {
	switch {
	case !(s.From > 0 && s.From <= MaxCoupling):
		return fault.New("from", s.From, "want 0 < from <= %d", MaxCoupling)
	case !(s.To > 0 && s.To <= MaxCoupling):
		return fault.New("to", s.To, "want 0 < to <= %d", MaxCoupling)
	case s.Cap != 0:
		return fault.New("cap", s.Cap, "has no meaning with schedule %q", s.Kind)
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
		values = append(values, s.at(k))
	}
	return values
}

// at is value number k of a formula.
func (s Schedule) at(k int) float64 {
	x := float64(k) / float64(s.Steps-1)
	switch {
	case s.Kind != "exponential":
		return min(s.Cap, gauss.Atanh(x))
	case k == s.Steps-1: // without rounding
		return s.To
	}
	return s.From * gauss.Exp(float64(x*gauss.Log(s.To/s.From)))
}
