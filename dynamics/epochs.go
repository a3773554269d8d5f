package dynamics

import (
	"context"
	"io"

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
	Every     int `toml:"every" min:"1" max:"1000000000" help:"epochs from one row of training.tsv to the next"`
}

// defaultEpochs are the batches of PNAS 117, 161 (2020).
func defaultEpochs() Epochs { return Epochs{Batch: 100, Limits: Limits{MaxEpochs: 30000, Every: 10}} }

// learner is a solver at work.
type learner interface {
	// epoch goes through all patterns once; n epochs were done before.
	epoch(n int)
	// ended tells whether the criterion to stop is met after n epochs.
	ended(n int) bool
	// state is read into training.tsv after n epochs.
	state(n int) []results.Quantity
	// all are the weights that it moves, in a fixed order: all that an epoch depends
	// on, beside its number and random numbers.
	all() [][]float64
}

// run lets a learner do its epochs, and returns how many it did, and whether it met
// its criterion. The state before each epoch can be kept, and resumed with the same
// bits.
func (e Limits) run(ctx context.Context, k model.Keeper, l learner, emit func(results.Reading)) (n int, met bool, err error) {
	if k != nil && !k.Resume(func(r io.Reader) error { return restore(r, &n, l.all()) }) {
		n = 0
	}
	keep := func() {
		if k != nil {
			k.Keep(func(w io.Writer) error { return save(w, n, l.all()) })
		}
	}
	for ; n < e.MaxEpochs; n++ {
		if n > 0 && l.ended(n) {
			met = true
			break
		}
		if err := ctx.Err(); err != nil {
			keep()
			return n, false, err
		}
		if k != nil && k.Due() {
			keep()
		}
		e.read(n, l, emit)
		l.epoch(n)
	}
	e.read(n, l, emit)
	return n, met || l.ended(n), nil
}

// read emits the state after n epochs, if it is its turn.
func (e Limits) read(n int, l learner, emit func(results.Reading)) {
	if n > 0 && n%e.Every == 0 {
		emit(results.Reading{Table: "training", At: []results.Quantity{{Name: "epoch", Value: float64(n)}}, Values: l.state(n)})
	}
}

// TakesReal implements [fbp/instances.TakesReal].
func (Epochs) TakesReal() error { return nil }
