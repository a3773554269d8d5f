package instances

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The largest eigenvalue against that of a dense solver; of coins it is at the edge, of features far beyond.
func TestCorrelation(t *testing.T) {
	f := NewFeatures()
	f.D, f.P = 101, 303
	for _, c := range []struct {
		source   Source
		n        int
		low, top float64
	}{
		{Random{Size: Size{P: 200}}, 401, 0.9, 1.05},
		{Random{Size: Size{P: 60}, Ensemble: Ensemble{Inputs: GaussianInputs}}, 31, 0.8, 1.15},
		{f, 605, 1.8, 2.4}, // 6.1 over 2.9
	} {
		d, err := c.source.Data(t.Context(), inputsOnly(c.n), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Train
		got, err := p.Correlation()
		if err != nil {
			t.Fatal(err)
		}
		square := 0.0
		for mu := range p.P {
			row := p.Values(make([]float64, p.N), mu)
			square += p.Dot(mu, row) / float64(p.N*p.P)
		}
		m := mat.NewSymDense(p.P, nil)
		for mu := range p.P {
			row := p.Values(make([]float64, p.N), mu)
			for nu := range mu + 1 {
				m.SetSym(mu, nu, p.Dot(nu, row)/float64(p.N))
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(m, false)
		edge := math.Pow(1+math.Sqrt(float64(p.P)/float64(p.N)), 2)
		if want := eigen.Values(nil)[p.P-1] / edge / square; math.Abs(got/want-1) > 1e-5 || !(c.low < got && got < c.top) {
			t.Errorf("%T of %d: %v, want %v", c.source, c.n, got, want)
		}
	}
}

// That of the mean is a quadratic form of the matrix of the inputs, and nearly all of the largest eigenvalue of biased ones; it
// vanishes where the labels are all the same, and where the mean is taken away.
func TestCorrelationOfMean(t *testing.T) {
	d, err := Random{Size: Size{P: 100}, Ensemble: Ensemble{Bias: 0.6}}.Data(t.Context(), inputsOnly(201), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, edge, labels, sum := d.Train, math.Pow(1+math.Sqrt(100.0/201), 2), 0.0, 0.0
	x := p.Ungauged()
	for mu := range 100 {
		labels += p.Label(mu) / 100
		for nu := range 100 {
			sum += x.Dot(nu, x.Values(make([]float64, 201), mu)) / (201 * 100) // vᵀxxᵀv/N with v = 1/√P
		}
	}
	got, mean := p.CorrelationOfMean()
	if want := sum / edge * (1 - labels*labels); math.Abs(got/want-1) > 1e-12 || math.Abs(mean-math.Sqrt(sum/100)) > 1e-12 || math.Abs(mean-0.6) > 0.02 {
		t.Errorf("%v, want %v; mean %v, want 0.6", got, want, mean)
	}
	if largest, err := p.Correlation(); err != nil || got > largest || got < 0.95*largest*(1-labels*labels) {
		t.Errorf("%v of %v, %v", got, largest, err)
	}
	if same, _ := x.CorrelationOfMean(); same != 0 {
		t.Errorf("labels all the same: %v", same)
	}
	centred, _ := standardizedCorrelation(t)
	if centred > 1e-12 {
		t.Errorf("without a mean: %v", centred)
	}
}

// standardizedCorrelation is that of the mean of centred images.
func standardizedCorrelation(t *testing.T) (correlation, mean float64) {
	s, _, _ := standardizedImages(t, 7)
	s.Threshold.Word = "centre"
	d, err := s.Data(t.Context(), inputsOnly(3), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d.Train.CorrelationOfMean()
}
