package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// lineTolerance is by how much a stability on a line may fall short of the margin: patterns
// that both ends have on the margin tie between them, but for rounding.
const lineTolerance = 1e-9

// alongLine are the errors on the line between spherical weights.
func (b *Barrier) alongLine(ctx context.Context, m model.Model, p *instances.Patterns, from, to []float64, _ *rand.Rand) ([]float64, error) {
	if margined, ok := m.(model.Margined); ok {
		m = margined.WithMargin(b.Kappa - lineTolerance)
	}
	spheres := m.(model.Continuous)
	errors, w := make([]float64, len(b.Fraction)), make([]float64, len(from))
	for i, share := range b.Fraction {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		largest := 0.0
		for k := range w {
			w[k] = math.FMA(share, from[k], float64((1-share)*to[k]))
			largest = max(largest, math.Abs(w[k]))
		}
		if largest < 1e-9 {
			return nil, fault.New("path", Line, "passes through zero: the solutions are opposite")
		}
		model.Normalize(spheres, w)
		errors[i] = float64(spheres.Errors(w, p)) / float64(max(1, p.P))
	}
	return errors, nil
}

// alongFlips are the errors while the weights that differ are flipped one by one, the means over
// trials.
func (b *Barrier) alongFlips(ctx context.Context, m model.Model, p *instances.Patterns, from, to []float64, rng *rand.Rand) ([]float64, error) {
	energies, err := m.(model.Flippable).Energies(p)
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
		e, done := energies.At(from), 0
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

// mixes tells whether the stabilities of a model are linear in its weights.
func mixes(m model.Model) bool {
	switch m.(type) {
	case *model.Perceptron, *model.SphericalPerceptron:
		return true
	}
	return false
}

// mixing is what the measured stabilities and the overlap say of the errors; nil where they do
// not say it.
func (b *Barrier) mixing(m model.Model, p *instances.Patterns, from, to []float64) []float64 {
	if !mixes(m) || b.Path == Greedy {
		return nil
	}
	linear := m.(model.Margined)
	u, v := linear.Stabilities(nil, from, p), linear.Stabilities(nil, to, p)
	overlap, kappa := cosine(from, to), b.Kappa
	if lattice, ok := m.(interface{ LatticeMargin() float64 }); ok {
		kappa = lattice.LatticeMargin()
	}
	list := make([]float64, len(b.Fraction))
	for i, x := range b.Fraction {
		rest := 1 - x
		both := float64(x * rest)
		if b.Path == Line {
			c := math.Sqrt(math.FMA(2*both, overlap, math.FMA(x, x, float64(rest*rest))))
			list[i] = mixed(u, v, x, float64((b.Kappa-lineTolerance)*c), 0)
			continue
		}
		list[i] = mixed(u, v, rest, kappa, math.Sqrt(2*both*max(0, 1-overlap)))
	}
	return list
}

// mixed is the mean over patterns of the probability that share u + (1−share) v + noise ν is
// at most κ, ν normal.
func mixed(u, v []float64, share, kappa, noise float64) float64 {
	sum := 0.0
	for mu, x := range u {
		excess := math.FMA(share, x, float64((1-share)*v[mu])) - kappa
		switch {
		case noise > 0:
			sum += gauss.H(excess / noise)
		case excess <= 0:
			sum++
		}
	}
	return sum / float64(max(1, len(u)))
}
