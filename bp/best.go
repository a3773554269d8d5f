package bp

import "fbp/model"

// best is the best solution that a search has met, which is kept with the state so that
// a search that is interrupted still has it.
type best struct {
	found
	step int // at which it was met, −1 before any
}

// found are the weights of a step.
type found struct {
	weights   []float64
	errors    int
	converged bool    // the step met its criterion
	overlap   float64 // q = Σ m²/N of its magnetisations
}

// newBest is the best one before the first step, kept with the state.
func newBest(s *State) *best {
	b := &best{found{weights: make([]float64, s.H.Len())}, -1}
	s.Beside = b.carry
	return b
}

// carry moves it to or from a checkpoint.
func (b *best) carry(c *model.Carrier) {
	c.Floats(b.weights)
	c.Int(&b.errors)
	c.Int(&b.step)
	c.Bool(&b.converged)
	c.Float(&b.overlap)
	if b.errors < 0 || b.step < -1 {
		c.Refuse("a checkpoint with %d errors at step %d", b.errors, b.step)
	}
}

// improve keeps the weights of a step, unless those that are kept make fewer errors.
func (b *best) improve(f found, step int) {
	if b.step >= 0 && f.errors > b.errors {
		return
	}
	copy(b.weights, f.weights)
	f.weights = b.weights
	b.found, b.step = f, step
}

// solution is the best one met.
func (c *climb) solution() *model.Solution {
	b := c.best
	return &model.Solution{Weights: b.weights, Outcome: model.OutcomeOf(b.errors, b.converged), Errors: b.errors, Numbers: reached.Values.Of(c)}
}
