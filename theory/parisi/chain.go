package parisi

import "math"

// Chain is a function x(q) of k steps: y_i on (q_{i−1}, q_i), i = 1 … k. At capacity q_k → 1
// and y_i = x_i/(1−q_k), overlaps and y being finite.
type Chain struct {
	V []float64 // 1 − q_i, i = 0 … k, falling
	Y []float64 // y_i at [i−1]
}

// gradient of a number by the chain.
type gradient struct{ v, y []float64 }

func newGradient(c Chain) gradient {
	return gradient{make([]float64, len(c.V)), make([]float64, len(c.Y))}
}

// responses are λ_i = λ(q_i), i = 0 … k, from that of q_k.
func (c Chain) responses(last float64) []float64 {
	lambda := make([]float64, len(c.V))
	k := len(c.Y)
	lambda[k] = last
	for i := k; i > 0; i-- {
		lambda[i-1] = lambda[i] + c.Y[i-1]*(c.V[i-1]-c.V[i])
	}
	return lambda
}

// weightsTerm is the term of the weights and its gradient,
//
//	A = ln λ_k + q_0/λ_0 + Σ_i ln(λ_{i−1}/λ_i)/y_i
//	∂A/∂y_i = [Δ_i/λ_{i−1} − ln(λ_{i−1}/λ_i)/y_i]/y_i − Δ_i M_{i−1},   Δ_i = q_i − q_{i−1}
//	∂A/∂q_i = (y_{i+1} − y_i) M_i,   M_i = q_0/λ_0² + Σ_{j≤i} Δ_j/(λ_j λ_{j−1}),   y_0 = 0
//
// with λ_k = 1 − q_k and y_{k+1} = 1, or at capacity a constant, without ln λ_k.
func (p problem) weightsTerm(c Chain) (a float64, by gradient) {
	by = newGradient(c)
	k := len(c.Y)
	last := c.V[k]
	if p.capacity {
		last = p.last
	}
	lambda := c.responses(last)
	a = (1 - c.V[0]) / lambda[0]
	m := (1 - c.V[0]) / (lambda[0] * lambda[0])
	before := 0.0 // y_i
	for i := range k {
		y, delta := c.Y[i], c.V[i]-c.V[i+1]
		by.v[i] = (before - y) * m
		log := math.Log1p(y * delta / lambda[i+1])
		a += log / y
		by.y[i] = (delta/lambda[i]-log/y)/y - delta*m
		m += delta / (lambda[i] * lambda[i+1])
		before = y
	}
	if !p.capacity {
		a += math.Log(last)
		by.v[k] = (before - 1) * m
	}
	return a, by
}
