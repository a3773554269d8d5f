package dynamics

import (
	"context"

	"fbp/model"
	"fbp/results"
)

// Epochs is what the solvers of this package that follow gradients have in common. It is
// part of their config sections.
type Epochs struct {
	Batch int `toml:"batch" min:"1" max:"1000000000" help:"patterns per batch"`
	Limits
}

// Limits are the keys of every solver of this package.
type Limits struct {
	MaxEpochs int `toml:"max_epochs" min:"1" max:"1000000000" help:"epochs after which the search ends, solved or not"`
	Every     int `toml:"every" min:"1" max:"1000000000" help:"epochs from one row of training.tsv to the next; the last has one too"`
}

// defaultEpochs are the batches of PNAS 117, 161 (2020).
func defaultEpochs() Epochs { return Epochs{Batch: 100, Limits: Limits{MaxEpochs: 30000, Every: 10}} }

// Learner is a solver at work that goes through all patterns again and again.
type Learner interface {
	// Epoch goes through all patterns once; n epochs were done before.
	Epoch(n int)
	// Ended tells whether the criterion to stop is met after n epochs.
	Ended(n int) bool
	// State is read into training.tsv after n epochs.
	State(n int) []results.Quantity
	// All are the weights that it moves, in a fixed order: all that an epoch depends
	// on, beside its number and random numbers.
	All() [][]float64
}

// Run lets a learner do its epochs, and returns how many it did, and whether it met
// its criterion. It emits its state, in table "training", at every multiple of Every and at
// the end. The state before each epoch can be kept, and resumed with the same bits.
func (e Limits) Run(ctx context.Context, k model.Keeper, l Learner, emit func(results.Reading)) (n int, met bool, err error) {
	state := func(c *model.Carrier) { carry(c, &n, l) }
	model.Resume(k, state)
	for ; n < e.MaxEpochs; n++ {
		if n > 0 && l.Ended(n) {
			met = true
			break
		}
		if err := ctx.Err(); err != nil {
			model.Keep(k, state)
			return n, false, err
		}
		if k != nil && k.Due() {
			model.Keep(k, state)
		}
		if n > 0 && n%e.Every == 0 {
			read(n, l, emit)
		}
		l.Epoch(n)
	}
	read(n, l, emit)
	return n, met || l.Ended(n), nil
}

// checkpointFormat is the format of what carry moves.
const checkpointFormat = 2

// carry moves all that the next epoch depends on: how many were done, and the weights.
func carry(c *model.Carrier, n *int, l Learner) {
	c.Shape(checkpointFormat)
	c.Count(n)
	weights := l.All()
	c.Shape(len(weights))
	for _, x := range weights {
		c.Shape(len(x))
		c.Numbers(x)
	}
}

// read emits the state after n epochs.
func read(n int, l Learner, emit func(results.Reading)) {
	r := training.Reading(n)
	r.Values = l.State(n)
	emit(r)
}
