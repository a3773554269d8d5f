package measure_test

import (
	"math"
	"testing"

	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// robustnessOf are the readings of the measurement: rows of η, error, error_tie_half.
func robustnessOf(t *testing.T, r *measure.Robustness, m model.Model, p *instances.Patterns, w []float64) (rows [][3]float64) {
	t.Helper()
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	problem := &model.Problem{Model: m, Data: instances.Learning(p)}
	err := r.Measure(t.Context(), problem, []*model.Solution{{Weights: w}}, instances.Stream(1, "measure"), func(r results.Reading) {
		rows = append(rows, [3]float64{r.At[0].Value, r.Values[0].Value, r.Values[1].Value})
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRobustnessOfFlips: of a pattern with N weights, a of them against it, k flips leave
// a + k − 2j against it, j being hypergeometric: the fraction of errors is the sum of its
// probabilities. Three standard errors of 20 000 trials are 0.011.
//
// Check: `"robustness"` to flipped and to resampled inputs, a perceptron | hypergeometric probabilities;
// frequencies | 0.011 and 0.01, three standard errors
func TestRobustnessOfFlips(t *testing.T) {
	const n, against = 21, 7
	m, p, w := model.NewPerceptron(n, 0), instances.NewPatterns(n, 1), make([]float64, n)
	for i := range w {
		w[i] = 1
		p.Set(0, i, i < against)
	}
	choose := func(n, k int) float64 {
		c := 1.0
		for j := range k {
			c *= float64(n-j) / float64(j+1)
		}
		return c
	}
	r := &measure.Robustness{Eta: []float64{0, 1. / n, 5. / n, 10. / n, 1}, Trials: 20000, Noise: "flip"}
	for _, row := range robustnessOf(t, r, m, p, w) {
		k, want := int(math.Round(row[0]*n)), 0.0
		for j := max(0, k+against-n); j <= min(k, against); j++ {
			if 2*(against+k-2*j) > n {
				want += choose(against, j) * choose(n-against, k-j) / choose(n, k)
			}
		}
		if math.Abs(row[1]-want) > 0.011 || row[1] != row[2] {
			t.Errorf("η = %v: error %v, %v, want %v", row[0], row[1], row[2], want)
		}
	}
}

// TestHalvesAreEven: docs/keys.md has halves of an input rounded to an even number. Of ten
// inputs four are against the weights, a sum of 2: half a flip leaves the pattern right, and one and a half are
// two flips, which never tie, as one and three do (a sum of 0).
func TestHalvesAreEven(t *testing.T) {
	const n = 10
	m, p, w := model.NewPerceptron(n, 0), instances.NewPatterns(n, 1), make([]float64, n)
	for i := range w {
		w[i] = 1
		p.Set(0, i, i < 4)
	}
	rows := robustnessOf(t, &measure.Robustness{Eta: []float64{0.05, 0.15}, Trials: 1000, Noise: "flip"}, m, p, w)
	if rows[0][1] != 0 || rows[1][1] != rows[1][2] || math.Abs(rows[1][1]-1./3) > 0.045 { // 3 standard errors
		t.Errorf("half a flip and one and a half: errors %v, want 0 and those of two", rows)
	}
}

// TestRobustnessOfResampling: inputs that are drawn anew have their own frequency, the
// label playing no part. With all of them drawn anew, a perceptron of one weight errs
// on a pattern as often as the frequency says.
func TestRobustnessOfResampling(t *testing.T) {
	m, p := model.NewPerceptron(1, 0), instances.NewPatterns(1, 4)
	p.Labels = []float64{1, 1, -1, 1}
	for mu, x := range []float64{1, 1, 1, -1} { // inputs; ξ = σx
		p.Set(mu, 0, x*p.Labels[mu] < 0)
	}
	// x is −1 with frequency 1/4; w = 1 is right where x = σ: 3/4, 3/4, 1/4, 3/4
	r := &measure.Robustness{Eta: []float64{0, 1}, Trials: 5000, Noise: "resample"}
	rows := robustnessOf(t, r, m, p, []float64{1})
	if rows[0][1] != 0.5 {
		t.Errorf("η = 0: error %v, want 0.5", rows[0][1])
	}
	if got, want := rows[1][1], 1-2.5/4; math.Abs(got-want) > 0.01 { // 3 √(0.19/20 000)
		t.Errorf("η = 1: error %v, want %v", got, want)
	}
}

// TestRobustnessOfTies: a tie is an error, and half of one; the symmetric perceptron has
// none, where 0 is right.
func TestRobustnessOfTies(t *testing.T) {
	p := instances.NewPatterns(2, 2)
	p.Set(0, 0, true) // ξ = (−1, 1) ties with w = (1, 1)
	r := &measure.Robustness{Eta: []float64{0}, Trials: 1, Noise: "flip"}
	for _, c := range []struct {
		m           model.Model
		error, half float64
	}{
		{model.NewPerceptron(2, 0.5), 0.5, 0.25},
		{model.NewSymmetric(2, 1), 0.5, 0.5}, // ξ = (1, 1) has |Δ| = √2
	} {
		if row := robustnessOf(t, r, c.m, p, []float64{1, 1})[0]; row[1] != c.error || row[2] != c.half {
			t.Errorf("%T: error %v, %v, want %v, %v", c.m, row[1], row[2], c.error, c.half)
		}
	}
}

// TestRobustnessOfReplicas: the reference and the replicas have rows of their own, and
// the trials meet all replicas alike.
func TestRobustnessOfReplicas(t *testing.T) {
	m, p := model.NewPerceptron(3, 0), instances.NewPatterns(3, 1) // ξ = (1, 1, 1)
	up, down := []float64{1, 1, 1}, []float64{-1, -1, -1}
	s := &model.Solution{Weights: up, Replicas: [][]float64{up, up, up, down}, Numbers: []results.Quantity{{Name: "replicas", Value: 4}}}
	r := &measure.Robustness{Eta: []float64{0}, Trials: 8, Noise: "flip"}
	var got []results.Reading
	problem := &model.Problem{Model: m, Data: instances.Learning(p)}
	if err := r.Measure(t.Context(), problem, []*model.Solution{s}, instances.Stream(1, "measure"), func(r results.Reading) { got = append(got, r) }); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].At[0].Name != results.Of || got[0].At[0].Value != results.OfReference || got[1].At[0].Value != results.OfReplicas {
		t.Fatalf("readings %v", got)
	}
	if a, b := got[0].Values[0].Value, got[1].Values[0].Value; a != 0 || b != 0.25 {
		t.Errorf("errors %v of the reference, %v of the replicas; want 0 and 0.25", a, b)
	}
}
