package bp

import (
	"context"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// Flips solve what is easy, from random weights; the errors that they count are those of
// their weights and never grow.
func TestFlips(t *testing.T) {
	m := &model.Perceptron{N: 101}
	d, err := (&instances.Random{Size: instances.Size{P: 20}}).Data(context.Background(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	start := make([]float64, m.N)
	rng := instances.Stream(1, "test")
	for i := range start {
		start[i] = rng.Float64() - 0.5
	}
	f, err := newFlips(start, &model.Problem{Model: m, Data: d}, rng)
	if err != nil {
		t.Fatal(err)
	}
	for epoch, last := 0, f.Errors(); f.Errors() > 0; epoch++ {
		f.Epoch()
		if n := m.Errors(f.States(), d.Train); n != f.Errors() || n > last || epoch == 20 {
			t.Fatalf("epoch %d: %d errors, counted %d, before %d", epoch, n, f.Errors(), last)
		} else {
			last = n
		}
	}
}
