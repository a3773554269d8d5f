package measure_test

import (
	"context"
	"encoding/hex"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// isolated are solutions with few or no others around them, N = 501, seed 7711,
// that searches with Gaussian messages at every variance found, and entropies
// around them from "exact" messages (dynamic programming over all sums).
var isolated = []struct {
	p, sample int
	signs     string // bit i%8 of byte i/8 set when w_i = −1
	rho       []float64
	distance  []float64
	entropy   []float64
}{
	{350, 16, "e530fa01c21876c5d904deb52f559fe22b6e08a280417a07015d37243bee75773975c0dcd546a28384defd46b34eb7de792bd77595e9e9476d827bb6027f18",
		[]float64{1.2, 1.4, 1.5, 1.73, 2.287, 10},
		[]float64{0.002724678845, 0.000702885089, 0.000142948206, 1e-16, 0, 0},
		[]float64{0.007237570855, 0.002055681801, 0.000433814807, 0, 0, 0}},
	{350, 18, "b8bc3fb7ce73b44bdcd91ca2225f143f0b8ad6cb3b19304899951f3b1debf4daa02d04bc48c22355449953bb6513d07ee1f1f9ca3b6e8c684e16be27031904",
		[]float64{0.8, 1, 1.5, 2.287, 10},
		[]float64{0.002764387985, 0, 0, 0, 0},
		[]float64{0.004460823458, 0, 0, 0, 0}},
	{370, 12, "209ca3eeae470aa4cd65f48815d095dbb1eb0b0c7a36a015f5de73b9f646e2b3ebef38c2cd0c85340a36088a9a21c06df7e338eb29422d1a502164c6466a19",
		[]float64{1, 1.5, 2, 2.287, 10},
		[]float64{0, 0, 0, 0, 0},
		[]float64{0, 0, 0, 0, 0}},
}

// TestIsolated: around nearly isolated solutions the weights freeze as the bias
// grows, and "accurate" messages find what "exact" ones find, to the 1e-7 that is
// left of the Gaussian sums of rows with V > 8 just before. With Gaussian sums all
// the way the entropies were −0.32, −2.5 and +0.82 at d = 0, or none.
//
// Check: local entropy around three nearly isolated solutions, N = 501 | `exact` messages | 1e-7 in d and φ
func TestIsolated(t *testing.T) {
	slow.Only(t)
	for _, c := range isolated {
		patterns, err := instances.Random{Size: instances.Size{P: c.p}}.Patterns(501, 7711, c.sample)
		if err != nil {
			t.Fatal(err)
		}
		p := &model.Problem{Model: model.NewPerceptron(501, 0), Data: instances.Learning(patterns)}
		packed, err := hex.DecodeString(c.signs)
		if err != nil {
			t.Fatal(err)
		}
		w := make([]float64, 501)
		for i := range w {
			w[i] = 1 - 2*float64(packed[i/8]>>(i%8)&1)
		}
		if n := p.Model.(*model.Architecture).Errors(w, patterns); n != 0 {
			t.Fatalf("sample %d: %d errors", c.sample, n)
		}
		l := measure.NewLocalEntropy(p.Model, nil)
		l.Rho.List = append([]float64{0.2, 0.5}, c.rho...)
		got := profile{}
		if err := l.Measure(context.Background(), p, []*model.Solution{{Weights: w, Outcome: results.Solved}}, nil, func(r results.Reading) {
			if r.Table == "local_entropy" {
				got.distance = append(got.distance, r.Values[1].Value)
				got.entropy = append(got.entropy, r.Values[2].Value)
			}
		}); err != nil {
			t.Fatalf("sample %d: %v", c.sample, err)
		}
		for k, rho := range c.rho {
			d, s := got.distance[k+2], got.entropy[k+2]
			if !scalar.EqualWithinAbs(d, c.distance[k], 1e-7) || !scalar.EqualWithinAbs(s, c.entropy[k], 1e-7) {
				t.Errorf("sample %d, ρ = %v: s = %v at d = %v, exact messages %v at %v", c.sample, rho, s, d, c.entropy[k], c.distance[k])
			}
		}
	}
}

// TestImpossibleEntropy: a value of ρ at which messages diverge has no entropy and
// is named; the others have theirs.
func TestImpossibleEntropy(t *testing.T) {
	p := randomProblem(t, 101, 100, 0) // beyond capacity
	s, err := bp.DefaultFocusing().Solve(context.Background(), p, nil, func(results.Reading) {})
	if err != nil {
		t.Fatal(err)
	}
	l := measure.NewLocalEntropy(p.Model, nil)
	l.Rho.List, l.MaxSweeps = []float64{0.1, 3, 10}, 50
	s.Outcome = results.Solved // so that all values are tried
	rows := 0
	err = l.Measure(context.Background(), p, []*model.Solution{s}, nil, func(r results.Reading) {
		if r.Table == "local_entropy" {
			rows++
		}
	})
	if want := "no entropy at rho = "; rows < 3 && (err == nil || err.Error()[:len(want)] != want) {
		t.Errorf("%d rows and error %v", rows, err)
	}
}
