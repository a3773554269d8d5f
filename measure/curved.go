package measure

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"fbp/gauss"
	"fbp/instances"
	"fbp/loss"
	"fbp/model"
)

// curved is the mean square error of a smooth network around weights w.
type curved struct {
	*model.Smooth
	w        []float64 // of norm 1 in each unit
	patterns []int     // all
}

func newCurved(m *model.Architecture, p *instances.Patterns, w []float64) *curved {
	c := &curved{Smooth: model.NewSmooth(m.Units(p)), w: slices.Clone(w), patterns: make([]int, p.P)}
	c.Normalize(c.w, 1)
	for mu := range c.patterns {
		c.patterns[mu] = mu
	}
	return c
}

// at takes the network to a β, and returns the error.
func (c *curved) at(beta float64) float64 {
	return c.At(c.w, beta, c.patterns, loss.Square{Kappa: 1}) / float64(len(c.patterns))
}

// errs tells whether a pattern errs at β: its output has the wrong sign.
func (c *curved) errs(beta float64) bool {
	c.at(beta)
	return slices.ContainsFunc(c.Outputs(), func(o float64) bool { return o < 0 })
}

// The β that are tried for the smallest, and the factor between two of them. Fields are
// of order one: below the first β all units are linear, above the last all are signs.
const (
	leastBeta, mostBeta = 1e-3, 1e6
	betaFactor          = 1.05
)

var errNoBeta = errors.New("at every β some pattern errs")

// smallestBeta is the smallest β at which no pattern errs, to six digits; leastBeta
// where none errs even there.
func (c *curved) smallestBeta() (float64, error) {
	if !c.errs(leastBeta) {
		return leastBeta, nil
	}
	lo, hi := leastBeta, float64(leastBeta*betaFactor)
	for c.errs(hi) {
		if lo, hi = hi, float64(hi*betaFactor); hi > mostBeta {
			return 0, errNoBeta
		}
	}
	for hi-lo > float64(1e-7*hi) {
		if mid := float64(0.5 * (lo + hi)); c.errs(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi, nil
}

// times writes the product of the Hessian with v to to.
func (c *curved) times(to, v []float64) {
	c.HessianVec(to, v)
	for i := range to {
		to[i] /= float64(len(c.patterns))
	}
}

// Lanczos steps end at a relative residual of 1e-9, of which the error of the
// eigenvalue is at most as much, in practice its square.
const (
	lanczosAccuracy = 1e-9
	lanczosSteps    = 2000
)

// eigenvalues are those of the Hessian where the network is, in descending order: the
// largest, or all.
func (c *curved) eigenvalues(ctx context.Context, all bool, rng *rand.Rand) ([]float64, error) {
	if all {
		return c.spectrum(ctx)
	}
	start := make([]float64, len(c.w))
	for i := range start {
		start[i] = gauss.Deviate(rng.Uint64())
	}
	largest, err := gauss.LargestEigenvalue(start, func(to, v []float64) {
		if ctx.Err() == nil { // zeros are soon done with
			c.times(to, v)
		}
	}, lanczosAccuracy, lanczosSteps)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return []float64{largest}, err
}

// spectrum is all eigenvalues, in descending order.
func (c *curved) spectrum(ctx context.Context) ([]float64, error) {
	n := len(c.w)
	rows, unit := make([][]float64, n), make([]float64, n)
	for i := range rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rows[i] = make([]float64, n)
		unit[i] = 1
		c.times(rows[i], unit)
		unit[i] = 0
	}
	type answer struct {
		values []float64
		err    error
	}
	done := make(chan answer, 1)
	go func() { // a program that is interrupted does not wait for it
		values, err := gauss.Eigenvalues(rows, false)
		slices.Reverse(values)
		done <- answer{values, err}
	}()
	select {
	case a := <-done:
		return a.values, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
