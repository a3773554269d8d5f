package dynamics

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

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
	m := p.Model.(model.Constrained)
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
		k := &kept{at: stop, source: source}
		if _, err := run(k); err != nil {
			t.Fatal(err)
		}
		again, err := run(&kept{at: -1, source: source, state: k.state, random: k.random})
		if err != nil || !reflect.DeepEqual(again, found) {
			t.Errorf("%s: kept after epoch %d, another end: %v", name, stop, err)
		}
	}
}

// kept keeps the state once, when it is asked for the at-th time.
type kept struct {
	at, asked     int
	source        *rand.PCG
	state, random []byte
}

func (k *kept) Due() bool { k.asked++; return k.asked-1 == k.at }

func (k *kept) Keep(write func(io.Writer) error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	k.state = b.Bytes()
	k.random, _ = k.source.MarshalBinary()
}

func (k *kept) Resume(read func(io.Reader) error) bool {
	return k.state != nil && read(bytes.NewReader(k.state)) == nil && k.source.UnmarshalBinary(k.random) == nil
}
