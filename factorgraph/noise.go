package factorgraph

import (
	"math/rand/v2"

	"fbp/gauss"
)

// Start makes messages of a pattern as they are before the first sweep. Zero messages are a fixed point of
// models with a symmetry: of w ↔ −w, or of the hidden units among each other.
type Start func(u Messages, rng *rand.Rand)

// Noise starts binary weights from messages u with tanh u uniform in ±Size,
// 0 < Size < 1.
type Noise struct{ Size float64 }

// Start is a [Start].
func (f Noise) Start(u Messages, rng *rand.Rand) {
	for i := range u.B {
		u.B[i] = gauss.Atanh(float64(f.Size * float64(2*rng.Float64()-1)))
	}
}
