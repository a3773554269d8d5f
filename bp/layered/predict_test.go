package layered

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// meansOf are means of weights of either sign, of magnitude least to 1.
func meansOf(rng *rand.Rand, m *model.BinaryMLP, least float64) []float64 {
	means := make([]float64, m.Dim())
	for i := range means {
		x := 2*rng.Float64() - 1
		means[i] = math.Copysign(least, x) + (1-least)*x
	}
	return means
}

// With one hidden layer the prediction of small networks is that of all weights, each
// configuration counted with its probability.
func TestMistakesByEnumeration(t *testing.T) {
	rng, wrong := instances.Stream(1, "means"), 0
	for _, m := range []*model.BinaryMLP{{N: 3, Layers: []int{3}}, {N: 1, Layers: []int{5}}, {N: 5, Layers: []int{1}}} {
		for range 5 {
			means, p := meansOf(rng, m, 0), problem(t, m, 40).Data.Train
			w, sums := make([]float64, m.Dim()), make([]float64, p.P)
			for code := range 1 << len(w) {
				chance := 1.0
				for i, x := range means {
					w[i] = 1 - 2*float64(code>>i&1)
					chance *= (1 + w[i]*x) / 2
				}
				for mu, z := range m.Stabilities(nil, w, p) {
					sums[mu] += math.Copysign(chance, z)
				}
			}
			want := 0
			for _, x := range sums {
				if x < 0 {
					want++
				}
			}
			if got := Mistakes(m, means, p); got != want {
				t.Errorf("%v: %d mistakes, want %d", m, got, want)
			}
			wrong += want
		}
	}
	if wrong == 0 {
		t.Error("nothing is predicted wrong")
	}
}

// Through two layers of more units, fields of which are Gaussian, networks drawn from the
// means vote as is predicted where 4000 votes are clear, further than 0.06 from a tie, four
// standard errors.
func TestMistakesByDraws(t *testing.T) {
	slow.Only(t)
	rng, m := instances.Stream(1, "means"), &model.BinaryMLP{N: 101, Layers: []int{41, 33}}
	means, p := meansOf(rng, m, 0.8), problem(t, m, 100).Data.Train
	w, votes := make([]float64, m.Dim()), make([]int, p.P)
	const draws = 4000
	for range draws {
		for i, x := range means {
			w[i] = 1
			if rng.Float64() > (1+x)/2 {
				w[i] = -1
			}
		}
		for mu, z := range m.Stabilities(nil, w, p) {
			if z > 0 {
				votes[mu]++
			} else {
				votes[mu]--
			}
		}
	}
	wrong, close := 0, 0
	for _, v := range votes {
		switch {
		case v > -0.06*draws && v < 0.06*draws:
			close++
		case v < 0:
			wrong++
		}
	}
	got := Mistakes(m, means, p)
	if t.Logf("%d mistakes; votes: %d wrong, %d close", got, wrong, close); got < wrong || got > wrong+close || close > 20 {
		t.Errorf("%d mistakes; votes: %d wrong, %d close", got, wrong, close)
	}
}

// Predictions of the patterns that were learned, from the means that a search ends with, are
// its own.
func TestMistakesOfSearches(t *testing.T) {
	for name, s := range searches() {
		m := &model.BinaryMLP{N: 51, Layers: []int{21}}
		s.Epochs, s.Polarize.By = 3, 0
		p := problem(t, m, 90)
		found, err := s.Solve(t.Context(), p, instances.Stream(1, "algorithm"), func(results.Reading) {})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := found.Number("bayes_errors")
		if got := Mistakes(m, found.Means, p.Data.Train); float64(got) != want {
			t.Errorf("%s: %d mistakes, want %v", name, got, want)
		}
	}
}
