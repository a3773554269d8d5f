package bp

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/internal/fault"
)

// The protocols that a config can name.
const (
	Scoping       = "scoping"       // y fixed, γ from a schedule
	Reinforcement = "reinforcement" // γ = ∞, y = 1/(1−r), r = 0, δ, 2δ … < 1, or y = (1−δ)^−k
	Pseudo        = "pseudo"        // γ = atanh(r^x), y = 1 + r^(1−2x)/(1−r)
	Pairs         = "list"          // any (γ, y)
)

// How y grows under reinforcement, that a config can name.
const (
	Linear    = "linear"    // 1 − 1/y by δ in a step
	Geometric = "geometric" // y by 1/(1−δ), up to the y given
)

// Step is one stage of a protocol: y replicas coupled to their centre by γ.
// y = 1 or γ = 0 is plain belief propagation.
type Step struct{ Gamma, Y float64 }

// Steps spells the protocol out. Source: Baldassi et al., PNAS 113, E7655
// (2016) and its public program; scoping with γ_k = atanh(k/29) and y = 20 is
// PRL 127, 278301 (2021).
func (f *Focusing) Steps() []Step {
	var steps []Step
	switch f.Protocol {
	case Scoping:
		for _, gamma := range f.Gamma.Values() {
			steps = append(steps, Step{gamma, f.Y})
		}
	case Pairs:
		for _, pair := range f.Pairs {
			steps = append(steps, Step{pair[0], pair[1]})
		}
	case Reinforcement:
		if f.Growth == Geometric {
			return f.geometric()
		}
		for k := 0; f.rate(k) < 1-lastRate; k++ {
			steps = append(steps, Step{math.Inf(1), 1 / (1 - f.rate(k))})
		}
	case Pseudo:
		steps = append(steps, Step{0, 1})
		for k := 1; f.rate(k) < 1-lastRate; k++ {
			r := f.rate(k)
			steps = append(steps, Step{gauss.Atanh(power(r, f.X)), 1 + power(r, 1-float64(2*f.X))/(1-r)})
		}
	}
	return steps
}

// Len is the number of steps, without spelling them out.
func (f *Focusing) Len() int {
	switch f.Protocol {
	case Scoping:
		return f.Gamma.Len()
	case Pairs:
		return len(f.Pairs)
	case Reinforcement:
		if f.Growth == Geometric {
			return f.grown()
		}
	}
	n := int((1 - lastRate) / f.Rate)
	for f.rate(n) < 1-lastRate {
		n++
	}
	return n
}

// geometric are the steps y = (1−δ)^−k, k = 0, 1, … up to y.
func (f *Focusing) geometric() []Step {
	steps := make([]Step, f.grown())
	for k := range steps {
		steps[k] = Step{math.Inf(1), f.replicas(k)}
	}
	return steps
}

// grown is the number of steps with geometric growth.
func (f *Focusing) grown() int {
	last := int(gauss.Log(f.Y)/-gauss.Log1p(-f.Rate)) - 1
	for f.replicas(last+1) <= f.Y {
		last++
	}
	return last + 1
}

// replicas is y of step k with geometric growth.
func (f *Focusing) replicas(k int) float64 {
	return gauss.Exp(-float64(float64(k) * gauss.Log1p(-f.Rate)))
}

// lastRate keeps k δ that equals 1 but for rounding from being taken as r < 1.
const lastRate = 1e-9

// rate is r at step k, rounded before anything is subtracted from it, so that
// every machine climbs the same steps.
func (f *Focusing) rate(k int) float64 { return float64(float64(k) * f.Rate) }

// power is r^x for r > 0, the same on every machine.
func power(r, x float64) float64 { return gauss.Exp(float64(x * gauss.Log(r))) }

// validateProtocol says which of the protocol's parameters is wrong or has no
// meaning under it.
func (f *Focusing) validateProtocol() error {
	rated := f.Protocol == Reinforcement || f.Protocol == Pseudo
	if f.Growth == Geometric {
		if err := f.validateGrowth(); err != nil {
			return err
		}
	}
	switch {
	case rated && !(f.Rate > 0 && f.Rate < 1):
		return fault.New("rate", f.Rate, "want 0 < rate < 1 with protocol %q", f.Protocol)
	case rated && f.Rate < 1.0/MaxSteps:
		return fault.New("rate", f.Rate, "want rate >= %v, at most %d steps", 1.0/MaxSteps, MaxSteps)
	case !rated && f.Rate != 0:
		return fault.Idle("rate", f.Rate, "protocol", f.Protocol)
	case f.Protocol == Pseudo && !(f.X > 0 && f.X <= 1):
		return fault.New("x", f.X, "want 0 < x <= 1 with protocol %q", f.Protocol)
	case f.Protocol != Pseudo && f.X != 0:
		return fault.Idle("x", f.X, "protocol", f.Protocol)
	case f.Protocol == Pairs && len(f.Pairs) == 0:
		return fault.New("pairs", f.Pairs, "want pairs [γ, y] with protocol %q", f.Protocol)
	case len(f.Pairs) > MaxSteps:
		return fmt.Errorf("pairs: has %d pairs, want at most %d", len(f.Pairs), MaxSteps)
	case f.Protocol != Pairs && len(f.Pairs) > 0:
		return fault.Idle("pairs", f.Pairs, "protocol", f.Protocol)
	case f.Protocol == Scoping && !(f.Y >= 1 && f.Y <= 1e9):
		return fault.New("y", f.Y, "want 1 <= y <= 1e9")
	}
	for _, pair := range f.Pairs {
		if !(pair[0] >= 0 && (pair[0] <= MaxCoupling || math.IsInf(pair[0], 1)) && pair[1] >= 1 && pair[1] <= 1e9) {
			return fault.New("pairs", pair, "want [γ, y] with 0 <= γ <= %d or γ infinite, and 1 <= y <= 1e9", MaxCoupling)
		}
	}
	if f.Protocol == Scoping {
		if err := f.Gamma.Validate(); err != nil {
			return fault.In("gamma", err)
		}
	}
	return nil
}

// validateGrowth says what does not go with geometric growth.
func (f *Focusing) validateGrowth() error {
	switch {
	case f.Protocol != Reinforcement:
		return fault.Idle("growth", f.Growth, "protocol", f.Protocol)
	case !(f.Y > 1 && f.Y <= 1e9):
		return fault.New("y", f.Y, "want 1 < y <= 1e9, where geometric growth ends")
	case f.Rate >= 1.0/MaxSteps && f.Rate < 1 && f.grown() > MaxSteps:
		return fault.New("rate", f.Rate, "makes %d steps to y = %v, want at most %d", f.grown(), f.Y, MaxSteps)
	}
	return nil
}
