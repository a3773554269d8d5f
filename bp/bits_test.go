package bp_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
)

// TestSameBits guards the promise that solver results are the same on every
// machine: the fields at the end of short protocols, bit by bit, hashed. The
// hashes were made by this code; they test nothing but that promise. When a
// change of the physics moves them, results.PhysicsVersion must move too.
func TestSameBits(t *testing.T) {
	const narrow = "float32"
	for accuracy, want := range map[factorgraph.Accuracy]string{
		factorgraph.Accurate: "322788b687750466",
		factorgraph.Exact:    "24860ced6482faec",
		factorgraph.AMP:      "32e08f5e849cecfa",
		narrow:               "d3e83a62e4cd11d8",
	} {
		p := newProblem(t, 201, 90, 0, 0.1)
		if accuracy == factorgraph.Exact {
			p = newProblem(t, 31, 12, 0, 0.1)
		}
		s := p.narrowState(t)
		if accuracy != narrow {
			s = p.state(t, accuracy)
		}
		passing := bp.DefaultFocusing().Passing
		passing.Epsilon, passing.MaxSweeps = 1e-3, 30
		hash := sha256.New()
		for _, step := range []bp.Step{{Gamma: 0, Y: 1}, {Gamma: 0.4, Y: 7.5}, {Gamma: 1.3, Y: 20}, {Gamma: math.Inf(1), Y: 3}} {
			if _, err := s.Converge(t.Context(), passing, factorgraph.NewReplicas(step.Y, step.Gamma)); err != nil {
				t.Fatal(err)
			}
			got := thermo(t, s, step)
			for _, x := range append([]float64{got.LocalEntropy, got.Complexity, got.CenterOverlap, got.CenterNorm, s.FreeEntropy()}, s.H.B...) {
				binary.Write(hash, binary.LittleEndian, x)
			}
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != want {
			t.Errorf("%s: %s, want %s", accuracy, got, want)
		}
	}
}
