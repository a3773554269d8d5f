package measure_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestStability compares with sums done by hand: every stability falls into the
// bin whose width contains it, the density integrates to one, and the summary is
// the least and the mean. N odd and even have different lattices.
func TestStability(t *testing.T) {
	for _, n := range []int{101, 64} {
		p := randomProblem(t, n, 70, 0)
		w := make([]float64, n)
		for i := range w {
			w[i] = 1 - 2*float64(i%2)
		}
		b := measure.NewStability(p.Model)
		b.From, b.To = -8, 8
		values, centers, densities := map[string]float64{}, []float64{}, []float64{}
		err := b.Measure(context.Background(), p, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
			if r.Table == "stability" {
				centers, densities = append(centers, r.At[0].Value), append(densities, r.Values[0].Value)
				return
			}
			for _, q := range r.Values {
				values[q.Name] = q.Value
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		width := 4 / math.Sqrt(float64(n))
		want := make([]float64, len(centers))
		least, mean, total := math.Inf(1), 0.0, 0.0
		for mu := range p.Data.Train.P {
			stability := p.Data.Train.Dot(mu, w) / math.Sqrt(float64(n))
			least, mean = min(least, stability), mean+stability/70
			for k, c := range centers {
				if math.Abs(stability-c) < width/2 {
					want[k] += 1 / (70 * width)
				}
			}
		}
		for k := range centers {
			total += densities[k] * width
			if !scalar.EqualWithinAbs(densities[k], want[k], 1e-12) {
				t.Errorf("N %d bin %v: density %v, want %v", n, centers[k], densities[k], want[k])
			}
		}
		if !scalar.EqualWithinAbs(total, 1, 1e-12) {
			t.Errorf("N %d: density integrates to %v", n, total)
		}
		if values["stability_min"] != least || !scalar.EqualWithinAbs(values["stability_mean"], mean, 1e-12) {
			t.Errorf("N %d: %v, want least %v mean %v", n, values, least, mean)
		}
	}
}

// TestBinsOfFewUnits: outputs of three units, ±1 and ±3 over √3, have bins of their own, sums of many share them.
func TestBinsOfFewUnits(t *testing.T) {
	for hidden, want := range map[int]int{3: 1, 33: 2} {
		c := model.NewCommittee()
		c.N, c.Hidden = 99, hidden
		if b := measure.NewStability(c.Model()); b.Lattice != want {
			t.Errorf("%d units: %d values per bin, want %d", hidden, b.Lattice, want)
		}
	}
}
