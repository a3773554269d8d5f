package bp

import (
	"math"
	"math/rand/v2"

	"fbp/dynamics/montecarlo"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// polish moves weights ±1 by Metropolis flips of single weights, drawn at random, with the weight
//
//	exp(h·w − Σ_μ u(s_μ − κ)),   s = w·ξ/√N,
//
// where u is that of Monte Carlo, [montecarlo.PotentialAt], whose τ grows to ∞. Two sums that follow each other differ in u by at
// most a wall: with walls that are all alike errors move to other patterns, and are mended more often than where u counts them.
// Weights that learn all patterns stay so at τ = ∞.
//
// Most proposals are rejected at the end, so that the cost of a flip is kept until another flip, or u, changes it.
type polish struct {
	*instances.Patterns
	kappa, power float64
	w, h         []float64
	sums         []int     // of the patterns
	u            []float64 // of the sums −N − 2, −N, … N + 2
	steps        []float64 // of pattern mu: what its u changes by with the next sum below, at 2mu, and above
	down         []uint8   // of weight i and pattern mu, at iP + mu: 1 where the input is −1
	costs        []float64 // of flips, as of asked
	asked        []int     // changes before the cost was asked for
	changes      int       // of weights and of u, from 1 on
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
		u := montecarlo.PotentialAt(p.power, tau, float64(2*k-p.N-2)/root-p.kappa)
		if p.u[k] = u; k+1 < len(p.u) {
			p.u[k] = p.u[k+1] + min(u-above, wall)
		}
		above = u
	}
	p.follow()
}

// follow makes steps of sums and u that have changed.
func (p *polish) follow() {
	p.changes++
	for mu, sum := range p.sums {
		k := (sum + p.N + 2) / 2
		p.steps[2*mu], p.steps[2*mu+1] = p.u[k-1]-p.u[k], p.u[k+1]-p.u[k]
	}
}

// begin computes what is kept of weights and patterns.
func (p *polish) begin() {
	p.u, p.sums, p.steps = make([]float64, p.N+3), make([]int, p.P), make([]float64, 2*p.P)
	for mu := range p.sums {
		p.sums[mu] = int(p.Dot(mu, p.w))
	}
	p.down, p.costs, p.asked = downs(p.Patterns), make([]float64, p.N), make([]int, p.N)
}

// downs are the inputs by weight: of weight i and pattern mu, at iP + mu, 1 where the input is −1.
func downs(p *instances.Patterns) []uint8 {
	down := make([]uint8, p.N*p.P)
	for mu := range p.P {
		for i := range p.N {
			if p.At(mu, i) < 0 {
				down[i*p.P+mu] = 1
			}
		}
	}
	return down
}

// run makes so many sweeps, τ growing from 3 to 10⁵ in the first half of them.
func (p *polish) run(sweeps int, rng *rand.Rand) {
	p.begin()
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
		p.flips += model.Sweep(p.N, func() bool { return p.try(rng.IntN(p.N), rng) })
	}
}

// try flips a weight, or leaves it.
func (p *polish) try(i int, rng *rand.Rand) bool {
	if !model.Accepts(p.cost(i), rng) {
		return false
	}
	turned := p.turned(i)
	for mu, down := range p.down[i*p.P:][:p.P] {
		p.sums[mu] += 4*int(down^turned) - 2
	}
	p.w[i] = -p.w[i]
	p.follow()
	return true
}

// cost is by how much a flip lowers the logarithm of the weight.
func (p *polish) cost(i int) float64 {
	if p.asked[i] == p.changes {
		return p.costs[i]
	}
	cost, turned := float64(2*p.w[i]*p.h[i]), p.turned(i)
	column := p.down[i*p.P:][:p.P]
	for mu, steps := 0, p.steps; mu < len(column) && len(steps) >= 2; mu, steps = mu+1, steps[2:] {
		cost += steps[(column[mu]^turned)&1]
	}
	p.costs[i], p.asked[i] = cost, p.changes
	return cost
}

// turned is 1 where weight i is −1.
func (p *polish) turned(i int) uint8 {
	if p.w[i] < 0 {
		return 1
	}
	return 0
}
