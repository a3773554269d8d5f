package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// RealDense is one pattern of real inputs x as a factor on binary weights: the sum
// Σ_i x_i w_i has to exceed Threshold. The sum over the other weights is taken as
// Gaussian, with mean ω_i = Σ_{j≠i} x_j m_j and variance V_i = Σ_{j≠i} x_j² (1 − m_j²):
//
//	u_i = ½ ln [H((θ − ω_i − x_i)/√V_i) / H((θ − ω_i + x_i)/√V_i)].
//
// Real sums lie on no lattice, and are Gaussian however few weights are free. Wrap it
// in [Edgewise] to sweep it.
type RealDense struct {
	Inputs    []float64
	Threshold float64 // θ
}

// sums are mean and variance of the sum over all weights.
func (f *RealDense) sums(m, v []float64) (omega, variance float64) {
	for i, x := range f.Inputs {
		omega += float64(x * m[i])
		variance += float64(float64(x*x) * v[i])
	}
	return omega, variance
}

// Update implements [Factor].
func (f *RealDense) Update(b Messages, m, v []float64) {
	omega, variance := f.sums(m, v)
	for i, x := range f.Inputs {
		rest := variance - float64(float64(x*x)*v[i])
		scale := 1 / math.Sqrt(max(rest, kern.LeastVariance))
		need := f.Threshold - omega + float64(x*m[i])
		b.B[i] = 0.5 * gauss.LogRatioH(float64((need-x)*scale), float64((need+x)*scale))
	}
}

// LogZ implements [Factor].
func (f *RealDense) LogZ(m, v []float64) float64 {
	omega, variance := f.sums(m, v)
	return gauss.LogH((f.Threshold - omega) / math.Sqrt(max(variance, kern.LeastVariance)))
}

// Cost implements [Costed].
func (f *RealDense) Cost(Precision) Cost {
	return Cost{Gaussian: perRealEdge * float64(len(f.Inputs)), Inputs: len(f.Inputs)}
}
