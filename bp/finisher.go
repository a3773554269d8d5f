package bp

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/dynamics"
	"fbp/model"
	"fbp/results"
)

// finisher goes on from the messages of a search. It is kept with the state.
type finisher struct {
	*Finishing
	best *best
	lost *giveUp

	handed  bool      // messages have been handed over
	step    int       // whose they are
	found   found     // of that step
	from    []float64 // states of the weights that they say
	now     []float64 // states after epoch of attempt
	attempt int
	epoch   int
	done    int // epochs of all attempts
}

// finisher is what goes on after a search on this state, nil if nothing does.
func (f *Focusing) finisher(s *State, b *best, lost *giveUp) *finisher {
	if !f.finishes() {
		return nil
	}
	n := s.H.Len()
	fin := &finisher{Finishing: &f.Finishing, best: b, lost: lost, from: make([]float64, n), now: make([]float64, n)}
	fin.found.weights = make([]float64, n)
	s.Beside = fin
	return fin
}

// Carry implements [model.Carried].
func (f *finisher) Carry(c *model.Carrier) {
	f.best.Carry(c)
	c.Bool(&f.handed)
	c.Int(&f.step)
	c.Bool(&f.found.converged)
	c.Float(&f.found.overlap)
	c.Bool(&f.lost.givenUp)
	c.Floats(f.from)
	c.Floats(f.now)
	c.Int(&f.attempt)
	c.Int(&f.epoch)
	c.Int(&f.done)
	if f.attempt < 0 || f.epoch < 0 || f.done < 0 {
		c.Refuse("a checkpoint after %d epochs of attempt %d", f.epoch, f.attempt)
	}
}

// due tells whether the messages of a step are handed over before the protocol ends.
func (f *finisher) due(now found) bool {
	return f != nil && now.errors > 0 && now.overlap > f.HandOver
}

// hand takes the messages of the last step, unless there is a solution.
func (f *finisher) hand(s *State, now found, step int) {
	if f == nil || f.handed || f.best.errors == 0 {
		return
	}
	f.handed, f.step = true, step
	f.found.converged, f.found.overlap = now.converged, now.overlap
	for i, h := range s.H.B {
		f.from[i] = math.Copysign(max(1, math.Abs(float64(scale*h))), h)
	}
	copy(f.now, f.from)
}

// finish makes the attempts, and keeps the best weights that any of them ends with.
func (f *finisher) finish(ctx context.Context, s *State, p *model.Problem, rng *rand.Rand) error {
	for ; f.best.errors > 0 && f.attempt < f.Attempts; f.attempt++ {
		w := f.sbpi(p.Model, f.attempt).From(f.now, p, rng)
		for ; f.epoch < f.MaxEpochs && w.Errors() > 0; f.epoch++ {
			err := ctx.Err()
			if err != nil || s.keeper != nil && s.keeper.Due() {
				copy(f.now, w.States())
				s.keep(0)
			}
			if err != nil {
				return err
			}
			w.Epoch()
			f.done++
		}
		f.meet(w)
		copy(f.now, f.from)
		f.epoch = 0
	}
	return nil
}

// meet takes in the weights that an attempt ends with, if they err less.
func (f *finisher) meet(w *dynamics.Hidden) {
	if f.found.errors = w.Errors(); f.found.errors >= f.best.errors {
		return
	}
	w.Weights(f.found.weights)
	f.best.meet(f.found, f.step)
	f.lost.givenUp = f.lost.givenUp && f.found.errors > 0
}

// reading is the number of epochs, 0 where message passing has found a solution.
func (f *finisher) reading() results.Reading {
	return results.Reading{Table: "search_finish", Values: []results.Quantity{{Name: "finish_epochs", Value: float64(f.done)}}}
}
