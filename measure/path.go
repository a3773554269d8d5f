package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// near are the weights of solutions, the units of all but the first matched with those of
// the first.
func near(m model.Model, solutions []*model.Solution) (weights [][]float64) {
	layers := m.Freedom()
	for i, s := range solutions {
		w := s.Weights
		if i > 0 {
			w = matched(layers, weights[0], w)
		}
		weights = append(weights, w)
	}
	return weights
}

// alongLine are the errors on the line between spherical weights.
func (b *Barrier) alongLine(ctx context.Context, m model.Model, p *instances.Patterns, w [][]float64, _ *rand.Rand) ([]float64, error) {
	between := newBlend(m, b.Kappa, p)
	errors := make([]float64, len(b.Fraction))
	for i, share := range b.Fraction {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !between.set(w[:2], share, 1-share) {
			return nil, fault.New("path", Line, "passes through zero: the solutions are opposite")
		}
		errors[i] = between.errors()
	}
	return errors, nil
}

// alongCentre are the errors on the lines from the first solution to the centre of all, and from
// there to the second.
func (b *Barrier) alongCentre(ctx context.Context, m model.Model, p *instances.Patterns, w [][]float64, rng *rand.Rand) ([]float64, error) {
	middle := newBlend(m, b.Kappa, p)
	if !middle.set(w, slices.Repeat([]float64{1}, len(w))...) {
		return nil, fault.New("path", Centre, "there is none: the solutions add up to zero")
	}
	center := middle.weights
	legs := []Barrier{*b, *b}
	legs[0].Fraction, legs[1].Fraction = nil, nil
	for _, x := range b.Fraction {
		leg, share := legsOf(x)
		legs[leg].Fraction = append(legs[leg].Fraction, share)
	}
	errors, err := legs[1].alongLine(ctx, m, p, [][]float64{center, w[1]}, rng)
	if err != nil {
		return nil, err
	}
	first, err := legs[0].alongLine(ctx, m, p, [][]float64{w[0], center}, rng)
	return append(errors, first...), err
}

// legsOf is which of the two lines through a centre a place lies on, 0 for that of the first
// solution, with the share of the one nearer to the beginning of the path.
func legsOf(x float64) (leg int, share float64) {
	if x >= 0.5 {
		return 0, 2*x - 1
	}
	return 1, 2 * x
}

// alongFlips are the errors while the weights that differ are flipped one by one, the means over
// trials.
func (b *Barrier) alongFlips(ctx context.Context, m model.Model, p *instances.Patterns, w [][]float64, rng *rand.Rand) ([]float64, error) {
	from, to := w[0], w[1]
	energies, err := m.Abilities().Energies(p)
	if err != nil {
		return nil, err
	}
	var differ []int
	for i, w := range from {
		if (w < 0) != (to[i] < 0) {
			differ = append(differ, i)
		}
	}
	counts := make([]int, len(b.Fraction))
	for range b.Trials {
		e, done := energies(from), 0
		for i, x := range b.Fraction {
			for flips := int(math.RoundToEven(x * float64(len(differ)))); done < flips; done++ {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				next := done + rng.IntN(len(differ)-done)
				if b.Path == Greedy {
					next = done + cheapest(e, differ[done:], rng)
				}
				differ[done], differ[next] = differ[next], differ[done]
				e.Flip(differ[done])
			}
			counts[i] += e.Errors()
		}
	}
	errors := make([]float64, len(counts))
	for i, n := range counts {
		errors[i] = float64(n) / float64(max(1, p.P)*b.Trials)
	}
	return errors, nil
}

// cheapest is the place of the weight whose flip makes the fewest errors, one of them at
// random.
func cheapest(e model.Energy, weights []int, rng *rand.Rand) (place int) {
	least, equal := 0, 0
	for k, i := range weights {
		cost := e.Delta(i)
		if equal == 0 || cost < least {
			least, equal, place = cost, 1, k
			continue
		}
		if cost == least {
			if equal++; rng.IntN(equal) == 0 {
				place = k
			}
		}
	}
	return place
}

// mixing is what the measured stabilities and the overlap say of the errors; nil where they do
// not say it.
func (b *Barrier) mixing(m model.Model, p *instances.Patterns, w [][]float64) []float64 {
	if !model.Linear(m) || b.Path == Greedy {
		return nil
	}
	linear := m.(*model.Architecture)
	if b.Path == Centre {
		return b.mixingThrough(linear, p, w)
	}
	u, v := linear.Stabilities(nil, w[0], p), linear.Stabilities(nil, w[1], p)
	margins := margins(linear, b.Kappa, p)
	overlap, kappa := cosine(w[0], w[1]), linear.LatticeMargin()
	list := make([]float64, len(b.Fraction))
	for i, x := range b.Fraction {
		rest := 1 - x
		both := float64(x * rest)
		if b.Path == Line {
			c := math.Sqrt(math.FMA(2*both, overlap, math.FMA(x, x, float64(rest*rest))))
			list[i] = mixed(u, v, x, func(mu int) float64 { return float64(margins[mu] * c) }, 0)
			continue
		}
		list[i] = mixed(u, v, rest, func(int) float64 { return kappa }, math.Sqrt(2*both*max(0, 1-overlap)))
	}
	return list
}

// mixingThrough is mixing on the lines through the centre of solutions of a model whose stabilities
// are linear: that of a place is Σ_a γ_a u_a/c, with the shares γ_a of the solutions there and the norm
// c of Σ_a γ_a w_a.
func (b *Barrier) mixingThrough(linear *model.Architecture, p *instances.Patterns, w [][]float64) []float64 {
	var u [][]float64
	for _, weights := range w {
		u = append(u, linear.Stabilities(nil, weights, p))
	}
	norm := func(shares []float64) float64 {
		sum := 0.0
		for i, x := range w {
			for k, y := range w {
				sum = math.FMA(float64(shares[i]*shares[k]), cosine(x, y), sum)
			}
		}
		return math.Sqrt(max(0, sum))
	}
	margins := margins(linear, b.Kappa, p)
	center := 1 / norm(slices.Repeat([]float64{1}, len(w)))
	list := make([]float64, len(b.Fraction))
	for i, x := range b.Fraction {
		leg, share := legsOf(x)
		end := share
		if leg == 1 {
			share = 1 - share
			end = share
		}
		shares := slices.Repeat([]float64{float64((1 - end) * center)}, len(w))
		shares[leg] += end
		scale, wrong := norm(shares), 0
		for mu := range p.P {
			sum := 0.0
			for a := range u {
				sum = math.FMA(shares[a], u[a][mu], sum)
			}
			if sum <= margins[mu]*scale {
				wrong++
			}
		}
		list[i] = float64(wrong) / float64(max(1, p.P))
	}
	return list
}

// mixed is the mean over patterns of the probability that share u + (1−share) v + noise ν is
// at most κ of the pattern, ν normal.
func mixed(u, v []float64, share float64, kappa func(mu int) float64, noise float64) float64 {
	sum := 0.0
	for mu, x := range u {
		excess := math.FMA(share, x, float64((1-share)*v[mu])) - float64(kappa(mu))
		switch {
		case noise > 0:
			sum += gauss.H(excess / noise)
		case excess <= 0:
			sum++
		}
	}
	return sum / float64(max(1, len(u)))
}
