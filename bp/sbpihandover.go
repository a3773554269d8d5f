package bp

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"

	"fbp/model"
	"fbp/results"
)

// handover continues a search without a solution from the messages of one of its steps, by attempts of
// stochastic learning:
//
//	steps of the protocol … step k: errors > 0, q > HandOver ─► attempt 0 ─► attempt 1 ─► … ─► best weights
//	                                hidden states 4 h_i   (each from the same states, until one has no errors)
//
// It is kept with the state, together with the checkpoint of the present attempt.
type handover struct {
	*Finishing
	best   *best
	giveUp *giveUp
	state  *State

	handed  bool      // a step has been handed over
	step    int       // its number
	found   found     // its weights and errors, later those of the last attempt
	hidden  []float64 // states of its weights, from which every attempt starts
	attempt int
	epochs  int    // of the attempts before
	kept    []byte // checkpoint of this attempt; none before its first epoch
}

// handover is the handover of a search on this state, nil if nothing continues it.
func (f *Focusing) handover(s *State, b *best, rule *giveUp) *handover {
	if !f.finishes() {
		return nil
	}
	h := &handover{Finishing: &f.Finishing, best: b, giveUp: rule, state: s, hidden: make([]float64, s.H.Len())}
	s.Beside = h.carry
	return h
}

// carry moves the handover to or from a checkpoint.
func (h *handover) carry(c *model.Carrier) {
	h.best.carry(c)
	c.Shape(2) // of this format
	c.Bool(&h.handed)
	c.Int(&h.step)
	c.Bool(&h.found.converged)
	c.Float(&h.found.overlap)
	c.Bool(&h.giveUp.givenUp)
	c.Floats(h.hidden)
	c.Count(&h.attempt)
	c.Count(&h.epochs)
	c.Bytes(&h.kept, 16*len(h.hidden)+1024)
}

// due tells whether a step is handed over before the protocol ends.
func (h *handover) due(now found) bool {
	return h != nil && now.errors > 0 && now.overlap > h.HandOver
}

// hand hands over the messages of the last step, unless there is a solution: the hidden states are 4 h_i, at
// least 1 in magnitude.
func (h *handover) hand(now found, step int) {
	if h == nil || h.handed || h.best.errors == 0 {
		return
	}
	h.handed, h.step, h.found = true, step, now
	for i, field := range h.state.H.B {
		h.hidden[i] = math.Copysign(max(1, math.Abs(float64(statesPerField*field))), field)
	}
}

// learn makes the attempts, and keeps the best weights that any of them ends with.
func (h *handover) learn(ctx context.Context, p *model.Problem, rng *rand.Rand) error {
	own := *p
	if p.Keeper != nil {
		own.Keeper = h
	}
	for ; h.best.errors > 0 && h.attempt < h.Attempts && !h.giveUp.endsAfter(h.attempt, h.best.errors); h.attempt++ {
		s, err := h.sbpi(p.Model, h.attempt).SolveFrom(ctx, h.hidden, &own, rng, func(results.Reading) {})
		if err != nil {
			return err
		}
		epochs, _ := s.Number("epochs")
		h.epochs, h.kept = h.epochs+int(epochs), nil
		if h.found.weights, h.found.errors = s.Weights, s.Errors; s.Errors < h.best.errors {
			h.best.improve(h.found, h.step)
			h.giveUp.givenUp = h.giveUp.givenUp && s.Errors > 0
		}
	}
	return nil
}

// Resume implements [model.Keeper] for an attempt, whose checkpoint is part of that of the state.
func (h *handover) Resume(read func(io.Reader) error) bool {
	return len(h.kept) > 0 && read(bytes.NewReader(h.kept)) == nil
}

// Due implements [model.Keeper].
func (h *handover) Due() bool { return h.state.keeper.Due() }

// Keep implements [model.Keeper].
func (h *handover) Keep(write func(io.Writer) error) {
	var b bytes.Buffer
	if write(&b) == nil {
		h.kept = b.Bytes()
		h.state.keep(0)
	}
}
