package bp

import (
	"slices"

	"fbp/dynamics"
	"fbp/internal/fault"
	"fbp/model"
)

// The ways to continue a search without a solution that a config can name.
const (
	NoFinish = "none"
	BySBPI   = "sbpi" // stochastic learning
)

// Finishing are the keys that say what continues a search of message passing without a
// solution. They are part of the section of [Focusing].
//
// The messages of the first step with errors at q > HandOver are handed over, or those of
// the last step. Weight i starts with the hidden state next to 4 h_i = 4 atanh m_i, and every
// attempt is one of [dynamics.SBPI] from there, all drawing from the stream of the search.
type Finishing struct {
	Finish    string    `toml:"finish" oneof:"none|sbpi" absent:"none" help:"what continues from the messages of a search without a solution"`
	HandOver  float64   `toml:"hand_over,omitempty" above:"0" max:"1" absent:"" help:"of finish: q above which a step with errors is the last"`
	Attempts  int       `toml:"attempts,omitempty" min:"1" max:"1000000000" absent:"" help:"of finish: how often it starts from the messages"`
	States    int       `toml:"states,omitempty" min:"2" max:"1000000000" absent:"" help:"of finish: hidden states of a weight; left out, those of kind sbpi"`
	Ps        []float64 `toml:"ps,omitempty" absent:"" help:"of finish: ps of kind sbpi, of each attempt in turn"`
	MaxEpochs int       `toml:"max_epochs,omitempty" min:"1" max:"1000000000" absent:"" help:"of finish: epochs of an attempt"`

	inputs int // of a unit of the model, 0 where SBPI cannot continue
}

const (
	// statesPerField is how many hidden states a field of 1 is worth: of 1, 2, 4, 8 and 16 it solved most
	// at N = 501, and about as many as 8 and 16 at N = 2001.
	statesPerField = 4

	// longSums is the number of inputs of a unit from which attempts are noisier and more: of what was
	// tried, both probabilities in turn were best at 501 inputs, 0.4 alone at 2001 (bench/searches.md).
	longSums = 1000
)

// finishes tells whether SBPI continues.
func (f *Finishing) finishes() bool { return f.Finish == BySBPI }

// completeFinish fills in the keys that are not given.
func (f *Finishing) completeFinish(given func(key string) bool) {
	if !f.finishes() {
		return
	}
	attempts, ps := 20, []float64{0.3, 0.4}
	if f.inputs >= longSums {
		attempts, ps = 50, []float64{0.4}
	}
	if !given("hand_over") {
		f.HandOver = 0.99
	}
	if !given("max_epochs") {
		f.MaxEpochs = 2000
	}
	if !given("attempts") {
		f.Attempts = attempts
	}
	if !given("ps") {
		f.Ps = ps
	}
}

// validateFinish refuses keys that have no meaning or are out of range.
func (f *Finishing) validateFinish() error {
	for _, k := range []struct {
		name  string
		value any
		given bool
	}{
		{"hand_over", f.HandOver, f.HandOver != 0}, {"max_epochs", f.MaxEpochs, f.MaxEpochs != 0}, {"attempts", f.Attempts, f.Attempts != 0},
		{"states", f.States, f.States != 0}, {"ps", f.Ps, len(f.Ps) > 0},
	} {
		if k.given && !f.finishes() {
			return fault.New(k.name, k.value, "has no meaning with finish = %q", f.Finish)
		}
	}
	if f.finishes() && (len(f.Ps) == 0 || len(f.Ps) > MaxSteps || slices.ContainsFunc(f.Ps, func(p float64) bool { return !(p >= 0 && p <= 1) })) {
		return fault.New("ps", f.Ps, "want 1 to %d probabilities from 0 to 1 with finish = %q", MaxSteps, f.Finish)
	}
	return (&dynamics.SBPI{States: f.States}).Validate()
}

// checkFinish refuses models that SBPI cannot continue with.
func (f *Finishing) checkFinish(m model.Model) error {
	if f.finishes() && (m.PerVoter() == 0 || m.Traits().Layout == model.Full) {
		return fault.New("finish", f.Finish, "want a perceptron, or a tree committee of sign units with output = \"majority\", with binary weights")
	}
	return nil
}

// sbpi is the algorithm of an attempt.
func (f *Finishing) sbpi(m model.Model, attempt int) *dynamics.SBPI {
	s := dynamics.NewSBPI(m)
	s.Limits = dynamics.Limits{MaxEpochs: f.MaxEpochs, Every: f.MaxEpochs}
	if f.States > 0 {
		s.States = f.States
	}
	s.Ps = f.Ps[attempt%len(f.Ps)]
	return s
}
