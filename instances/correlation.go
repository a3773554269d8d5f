package instances

import (
	"math"

	"fbp/gauss"
)

// Correlation is the largest eigenvalue of the matrix ξξᵀ/N of P patterns, in units of the mean of their squares, over
// (1 + √(P/N))², the edge of the spectrum of independent inputs of mean 0 (Marchenko and Pastur, 1967): 1 for these, and more
// where rows have something in common. Lanczos steps find it to 1e-6 of itself; the error is [gauss.ErrLanczos].
func (p *Patterns) Correlation() (float64, error) {
	start, rng := make([]float64, p.P), Stream(0, "correlation", p.P)
	for mu := range start {
		start[mu] = gauss.Deviate(rng.Uint64())
	}
	row, sum, squares := make([]float64, p.N), make([]float64, p.N), 0.0
	for mu := range p.P {
		squares += dot(p.Values(row, mu), row)
	}
	largest, err := gauss.LargestEigenvalue(start, func(to, v []float64) {
		clear(sum)
		for mu, c := range v {
			for i, x := range p.Values(row, mu) {
				sum[i] = math.FMA(c, x, sum[i])
			}
		}
		for mu := range to {
			to[mu] = p.Dot(mu, sum)
		}
	}, 1e-3, 1000)
	edge := 1 + math.Sqrt(float64(p.P)/float64(p.N))
	return float64(largest*float64(p.P)) / float64(squares*float64(edge*edge)), err
}

// CorrelationOfMean is what the mean x̄ of the inputs has in [Patterns.Correlation], |x̄|² P/⟨|x|²⟩ over the edge of the
// spectrum, times 1 − m² with the mean m of the labels: where these are all the same weights along x̄ learn all.
// mean is |x̄|/√⟨|x|²⟩.
func (p *Patterns) CorrelationOfMean() (correlation, mean float64) {
	row, sum, squares, labels := make([]float64, p.N), make([]float64, p.N), 0.0, 0.0
	for mu := range p.P {
		for i, x := range p.Input(row, mu) {
			sum[i] += x
		}
		squares += dot(row, row)
		labels += p.Label(mu)
	}
	labels /= float64(p.P)
	share := dot(sum, sum) / float64(squares*float64(p.P))
	edge := 1 + math.Sqrt(float64(p.P)/float64(p.N))
	return float64(float64(share*float64(p.P))*(1-float64(labels*labels))) / float64(edge*edge), math.Sqrt(share)
}
