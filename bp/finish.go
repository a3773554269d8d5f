package bp

import (
	"slices"

	"fbp/dynamics"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// What goes on from the messages of a search, that a config can name.
const (
	NoFinish = "none"
	BySBPI   = "sbpi"  // stochastic learning
	ByFlips  = "flips" // flips of single weights at zero temperature
)

// Finishing says what goes on where a search of message passing has come without a
// solution. It is part of the section of [Focusing].
//
// The messages of the first step with errors at q > HandOver are handed over, or those of
// the last step. With "sbpi" weight i starts with the hidden state next to 4 h_i =
// 4 atanh m_i, and every attempt is one of [dynamics.SBPI] from there; with "flips" it
// starts with the sign, and flips of weights drawn at random are made that leave no more
// patterns wrong. All draw from the stream of the search.
type Finishing struct {
	Finish    string    `toml:"finish" oneof:"none|sbpi|flips" absent:"none" help:"what continues from the messages of a search without a solution"`
	HandOver  float64   `toml:"hand_over,omitempty" above:"0" max:"1" absent:"" help:"of finish: q above which a step with errors is the last"`
	Attempts  int       `toml:"attempts,omitempty" min:"0" max:"1000000000" absent:"" help:"of finish sbpi: how often it starts from the messages"`
	States    int       `toml:"states,omitempty" min:"2" max:"1000000000" absent:"" help:"of finish sbpi: hidden states of a weight; left out, those of kind sbpi"`
	Ps        []float64 `toml:"ps,omitempty" absent:"" help:"of finish sbpi: ps of kind sbpi, of each attempt in turn"`
	MaxEpochs int       `toml:"max_epochs,omitempty" min:"0" max:"1000000000" absent:"" help:"of finish: epochs of an attempt"`

	inputs int // of a unit of the model, 0 where SBPI cannot go on
}

// longSums is the number of inputs of a unit from which on attempts are noisier and more: what
// was tried at 501 inputs prefers both probabilities, at 2001 one of 0.4 (bench/searches.md).
const longSums = 1000

// scale is how many hidden states a field of 1 is worth: of 1, 2, 4, 8 and 16 it solved most
// at N = 501, and about as many as 8 and 16 at N = 2001 (bench/searches.md).
const scale = 4

// finishes tells whether something goes on.
func (f *Finishing) finishes() bool { return f.Finish == BySBPI || f.Finish == ByFlips }

// completeFinish fills in what is not given.
func (f *Finishing) completeFinish(given func(key string) bool) {
	if !f.finishes() {
		return
	}
	if !given("hand_over") {
		f.HandOver = 0.99
	}
	if f.Finish == ByFlips {
		if !given("max_epochs") {
			f.MaxEpochs = 100
		}
		return
	}
	if !given("max_epochs") {
		f.MaxEpochs = 2000
	}
	attempts, ps := 20, []float64{0.3, 0.4}
	if f.inputs >= longSums {
		attempts, ps = 50, []float64{0.4}
	}
	if !given("attempts") {
		f.Attempts = attempts
	}
	if !given("ps") {
		f.Ps = ps
	}
}

// validateFinish says which key has no meaning or is out of range.
func (f *Finishing) validateFinish() error {
	has := func(finish string, key string, value any, given bool) error {
		if given {
			return fault.New(key, value, "has no meaning with finish = %q", finish)
		}
		return nil
	}
	learns := f.Finish == BySBPI
	for _, err := range []error{
		has(f.Finish, "hand_over", f.HandOver, !f.finishes() && f.HandOver != 0),
		has(f.Finish, "max_epochs", f.MaxEpochs, !f.finishes() && f.MaxEpochs != 0),
		has(f.Finish, "attempts", f.Attempts, !learns && f.Attempts != 0),
		has(f.Finish, "states", f.States, !learns && f.States != 0),
		has(f.Finish, "ps", f.Ps, !learns && len(f.Ps) > 0),
	} {
		if err != nil {
			return err
		}
	}
	switch {
	case f.finishes() && !(f.HandOver > 0 && f.HandOver <= 1):
		return fault.New("hand_over", f.HandOver, "want 0 < hand_over <= 1 with finish = %q", f.Finish)
	case f.finishes() && f.MaxEpochs < 1:
		return fault.New("max_epochs", f.MaxEpochs, "want max_epochs >= 1 with finish = %q", f.Finish)
	case learns && f.Attempts < 1:
		return fault.New("attempts", f.Attempts, "want attempts >= 1 with finish = %q", f.Finish)
	case f.States%2 != 0:
		return fault.New("states", f.States, "want an even number, as many of either sign")
	case learns && len(f.Ps) == 0 || len(f.Ps) > MaxSteps:
		return fault.New("ps", f.Ps, "want 1 to %d probabilities with finish = %q", MaxSteps, f.Finish)
	case slices.ContainsFunc(f.Ps, func(p float64) bool { return !(p >= 0 && p <= 1) }):
		return fault.New("ps", f.Ps, "want probabilities from 0 to 1")
	}
	return nil
}

// checkFinish refuses models that cannot go on so.
func (f *Finishing) checkFinish(m model.Model) error {
	switch f.Finish {
	case BySBPI:
		if v, ok := m.(model.Voting); !ok || v.Votes() != nil {
			return fault.New("finish", f.Finish, "want a perceptron, or a tree committee of sign units, with binary weights")
		}
	case ByFlips:
		flips, ok := m.(model.Flippable)
		if !ok {
			return fault.New("finish", f.Finish, "want a model with binary weights")
		}
		if _, err := flips.Energies(instances.NewPatterns(m.Inputs(), 0)); err != nil {
			return fault.New("finish", f.Finish, "%v", err)
		}
	}
	return nil
}

// sbpi is that of an attempt.
func (f *Finishing) sbpi(m model.Model, attempt int) *dynamics.SBPI {
	s := dynamics.NewSBPI(m)
	if f.States > 0 {
		s.States = f.States
	}
	s.Ps = f.Ps[attempt%len(f.Ps)]
	return s
}
