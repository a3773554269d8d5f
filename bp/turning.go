package bp

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// turning moves weights on a sphere, which learn all patterns, by Metropolis turns of two of them ([model.Turn]) with the weight
//
//	exp(h·w) Π_μ (s_μ − κ)^b,   s = w·ξ/√N,
//
// and none for weights that make an error.
type turning struct {
	*instances.Patterns
	kappa, power float64
	w, h         []float64
	sums         []float64 // √N (s − κ) of the patterns
	after        []float64 // scratch: after a turn
	least        float64   // that a sum may have: above 0 by more than rounding
	down         []uint8   // see [downs]
	turns        int       // accepted
}

func newTurning(p *instances.Patterns, kappa, power float64, w, h []float64) *turning {
	return &turning{Patterns: p, kappa: kappa, power: power, w: w, h: h, sums: make([]float64, p.P), after: make([]float64, p.P),
		least: 1e-9 * math.Sqrt(float64(p.N)), down: downs(p)}
}

// run makes so many sweeps. The bound of turns follows from what is accepted in the first half of them.
func (t *turning) run(a *model.Architecture, sweeps int, rng *rand.Rand) {
	root := math.Sqrt(float64(t.N))
	widest := 1 / root
	for sweep := range sweeps {
		model.Normalize(a, t.w)
		for mu := range t.sums { // anew, without the rounding of turns
			t.sums[mu] = t.Dot(mu, t.w) - float64(t.kappa*root)
		}
		turns := model.Sweep(t.N, func() bool { return t.try(model.DrawTurn(t.w, t.N, widest, rng), rng) })
		if t.turns += turns; 2*sweep < sweeps {
			widest = model.Widest(widest, turns, t.N, 1+1/float64(sweep+2))
		}
	}
	model.Normalize(a, t.w)
}

// try makes a turn, or leaves it.
func (t *turning) try(turn model.Turn, rng *rand.Rand) bool {
	cost := -turn.Change(t.h[turn.I], t.h[turn.J])
	xi, xj := t.down[turn.I*t.P:][:t.P], t.down[turn.J*t.P:][:t.P]
	changes := [4]float64{turn.Change(1, 1), turn.Change(-1, 1), turn.Change(1, -1), turn.Change(-1, -1)}
	for mu, sum := range t.sums {
		if t.after[mu] = sum + changes[(xi[mu]|xj[mu]<<1)&3]; !(t.after[mu] > t.least) {
			return false
		}
	}
	if t.power > 0 {
		for mu, sum := range t.sums {
			cost -= float64(t.power * gauss.Log(t.after[mu]/sum))
		}
	}
	if !model.Accepts(cost, rng) {
		return false
	}
	copy(t.sums, t.after)
	turn.Make(t.w)
	return true
}
