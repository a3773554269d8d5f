package instances

import (
	"context"
	"math/rand/v2"

	"fbp/internal/cores"
)

// drawn is p patterns of n inputs from a stream, drawn side by side on the cores of ctx.
func drawn(ctx context.Context, n, p int, from tape) *Patterns {
	patterns := NewPatterns(n, p)
	parts := coresOf(ctx).Parts(p, max(1, leastWords/patterns.words))
	cores.Divide(parts, p, 1, drawing{patterns, from}, drawing.rows)
	return patterns
}

// leastWords is how many random numbers are worth a goroutine.
const leastWords = 1 << 16

// drawing is patterns that are drawn, row after row of a stream.
type drawing struct {
	*Patterns
	from tape
}

func (d drawing) rows(_, lo, hi int) {
	d.Part(lo, hi).draw(d.from.at(uint64(lo) * uint64(d.words)))
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

// onCores is the key of the cores of a context.
type onCores struct{}

// OnCores is a context in which [Source] may use so many cores; without it is one.
// Patterns do not depend on how many.
func OnCores(ctx context.Context, available cores.Count) context.Context {
	return context.WithValue(ctx, onCores{}, available)
}

func coresOf(ctx context.Context) cores.Count {
	available, _ := ctx.Value(onCores{}).(cores.Count)
	return available
}
