package instances

import "math/rand/v2"

// Random is P patterns of i.i.d. ±1.
type Random struct{ Size }

// Patterns draws the patterns of a sample.
func (r Random) Patterns(n int, seed int64, sample int) (*Patterns, error) {
	p, err := r.Count(n)
	if err != nil {
		return nil, err
	}
	patterns := NewPatterns(n, p)
	patterns.draw(Stream(seed, "patterns", "random", n, p, sample))
	return patterns, nil
}

// Teacher is P random inputs x whose labels a random binary perceptron gives,
// σ = sign(w_T·x), +1 on a tie; the patterns are σx. So w_T, kept as Planted,
// has w_T·ξ ≥ 0 on all of them. The inputs are not those of Random.
type Teacher struct{ Size }

// Patterns draws teacher and inputs of a sample, each from its own stream.
func (t Teacher) Patterns(n int, seed int64, sample int) (*Patterns, error) {
	p, err := t.Count(n)
	if err != nil {
		return nil, err
	}
	teacher := NewPatterns(n, 1)
	teacher.draw(Stream(seed, "teacher", "teacher", n, p, sample))
	patterns := NewPatterns(n, p)
	patterns.draw(Stream(seed, "patterns", "teacher", n, p, sample))
	for mu := range p {
		if patterns.DotSigns(mu, teacher.Row(0)) < 0 {
			patterns.Negate(mu)
		}
	}
	patterns.Planted = make([]float64, n)
	for i := range patterns.Planted {
		patterns.Planted[i] = teacher.At(0, i)
	}
	return patterns, nil
}

// draw makes every entry ±1 with equal odds, 64 inputs from one number.
func (p *Patterns) draw(rng *rand.Rand) {
	for mu := range p.P {
		row := p.Row(mu)
		for k := range row {
			row[k] = rng.Uint64()
		}
		row[len(row)-1] &= tail(p.N)
	}
}
