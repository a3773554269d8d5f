package bp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
)

// With exact means the path draws every solution with its probability Π s_μ^b/Z, here of all 2⁹ weights: χ² over the solutions, steps of 0.01.
func TestLocalizationDrawsFairly(t *testing.T) {
	const n, patterns = 9, 4
	paths := 1500
	if slow.All {
		paths = 6000
	}
	for sample, b := range []float64{1, 2} {
		p, err := instances.Random{Size: instances.Size{P: patterns}}.Patterns(n, 3, sample)
		if err != nil {
			t.Fatal(err)
		}
		var list [][]float64
		var chance []float64
		total := 0.0
		for bits := range 1 << n {
			w, weight := make([]float64, n), 1.0
			for i := range w {
				w[i] = float64(1 - 2*(bits>>i&1))
			}
			for mu := range patterns {
				weight *= math.Pow(max(0, p.Dot(mu, w)), b)
			}
			if weight > 0 {
				list, chance, total = append(list, w), append(chance, weight), total+weight
			}
		}
		seen := make([]float64, len(list))
		l, rng := &Localization{Step: 0.01, Increments: "drawn"}, rand.New(rand.NewPCG(7, uint64(sample)))
		for range paths {
			walk := &path{h: make([]float64, n), m: make([]float64, n)}
			for v := 1.0; v > 0.01/n; {
				clear(walk.m)
				sum, square := 0.0, 0.0
				for k, w := range list {
					field := 0.0
					for i, x := range w {
						field += x * walk.h[i]
					}
					weight := chance[k] * math.Exp(field)
					sum += weight
					for i, x := range w {
						walk.m[i] += weight * x
					}
				}
				for i := range walk.m {
					walk.m[i] /= sum
					square += walk.m[i] * walk.m[i]
				}
				if v = 1 - square/n; v > 0.01/n {
					walk.step(l, v, false, rng)
				}
			}
		next:
			for k, w := range list {
				for i, x := range w {
					if x*walk.m[i] < 0 {
						continue next
					}
				}
				seen[k]++
			}
		}
		chi, freedom := 0.0, -1.0
		rest, restWant := 0.0, 0.0
		add := func(got, want float64) { chi, freedom = chi+(got-want)*(got-want)/want, freedom+1 }
		for k, c := range chance {
			if want := c / total * float64(paths); want < 5 {
				rest, restWant = rest+seen[k], restWant+want
			} else {
				add(seen[k], want)
			}
		}
		if restWant > 0 {
			add(rest, restWant)
		}
		if bound := freedom + 4*math.Sqrt(2*freedom); !(chi < bound) {
			t.Errorf("b = %v: χ² = %.1f of %v, want below %.1f", b, chi, freedom, bound)
		}
	}
}

// The sweeps at the end lead signs into solutions, and out of none; those of b = 0 are isolated.
func TestPolish(t *testing.T) {
	const n = 301
	for _, b := range []float64{0, 1, 2.5} {
		p, err := instances.Random{Size: instances.Size{P: 40}}.Patterns(n, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		end := &polish{Patterns: p, kappa: 0.1, power: b, w: make([]float64, n), h: make([]float64, n)}
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range end.w {
			end.w[i], end.h[i] = float64(1-2*(i%2)), 0.1*rng.NormFloat64()
		}
		errors := func() (k int) {
			for mu := range p.P {
				sum := 0.0
				for i, x := range end.w {
					sum += x * p.At(mu, i)
				}
				if int(sum) != end.sums[mu] {
					t.Fatalf("sum %d is %v, not %d", mu, sum, end.sums[mu])
				}
				if !(sum/math.Sqrt(n) > 0.1) {
					k++
				}
			}
			return k
		}
		end.run(60, rng)
		if k := errors(); k > 0 {
			t.Errorf("b = %v: %d errors", b, k)
		}
		for range 5 {
			before := end.flips
			if end.run(1, rng); errors() > 0 || b > 0 && end.flips == before {
				t.Errorf("b = %v: %d errors after %d flips", b, errors(), end.flips-before)
			}
		}
	}
}

// plainly makes the sweep of [polish.run] at τ = ∞ with every cost added up anew, pattern by pattern.
func plainly(p *polish, rng *rand.Rand) (flips int) {
	for range p.w {
		i := rng.IntN(p.N)
		cost := 2 * p.w[i] * p.h[i]
		for mu := range p.P {
			k, change := (int(p.Dot(mu, p.w))+p.N+2)/2, int(p.w[i]*p.At(mu, i))
			cost += p.u[k-change] - p.u[k]
		}
		if cost > 0 && !(rng.Float64() < gauss.Exp(-cost)) {
			continue
		}
		p.w[i] = -p.w[i]
		flips++
	}
	return flips
}

// Costs that are kept are those of the weights, to the last bit, so that the same weights flip.
//
// Check: flips of localization with kept costs | every cost added up anew | the same bits
func TestPolishKeepsCosts(t *testing.T) {
	const n = 101
	p, err := instances.Random{Size: instances.Size{P: 30}}.Patterns(n, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []float64{0, 1} {
		kept, want := &polish{Patterns: p, power: b}, &polish{Patterns: p}
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range n {
			kept.w, kept.h = append(kept.w, float64(1-2*(i%2))), append(kept.h, 0.5*rng.NormFloat64())
		}
		kept.run(40, rng)
		want.w, want.h, want.u = slices.Clone(kept.w), kept.h, kept.u
		one, other := rand.New(rand.NewPCG(2, 2)), rand.New(rand.NewPCG(2, 2))
		before := kept.flips
		for range 20 {
			kept.flips += model.Sweep(n, func() bool { return kept.try(one.IntN(n), one) })
			want.flips += plainly(want, other)
		}
		if !slices.Equal(kept.w, want.w) || kept.flips-before != want.flips || want.flips == 0 || one.Uint64() != other.Uint64() {
			t.Errorf("b = %v: other weights after %d flips, want %d", b, kept.flips-before, want.flips)
		}
	}
}
