//go:build slow

package bp_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
)

// TestLoopsOfManyInstances measures what docs/checks.md
// states about small N: the distance |Δφ| of the Bethe free entropy from
// enumeration, over 240 instances per line. "Exact" messages leave only the error
// that the loops make. "Accurate" messages err by the same amount, since they
// count flips on the lattice where so few weights are free.
func TestLoopsOfManyInstances(t *testing.T) {
	for _, c := range []struct {
		n           int
		kappa, rho  float64
		mean, worst float64 // nats per weight: as measured for both accuracies, rounded up
	}{
		{15, 0, 0, 0.010, 0.14},
		{15, 0, 0.3, 0.011, 0.14},
		{15, 0.3, 0, 0.029, 0.18},
		{15, 0.3, 0.3, 0.031, 0.17},
		{21, 0, 0, 0.007, 0.04},
		{21, 0, 0.3, 0.008, 0.05},
		{21, 0.3, 0, 0.019, 0.16},
		{21, 0.3, 0.3, 0.021, 0.16},
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			accuracies := []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.Exact}
			for k, e := range againstEnumeration(t, 240, c.n, c.kappa, c.rho, accuracies) {
				t.Logf("N %d κ %-3v ρ %-3v %-8s: |Δφ| mean %.4f, worst %.4f over %d instances; %d without solution, %d frozen, %d not converged",
					c.n, c.kappa, c.rho, accuracies[k], e.mean, e.worst, e.counted, e.unsolvable, e.frozen, e.unconverged)
				if e.mean > c.mean || e.worst > c.worst || e.counted < 200 {
					t.Errorf("%s %+v: too far from enumeration", accuracies[k], c)
				}
			}
		})
	}
}

// loopErrors are the distances |Δφ| of a number of instances.
type loopErrors struct {
	mean, worst                              float64
	counted, unsolvable, frozen, unconverged int
}

// againstEnumeration computes the free entropy of that many instances of
// P = N/3 random patterns by messages of each accuracy and by enumeration.
func againstEnumeration(t *testing.T, samples, n int, kappa, rho float64, accuracies []factorgraph.Accuracy) []loopErrors {
	all := make([]loopErrors, len(accuracies))
	reference := someReference(n)
	passing := tight()
	passing.Epsilon = 1e-5 // forced weights converge slowly
	for sample := range samples {
		p := newProblem(t, n, n/3, sample, kappa)
		want := p.enumerate(rho, reference)
		for k, accuracy := range accuracies {
			e := &all[k]
			if math.IsInf(want.phi, -1) {
				e.unsolvable++
				continue
			}
			s := p.state(t, accuracy)
			out, err := s.Converge(context.Background(), passing, field(rho, reference))
			if err != nil {
				t.Fatal(err)
			}
			phi, err := s.CheckedFreeEntropy()
			switch {
			case !out.Converged:
				e.unconverged++
			case errors.Is(err, bp.ErrFrozen):
				e.frozen++
			default:
				d := math.Abs(phi - want.phi)
				e.mean, e.worst, e.counted = e.mean+d, max(e.worst, d), e.counted+1
			}
		}
	}
	for k := range all {
		all[k].mean /= float64(all[k].counted)
	}
	return all
}
