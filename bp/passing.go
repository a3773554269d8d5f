package bp

import (
	"fbp/factorgraph"
	"fbp/internal/fault"
)

// The schedules that a config can name.
const (
	Sequential = "sequential" // a row uses the new messages of the rows before it
	Flooding   = "flooding"   // all rows use the fields of the last sweep
)

// Float64 is the one precision of messages. Names of tasks contain it.
const Float64 = "float64"

// Passing says how messages are passed until they stop changing. It is part of
// every config section that runs belief propagation.
type Passing struct {
	Damping   float64              `toml:"damping" min:"0" below:"1" help:"δ of u ← δ u_old + (1−δ) u_new"`
	Refresh   int                  `toml:"refresh" min:"1" max:"1000000000" help:"rows between refreshes of the external field"`
	Epsilon   float64              `toml:"epsilon" above:"0" help:"converged when the patterns' sums change by less in a sweep, in standard deviations"`
	MaxSweeps int                  `toml:"max_sweeps" min:"1" max:"1000000000" help:"sweeps after which a step is recorded as not converged"`
	Accuracy  factorgraph.Accuracy `toml:"accuracy" oneof:"accurate|exact|amp|latent" help:"how a row (pattern) computes its messages; latent: messages that know the features F and x, or the mean of biased inputs"`
	Schedule  string               `toml:"schedule" oneof:"sequential|flooding" help:"whether a row uses the new messages of the rows before it"`
	Shuffle   bool                 `toml:"shuffle" help:"visit the rows in a new random order every sweep"`
	Precision string               `toml:"precision" help:"float64: no message is stored in any other"`
}

// MessagePassing is p itself: an algorithm that embeds it passes messages this way.
func (p Passing) MessagePassing() Passing { return p }

// PassingOf is how an algorithm passes messages, nil if it does not.
func PassingOf(algorithm any) *Passing {
	p, ok := algorithm.(interface{ MessagePassing() Passing })
	if !ok {
		return nil
	}
	like := p.MessagePassing()
	return &like
}

// Latent tells whether messages need the latent patterns of random features.
func (p Passing) Latent() bool { return p.Accuracy == factorgraph.ByLatent }

// CompleteLatent damps nodes of random features, which oscillate at N near P otherwise.
func (p *Passing) CompleteLatent(given func(key string) bool, damping float64) {
	if p.Latent() && !given("damping") {
		p.Damping = damping
	}
}

// draws tells whether messages that are passed this way, from a start, depend on random
// numbers.
func (p Passing) draws(start *Start) bool { return p.Shuffle || start != nil }

// Validate says which combination makes no sense.
func (p Passing) Validate() error {
	if p.Precision != Float64 {
		return fault.New("precision", p.Precision, "want %q: there are no others any more; accuracy %q takes less memory and time", Float64, factorgraph.AMP)
	}
	if p.Shuffle && (p.Accuracy == factorgraph.AMP || p.Accuracy == factorgraph.ByLatent) {
		return fault.New("shuffle", true, "has no meaning with accuracy %q, whose rows stay together", p.Accuracy)
	}
	return nil
}

// Real says what stands against real inputs, whose messages are computed edge by edge.
func (p Passing) Real() error {
	if p.Accuracy != factorgraph.Accurate && !p.Latent() {
		return fault.New("accuracy", p.Accuracy, "want %q with real inputs", factorgraph.Accurate)
	}
	return nil
}
