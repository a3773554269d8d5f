package bp

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
)

// polish moves weights ±1 by Metropolis flips of single weights, drawn at random, with the weight
//
//	exp(h·w − Σ_μ u(s_μ − κ)),   s = w·ξ/√N,
//
// where u is −b ln s, or 0 for b = 0, and softer while τ < ∞: b τ (1 − s^{1/τ}) for s > 0 and b τ (1 − s) for s ≤ 0, of
// b = 0 τ (1 − s) for s ≤ 0. Two sums that follow each other differ in u by at most a wall: with walls that are all alike errors move to
// other patterns, and are mended more often than where u counts them. Weights that learn all patterns stay so at τ = ∞.
type polish struct {
	*instances.Patterns
	kappa, power float64
	w, h         []float64
	sums         []int     // of the patterns
	u            []float64 // of the sums −N − 2, −N, … N + 2
	flips        int
}

// walls are the most by which u differs between two sums while τ grows, and at τ = ∞, where no field may lead out of the solutions.
const (
	lowWall  = 60
	highWall = 1e6
)

// shape makes u of τ.
func (p *polish) shape(tau, wall float64) {
	root, above := math.Sqrt(float64(p.N)), 0.0
	for k := len(p.u) - 1; k >= 0; k-- {
		u := p.potential(float64(2*k-p.N-2)/root-p.kappa, tau)
		if p.u[k] = u; k+1 < len(p.u) {
			p.u[k] = p.u[k+1] + min(u-above, wall)
		}
		above = u
	}
}

// potential is u without walls.
func (p *polish) potential(s, tau float64) float64 {
	switch {
	case s <= 0 && p.power == 0:
		return float64(min(tau, 1e12) * (1 - s))
	case s <= 0:
		return float64(p.power * min(tau, 1e12) * (1 - s))
	case p.power == 0:
		return 0
	case math.IsInf(tau, 1):
		return -float64(p.power * gauss.Log(s))
	}
	return -float64(p.power * tau * gauss.Expm1(gauss.Log(s)/tau))
}

// run makes so many sweeps, τ growing from 3 to 10⁵ in the first half of them.
func (p *polish) run(sweeps int, rng *rand.Rand) {
	p.u, p.sums = make([]float64, p.N+3), make([]int, p.P)
	for mu := range p.sums {
		p.sums[mu] = int(p.Dot(mu, p.w))
	}
	columns := make([]int8, p.N*p.P) // 2 ξ
	for mu := range p.P {
		for i := range p.N {
			columns[i*p.P+mu] = int8(2 * p.At(mu, i))
		}
	}
	half := sweeps / 2
	for sweep := range sweeps {
		tau, wall := math.Inf(1), float64(highWall)
		if sweep < half {
			wall = lowWall
			tau = 3 * gauss.Exp(gauss.Log(1e5/3)*float64(sweep)/float64(max(1, half-1)))
		}
		if sweep <= half {
			p.shape(tau, wall)
		}
		for range p.w {
			i := rng.IntN(p.N)
			p.try(i, columns[i*p.P:(i+1)*p.P], rng)
		}
	}
}

// try flips a weight, or leaves it.
func (p *polish) try(i int, column []int8, rng *rand.Rand) {
	sign := 1
	if p.w[i] < 0 {
		sign = -1
	}
	cost := float64(2 * p.w[i] * p.h[i])
	for mu, k := range p.sums {
		cost += p.u[(k-sign*int(column[mu])+p.N+2)/2] - p.u[(k+p.N+2)/2]
	}
	if cost > 0 && !(rng.Float64() < gauss.Exp(-cost)) {
		return
	}
	for mu := range p.sums {
		p.sums[mu] -= sign * int(column[mu])
	}
	p.w[i] = -p.w[i]
	p.flips++
}
