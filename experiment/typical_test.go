package experiment

import (
	"context"
	"fmt"
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
	s, err := entropyOf(patterns, kappa)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// entropyOf is the entropy of plain BP on some patterns.
func entropyOf(patterns *instances.Patterns, kappa float64) (float64, error) {
	g, err := model.NewPerceptron(patterns.N, kappa).Graph(patterns, factorgraph.Accurate)
	if err != nil {
		return 0, err
	}
	state, passing := bp.NewState(g, nil), bp.DefaultFocusing().Passing
	passing.Epsilon, passing.Damping = 1e-6, 0
	out, err := state.Converge(context.Background(), passing, factorgraph.Free{})
	if err == nil && !out.Converged {
		err = fmt.Errorf("plain BP has not converged: %+v", out)
	}
	return state.FreeEntropy(), err
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
