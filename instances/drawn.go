package instances

import "math/rand/v2"

// drawn is p patterns of n inputs, each ±1 with equal probabilities.
func drawn(n, p int, from rand.Source) *Patterns {
	patterns := NewPatterns(n, p)
	patterns.draw(from)
	return patterns
}

// draw sets every entry to ±1 with equal probabilities, 64 inputs per random
// number.
func (p *Patterns) draw(from rand.Source) {
	for mu := range p.P {
		row := p.Row(mu)
		for k := range row {
			row[k] = from.Uint64()
		}
		row[len(row)-1] &= tail(p.N)
	}
}
