package dynamics

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// hebbian are the mean share of patterns that the Hebb rule leaves wrong, and its standard error.
func hebbian(t *testing.T, m model.Model, r *instances.Random, samples int) (mean, sem float64) {
	t.Helper()
	square := 0.0
	for k := range samples {
		d, err := r.Data(t.Context(), m, 1, k)
		if err != nil {
			t.Fatal(err)
		}
		p := &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(int64(k), purpose) }}
		s, err := new(Hebb).Solve(t.Context(), p, nil, func(results.Reading) {})
		if err != nil {
			t.Fatal(err)
		}
		share := float64(s.Errors) / float64(d.Train.P)
		mean += share / float64(samples)
		square += share * share / float64(samples)
	}
	return mean, math.Sqrt((square - mean*mean) / float64(samples))
}

// TestClippedHebbErrors: a pattern stays wrong as often as a sum of N independent signs is negative.
//
// Check: training errors of the clipped Hebb rule, N = 51, odd and even P | a binomial distribution | four standard errors (600 samples)
func TestClippedHebbErrors(t *testing.T) {
	const n = 51
	m := model.NewPerceptron(n, 0)
	for _, p := range []int{1, 2, 9, 26, 51} {
		// The other p−1 patterns are a walk: the pattern is in the majority if the walk is not against it.
		choose := func(n, k int) float64 {
			a, _ := math.Lgamma(float64(n + 1))
			b, _ := math.Lgamma(float64(k + 1))
			c, _ := math.Lgamma(float64(n - k + 1))
			return math.Exp(a - b - c)
		}
		with := 0.0 // probability that a weight is as the pattern
		for up := range p {
			share := choose(p-1, up) / math.Exp2(float64(p-1))
			switch walk := 2*up - (p - 1) + 1; {
			case walk > 0:
				with += share
			case walk == 0:
				with += share / 2
			}
		}
		want := 0.0
		for right := 0; 2*right < n; right++ {
			want += choose(n, right) * math.Pow(with, float64(right)) * math.Pow(1-with, float64(n-right))
		}
		got, sem := hebbian(t, m, &instances.Random{Size: instances.Size{P: p}}, 600)
		if math.Abs(got-want) > 4*sem+1e-4 {
			t.Errorf("P = %d: a share %.5f ± %.5f of patterns is wrong, want %.5f", p, got, sem, want)
		}
	}
}

// TestHebbErrorsOfLimit: spherical weights, and binary ones on Gaussian inputs, leave as many patterns wrong as Gaussian stabilities say.
//
// Check: training errors of the Hebb rule, N = 1001 | Gaussian stabilities of mean 1/√α, √(2/(πα)) | four standard errors + 2/N
func TestHebbErrorsOfLimit(t *testing.T) {
	const n, alpha = 1001, 0.8
	size, samples := instances.Size{P: 801}, 6
	if slow.All {
		samples = 20
	}
	for _, c := range slow.Some(2, []struct {
		m      *model.Architecture
		inputs string
		mean   float64
	}{
		{model.NewSphericalPerceptron(n, 0), "signs", 1 / math.Sqrt(alpha)},
		{model.NewPerceptron(n, 0), "gaussian", math.Sqrt(2 / (math.Pi * alpha))},
		{model.NewSphericalPerceptron(n, 0), "gaussian", 1 / math.Sqrt(alpha)},
	}) {
		got, sem := hebbian(t, c.m, &instances.Random{Size: size, Ensemble: instances.Ensemble{Inputs: c.inputs}}, samples)
		if want := gauss.H(c.mean); math.Abs(got-want) > 4*sem+2.0/n {
			t.Errorf("%v, %s: a share %.5f ± %.5f of patterns is wrong, want %.5f", c.m.Weights(), c.inputs, got, sem, want)
		}
	}
}
