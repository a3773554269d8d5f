package dynamics

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/internal/lives"
	"fbp/model"
	"fbp/results"
)

// solver is an algorithm.
type solver interface {
	Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error)
}

// solvesAndResumes: what is claimed of the weights is so, with the number of epochs; a
// search that is kept and goes on in another process ends with the same bits.
func solvesAndResumes(t *testing.T, name string, s solver, p *model.Problem) {
	t.Helper()
	m := p.Model
	source := rand.NewPCG(1, 2)
	run := func(k model.Keeper) (*model.Solution, error) {
		p.Keeper = k
		return s.Solve(t.Context(), p, rand.New(source), func(results.Reading) {})
	}
	found, err := run(nil)
	if err != nil || !found.Solved() || m.Errors(found.Weights, p.Data.Train) != 0 || len(found.Weights) != m.Dim() {
		t.Fatalf("%s: %v, %v", name, found, err)
	}
	epochs, _ := found.Number("epochs")
	for stop := range int(epochs) {
		source.Seed(1, 2)
		k := &lives.Keeper{Stop: stop + 1, Source: source}
		if _, err := run(k); err != nil {
			t.Fatal(err)
		}
		again, err := run(k)
		if err != nil || !k.Resumed || !reflect.DeepEqual(again, found) {
			t.Errorf("%s: kept after epoch %d, another end: %v", name, stop, err)
		}
	}
}
