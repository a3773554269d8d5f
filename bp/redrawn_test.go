package bp_test

import (
	"math"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/theory"
	"fbp/theory/connectivity"
)

// shared is one way to draw patterns anew, with what of them is left.
type shared struct {
	share float64
	what  string
	left  connectivity.Redrawn
}

// TestOverlapOfRedrawn: the overlap of all solutions of two instances, of which one has the patterns of the other with a share
// drawn anew. Enumeration at N = 13 and 17 is above the limit by 0.35/N to 0.7/N, at a share of 1 by nothing; belief propagation at N = 2001, whose magnetisations are those
// of all solutions, is on it.
//
// Check: overlap of typical solutions of two instances, at three shares of entries and patterns | enumeration, N = 13, 17; belief propagation, N = 2001 | 0.75/N and four standard errors (400 and 100 pairs); 0.004 (twelve pairs)
func TestOverlapOfRedrawn(t *testing.T) {
	for i, c := range []shared{{0, "entries", connectivity.Redrawn{Correlation: 1}}, {0.1, "entries", connectivity.Redrawn{Correlation: 0.9}}, {0.1, "patterns", connectivity.Redrawn{Common: 0.9}},
		{0.5, "entries", connectivity.Redrawn{Correlation: 0.5}}, {0.5, "patterns", connectivity.Redrawn{Common: 0.5}}, {1, "entries", connectivity.Redrawn{}}} {
		for _, size := range []struct{ n, p, pairs int }{{13, 6, 400}, {17, 8, 100}, {2001, 1000, 12}} {
			if size.n > 20 && !slow.All && i != 1 {
				continue
			}
			m := model.NewPerceptron(size.n, 0)
			at, err := connectivity.TypicalOf(theory.Binary, float64(size.p)/float64(size.n), 0)
			if err != nil {
				t.Fatal(err)
			}
			want, err := c.left.Overlap(at)
			if err != nil {
				t.Fatal(err)
			}
			sum, square, pairs := 0.0, 0.0, 0.0
			for sample := range size.pairs {
				var means [2][]float64
				for k, share := range []float64{0, c.share} {
					r := instances.Redrawn{Of: instances.Original{Kind: "random", Size: instances.Size{P: size.p}, Ensemble: instances.Ensemble{Inputs: "binary"}},
						Share: share, What: c.what, Labels: "kept"}
					d, err := r.Data(t.Context(), m, 1, sample)
					if err != nil {
						t.Fatal(err)
					}
					means[k] = meansOf(t, m, d)
				}
				if means[0] == nil || means[1] == nil {
					continue // no solutions
				}
				overlap := 0.0
				for i, x := range means[0] {
					overlap += x * means[1][i] / float64(size.n)
				}
				sum, square, pairs = sum+overlap, square+overlap*overlap, pairs+1
			}
			mean := sum / pairs
			sem := math.Sqrt((square/pairs - mean*mean) / pairs)
			low, high := -4*sem, 4*sem
			if size.n < 20 && c.share < 1 {
				high += 0.75 / float64(size.n)
			} else if size.n > 20 {
				low, high = -0.004, 0.004
			}
			if d := mean - want; !(d > low && d < high) {
				t.Errorf("%+v, N = %d: %.4f ± %.4f, want %.4f", c, size.n, mean, sem, want)
			}
		}
	}
}

// meansOf are the means of all solutions, nil if there are none.
func meansOf(t *testing.T, m *model.Architecture, d *instances.Data) []float64 {
	t.Helper()
	if m.N < 20 {
		set, err := enumeration.Solutions(t.Context(), m, d.Train)
		if err != nil {
			t.Fatal(err)
		}
		if set.Count() == 0 {
			return nil
		}
		_, _, means := set.Biased(0, 0)
		return means
	}
	b := bp.NewPlain(m)
	g, err := m.Graph(d.Train, b.Accuracy)
	if err != nil {
		t.Fatal(err)
	}
	s := bp.NewState(g, instances.Stream(1, "algorithm"))
	if out, err := s.Converge(t.Context(), b.Passing, factorgraph.Free{}); err != nil || !out.Converged {
		t.Fatal(out, err)
	}
	means := make([]float64, m.N)
	s.Magnetizations(means)
	return means
}
