package results

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestStudent: the quantile is that of an independent program, 2.570581836 for five for one.
func TestStudent(t *testing.T) {
	for _, nu := range []int{1, 2, 5, 9, 10, 11, 15, 30, 99, 1000, 100000} {
		want := distuv.StudentsT{Sigma: 1, Nu: float64(nu)}.Quantile(0.975)
		if got := student975(nu); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d degrees of freedom: %v, want %v", nu, got, want)
		}
	}
}

// TestCoverage: of a wide range of designs with few samples and several searches, intervals hold
// the probability in 95 % of all cases: how often samples are solved is drawn from beta
// distributions of mean p, whose searches have the correlation rho. Two percent are for what
// is particular to a number of samples: means are 0.960, 0.937, 0.946 and 0.950 over 90 000 points each.
func TestCoverage(t *testing.T) {
	source := rand.NewPCG(5, 6)
	rng := rand.New(source)
	for _, samples := range []int{3, 5, 10, 20} {
		points, held := 0.0, 0.0
		for _, searches := range []int{10, 50} {
			for _, p := range []float64{0.2, 0.5, 0.8} {
				for _, rho := range []float64{0.05, 0.1, 0.3, 0.5, 0.7} {
					solved := distuv.Beta{Alpha: p * (1/rho - 1), Beta: (1 - p) * (1/rho - 1), Src: source}
					for range 100 {
						var trials Trials
						for sample := range samples {
							often := solved.Rand()
							for range searches {
								trials.Add(sample, rng.Float64() < often)
							}
						}
						if _, low, high := trials.Probability(); low <= p && p <= high {
							held++
						}
						points++
					}
				}
			}
		}
		if share := held / points; math.Abs(share-0.95) > 0.02 {
			t.Errorf("%d samples: %.4f of the intervals hold the probability", samples, share)
		}
	}
}

// TestTrials: intervals of one search per sample are Wilson's, and so are those of all or none
// solved, in all or in each of the samples, of as many trials as there are samples; between them they are of the number of
// trials that the errors over samples say.
func TestTrials(t *testing.T) {
	of := func(solved ...[]int) (p, low, high, worth float64) {
		var trials Trials
		for sample, list := range solved {
			for _, s := range list {
				trials.Add(sample, s == 1)
			}
		}
		p, low, high = trials.Probability()
		_, worth = trials.Worth()
		return p, low, high, worth
	}
	for what, test := range map[string]struct {
		solved [][]int
		p, n   float64
	}{
		"one search each": {[][]int{{1}, {0}, {1}, {1}}, 0.75, 4},
		"all solved":      {[][]int{{1, 1}, {1, 1}, {1, 1}}, 1, 3},
		"none solved":     {[][]int{{0, 0}, {0, 0}, {0, 0}}, 0, 3},
		"one sample":      {[][]int{{1, 0, 1, 0}}, 0.5, 1},
		// no spread: as many as there are searches; t = 4.303 of three samples
		"alike":   {[][]int{{1, 0}, {0, 1}, {1, 0}}, 0.5, 6},
		"unlike":  {[][]int{{1, 1}, {0, 0}, {1, 1}}, 2. / 3, 3},
		"between": {[][]int{{1, 0, 1, 0, 1, 0, 1, 0, 1, 1}, {1, 0, 1, 0, 1, 0, 1, 0, 0, 0}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0}}, 0.5, 0.25 / (0.01 / 3) * math.Pow(1.959964/4.302653, 2)},
	} {
		p, low, high, n := of(test.solved...)
		wantLow, wantHigh := WilsonOf(test.p, test.n)
		if math.Abs(p-test.p)+math.Abs(low-wantLow)+math.Abs(high-wantHigh) > 1e-6 {
			t.Errorf("%s: %v in [%v, %v], want %v in [%v, %v]", what, p, low, high, test.p, wantLow, wantHigh)
		}
		if math.Abs(n-test.n) > 1e-5*test.n {
			t.Errorf("%s: %v trials, want %v", what, n, test.n)
		}
	}
}
