//go:build slow

package experiment

import (
	"math"
	"runtime"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
)

// TestApproachToReplicas: the entropy of plain BP, averaged over instances, goes
// to the replica-symmetric one like c/N.
//
// The shift is small, c = 0.03 at α = 0.1 and κ = 0.5, and the spread between
// instances large, 0.10/√N, so that the mean of S samples shows c/N only when
// S > (0.10/0.03)² N: ten thousands at N = 1001. Regression on two functions of
// the pattern overlaps with known means takes the spread down to 0.009/√N, and
// some thousand samples do. At N = 251, 501, 1001 the shift is then 10, 7 and 6
// times its error; one that stayed as it is at N = 251 would be 12 errors off at
// N = 1001, one that fell like 1/√N would be 4 off. P = ⌊αN⌋, and φ_RS is that
// of P/N and of the margin midway between two sums of N signs: at κ itself
// N(φ − φ_RS) would be −0.1, −2.3 and −0.7.
func TestApproachToReplicas(t *testing.T) {
	const alpha, kappa = 0.1, 0.5
	var shifts, errs []float64
	sizes := []struct{ n, samples int }{{251, 2500}, {501, 2500}, {1001, 2500}}
	for _, size := range sizes {
		p := int(alpha * float64(size.n))
		entropies, controls := plainEntropies(t, size.n, p, size.samples, kappa)
		rs, err := theory.RS(float64(p)/float64(size.n), model.NewPerceptron(size.n, kappa).LatticeMargin())
		if err != nil {
			t.Fatal(err)
		}
		raw := results.Summarize(entropies)
		mean, sem := atZero(t, entropies, controls)
		n := float64(size.n)
		shifts, errs = append(shifts, n*(mean-rs.Entropy)), append(errs, n*sem)
		t.Logf("N = %d: N(φ − φ_RS) = %+.4f ± %.4f; without controls %+.3f ± %.3f", size.n,
			n*(mean-rs.Entropy), n*sem, n*(raw.Mean-rs.Entropy), n*raw.Sem)
		if math.Abs(raw.Mean-rs.Entropy) > 4*raw.Sem {
			t.Errorf("N = %d: the plain mean %v is %v off, 4 errors are %v", size.n, raw.Mean, raw.Mean-rs.Entropy, 4*raw.Sem)
		}
	}
	sum, weights := 0.0, 0.0
	for i := range shifts {
		sum, weights = sum+shifts[i]/(errs[i]*errs[i]), weights+1/(errs[i]*errs[i])
	}
	c, err := sum/weights, 1/math.Sqrt(weights)
	t.Logf("c = %.4f ± %.4f", c, err)
	if c < 5*err {
		t.Errorf("c = %v ± %v cannot be told from 0", c, err)
	}
	for i, size := range sizes {
		if math.Abs(shifts[i]-c) > 3.5*errs[i] { // a chance of 0.0014 that one of three is
			t.Errorf("N = %d: N(φ − φ_RS) = %v ± %v, of all sizes %v: not 1/N", size.n, shifts[i], errs[i], c)
		}
	}
}

// plainEntropies are the entropies of plain BP on random samples, with the
// controls of each.
func plainEntropies(t *testing.T, n, p, samples int, kappa float64) (entropies []float64, controls [][2]float64) {
	t.Helper()
	entropies, controls = make([]float64, samples), make([][2]float64, samples)
	errs := make([]error, samples)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for k := range next {
				var patterns *instances.Patterns
				if patterns, errs[k] = (instances.Random{Size: instances.Size{P: p}}).Patterns(n, 12, k); errs[k] == nil {
					entropies[k], errs[k] = entropyOf(patterns, kappa)
					controls[k] = overlapControls(patterns)
				}
			}
		})
	}
	for k := range samples {
		next <- k
	}
	close(next)
	wait.Wait()
	for k, err := range errs {
		if err != nil {
			t.Fatalf("N = %d, sample %d: %v", n, k, err)
		}
	}
	return entropies, controls
}

// overlapControls are Σ_μ x_μ/N and Σ_μ (x_μ² − (P−1)/N)/N, where
// x_μ = Σ_{ν≠μ} ξ^μ·ξ^ν/N is how much pattern μ agrees with the others. Their
// means over random patterns are zero: the products of different patterns have
// mean 0 and variance N.
func overlapControls(patterns *instances.Patterns) (c [2]float64) {
	n, p := float64(patterns.N), float64(patterns.P)
	sum := make([]float64, patterns.N)
	for mu := range patterns.P {
		for i := range sum {
			sum[i] += patterns.At(mu, i)
		}
	}
	for mu := range patterns.P {
		x := (patterns.Dot(mu, sum) - n) / n
		c[0] += x / n
		c[1] += (x*x - (p-1)/n) / n
	}
	return c
}

// atZero is the linear regression of s on the controls where they are zero, with
// its standard error (without that of the slopes, which is 1/samples of it).
func atZero(t *testing.T, s []float64, controls [][2]float64) (mean, sem float64) {
	t.Helper()
	a, b := mat.NewDense(len(s), 3, nil), mat.NewVecDense(len(s), s)
	for i, c := range controls {
		a.SetRow(i, []float64{1, c[0], c[1]})
	}
	var fit, rest mat.VecDense
	if err := fit.SolveVec(a, b); err != nil {
		t.Fatal(err)
	}
	rest.MulVec(a, &fit)
	rest.SubVec(b, &rest)
	n := float64(len(s))
	return fit.AtVec(0), math.Sqrt(mat.Dot(&rest, &rest) / (n - 3) / n)
}
