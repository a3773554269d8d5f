package bp

import (
	"math"
	"math/rand/v2"

	"fbp/dynamics/montecarlo"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// polish moves weights ±1 by Metropolis flips of single weights, drawn at random, in the measure
//
//	P(w) ∝ exp(h·w − Σ_μ u(s_μ − κ)),   s_μ = S_μ/√N,   S_μ = w·ξ^μ = −N, −N + 2, … N,
//
// where u is b U_τ of Monte Carlo, [montecarlo.PotentialAt], whose τ grows to ∞: there e^{−u} is (s − κ)^b above the margin.
// Between two neighbouring sums u changes by at most a wall. All steps below the margin are as high as the wall then, so that an
// error can move to another pattern at no cost, and more errors are mended than if u grew as U_τ does.
// Weights that learn all patterns stay so at τ = ∞.
//
// The cost of a flip of weight i is 2 h_i w_i + Σ_μ Δu_μ, with Δu_μ the change of u from S_μ to S_μ − 2 w_i ξ^μ_i. Most proposals
// are rejected at the end, so that it is kept until another flip, or a new u, changes it.
type polish struct {
	*instances.Patterns
	kappa, power float64
	w, h         []float64
	sums         []int     // S_μ
	u            []float64 // at S = −N − 2, −N, … N + 2
	steps        []float64 // u(S_μ − 2) − u(S_μ) at 2μ, and u(S_μ + 2) − u(S_μ) at 2μ + 1
	down         []uint8   // of weight i and pattern μ, at iP + μ: 1 where ξ^μ_i = −1
	costs        []float64 // of a flip of each weight, as computed at change number computed
	computed     []int     // 0: never
	changes      int       // number of changes of w or u so far, from 1 on
	flips        int       // accepted
}

// The walls while τ grows, and at τ = ∞, where no field may lead out of the solutions.
const (
	lowWall  = 60
	highWall = 1e6
)

// setPotential computes u at a τ, from the largest sum downwards: each step is that of U_τ, or the wall if it is higher.
func (p *polish) setPotential(tau, wall float64) {
	root, above := math.Sqrt(float64(p.N)), 0.0
	for k := len(p.u) - 1; k >= 0; k-- {
		u := montecarlo.PotentialAt(p.power, tau, float64(2*k-p.N-2)/root-p.kappa)
		if p.u[k] = u; k+1 < len(p.u) {
			p.u[k] = p.u[k+1] + min(u-above, wall)
		}
		above = u
	}
	p.findSteps()
}

// findSteps computes the steps, after sums or u have changed.
func (p *polish) findSteps() {
	p.changes++
	for mu, sum := range p.sums {
		k := (sum + p.N + 2) / 2
		p.steps[2*mu], p.steps[2*mu+1] = p.u[k-1]-p.u[k], p.u[k+1]-p.u[k]
	}
}

// begin computes the sums, and makes room for the rest.
func (p *polish) begin() {
	p.u, p.sums, p.steps = make([]float64, p.N+3), make([]int, p.P), make([]float64, 2*p.P)
	for mu := range p.sums {
		p.sums[mu] = int(p.Dot(mu, p.w))
	}
	p.down, p.costs, p.computed = downs(p.Patterns), make([]float64, p.N), make([]int, p.N)
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
			p.setPotential(tau, wall)
		}
		p.flips += model.Sweep(p.N, func() bool { return p.try(rng.IntN(p.N), rng) })
	}
}

// try proposes a flip of weight i, and tells whether it was accepted.
func (p *polish) try(i int, rng *rand.Rand) bool {
	if !model.Accepts(p.cost(i), rng) {
		return false
	}
	turned := p.turned(i)
	for mu, down := range p.down[i*p.P:][:p.P] {
		p.sums[mu] += 4*int(down^turned) - 2
	}
	p.w[i] = -p.w[i]
	p.findSteps()
	return true
}

// cost is by how much a flip of weight i lowers ln P(w).
func (p *polish) cost(i int) float64 {
	if p.computed[i] == p.changes {
		return p.costs[i]
	}
	cost, turned := float64(2*p.w[i]*p.h[i]), p.turned(i)
	column := p.down[i*p.P:][:p.P]
	for mu, steps := 0, p.steps; mu < len(column) && len(steps) >= 2; mu, steps = mu+1, steps[2:] {
		cost += steps[(column[mu]^turned)&1]
	}
	p.costs[i], p.computed[i] = cost, p.changes
	return cost
}

// turned is 1 where weight i is −1.
func (p *polish) turned(i int) uint8 {
	if p.w[i] < 0 {
		return 1
	}
	return 0
}
