package experiment

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
	"fbp/theory"
)

// plainEntropy is the entropy a weight that plain BP finds on one random sample.
func plainEntropy(t *testing.T, n, p, sample int, kappa float64) float64 {
	t.Helper()
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 11, sample)
	if err != nil {
		t.Fatal(err)
	}
	g, err := (&model.Perceptron{N: n, Kappa: kappa}).Graph(patterns, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	state, passing := bp.NewState(g, bp.Float64, nil), bp.DefaultFocusing().Passing
	passing.Epsilon, passing.Damping = 1e-6, 0
	if out, err := state.Converge(context.Background(), passing, factorgraph.Free{}); err != nil || !out.Converged {
		t.Fatalf("plain BP: %+v, %v", out, err)
	}
	return state.FreeEntropy()
}

// TestTypicalEntropy: at small α the entropy of plain BP is the replica-symmetric
// one up to O(1/N) and the disorder of the patterns. N = 1001, four samples a
// point; a sample's standard deviation is about √α·0.01, so 0.006 is generous at
// α = 0.2 and would catch a missing factor anywhere.
func TestTypicalEntropy(t *testing.T) {
	for _, c := range []struct{ alpha, kappa float64 }{{0.05, 0}, {0.1, 0.3}, {0.2, 0}} {
		const n, samples = 1001, 4
		mean := 0.0
		patterns := int(c.alpha * n)
		for sample := range samples {
			mean += plainEntropy(t, n, patterns, sample, c.kappa) / samples
		}
		want, err := theory.RS(float64(patterns)/n, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("α %v κ %v: φ = %.5f, replicas %.5f", c.alpha, c.kappa, mean, want.Entropy)
		if !scalar.EqualWithinAbs(mean, want.Entropy, 0.006) {
			t.Errorf("α %v κ %v: φ = %v, replicas %v", c.alpha, c.kappa, mean, want.Entropy)
		}
	}
}
