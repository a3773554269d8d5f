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
