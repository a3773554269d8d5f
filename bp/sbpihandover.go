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

// finisher goes on from the messages of a search. It is kept with the state.
type finisher struct {
	*Finishing
	best  *best
	lost  *giveUp
	state *State

	handed  bool      // messages have been handed over
	step    int       // whose they are
	found   found     // of that step
	from    []float64 // states of the weights that they say
	attempt int
	done    int    // epochs of the attempts before
	kept    []byte // checkpoint of this one; none before its first epoch
}

// finisher is what goes on after a search on this state, nil if nothing does.
func (f *Focusing) finisher(s *State, b *best, lost *giveUp) *finisher {
	if !f.finishes() {
		return nil
	}
	fin := &finisher{Finishing: &f.Finishing, best: b, lost: lost, state: s, from: make([]float64, s.H.Len())}
	s.Beside = fin
	return fin
}

// Carry implements [model.Carried].
func (f *finisher) Carry(c *model.Carrier) {
	f.best.Carry(c)
	c.Shape(2) // the format; before, the number of a truth value stood here
	c.Bool(&f.handed)
	c.Int(&f.step)
	c.Bool(&f.found.converged)
	c.Float(&f.found.overlap)
	c.Bool(&f.lost.givenUp)
	c.Floats(f.from)
	c.Count(&f.attempt)
	c.Count(&f.done)
	c.Bytes(&f.kept, 16*len(f.from)+1024)
}

// due tells whether the messages of a step are handed over before the protocol ends.
func (f *finisher) due(now found) bool {
	return f != nil && now.errors > 0 && now.overlap > f.HandOver
}

// hand takes the messages of the last step, unless there is a solution.
func (f *finisher) hand(now found, step int) {
	if f == nil || f.handed || f.best.errors == 0 {
		return
	}
	f.handed, f.step, f.found = true, step, now
	for i, h := range f.state.H.B {
		f.from[i] = math.Copysign(max(1, math.Abs(float64(scale*h))), h)
	}
}

// finish makes the attempts, and keeps the best weights that any of them ends with.
func (f *finisher) finish(ctx context.Context, p *model.Problem, rng *rand.Rand) error {
	own := *p
	if p.Keeper != nil {
		own.Keeper = f
	}
	for ; f.best.errors > 0 && f.attempt < f.Attempts; f.attempt++ {
		epochs := 0.0
		s, err := f.sbpi(p.Model, f.attempt).SolveFrom(ctx, f.from, &own, rng, func(results.Reading) {})
		if err != nil {
			return err
		}
		for _, q := range s.Numbers {
			if q.Name == "epochs" {
				epochs = q.Value
			}
		}
		f.done, f.kept = f.done+int(epochs), nil
		if f.found.weights, f.found.errors = s.Weights, s.Errors; s.Errors < f.best.errors {
			f.best.meet(f.found, f.step)
			f.lost.givenUp = f.lost.givenUp && s.Errors > 0
		}
	}
	return nil
}

// Resume implements [model.Keeper] for an attempt, whose checkpoint is part of that of the state.
func (f *finisher) Resume(read func(io.Reader) error) bool {
	return len(f.kept) > 0 && read(bytes.NewReader(f.kept)) == nil
}

// Due implements [model.Keeper].
func (f *finisher) Due() bool { return f.state.keeper.Due() }

// Keep implements [model.Keeper].
func (f *finisher) Keep(write func(io.Writer) error) {
	var b bytes.Buffer
	if write(&b) == nil {
		f.kept = b.Bytes()
		f.state.keep(0)
	}
}

// reading is the number of epochs, 0 where message passing has found a solution.
func (f *finisher) reading() results.Reading {
	return results.Reading{Table: "search_finish", Values: []results.Quantity{{Name: "finish_epochs", Value: float64(f.done)}}}
}
