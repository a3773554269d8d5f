package kern

import (
	"math/rand/v2"
	"testing"
)

// TestTame: where the first moments of a row with a step tell that the terms of all series halve, they do.
func TestTame(t *testing.T) {
	rng, tame := rand.New(rand.NewPCG(91, 92)), 0
	for range 2000 {
		n := 8 + rng.IntN(120)
		h := fewFree(rng, n, 12*rng.Float64(), rng.IntN(9)-4)
		f := new(Flips)
		f.Load(h, make([]float64, n), make([]uint64, words(n)))
		f.LogZ(halfLine(f.sum - 8 + 2*rng.IntN(8)))
		if !f.climbed {
			continue
		}
		f.complete()
		for _, s := range []*flipping{&f.up, &f.down} {
			if !s.tame(1, true) {
				continue
			}
			tame++
			for i, x := range s.moments[1:] {
				if !(s.most*x <= 0.5*s.moments[i]) {
					t.Fatalf("%d weights: moment %d is %v after %v, largest odds %v", n, i+1, x, s.moments[i], s.most)
				}
			}
		}
	}
	if tame < 500 {
		t.Errorf("%d rows, want 500 at least", tame)
	}
}
