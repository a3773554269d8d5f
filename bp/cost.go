package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/model"
)

// Work is that of so many sweeps over the messages of a problem, in units of a sweep from
// which all weights are free, with the memory that it takes. Later sweeps take longer, as
// those of a search or around a solution do.
func (p Passing) Work(s model.Size, sweeps, unsolved, most float64) model.Work {
	g := s.Graph(p.Numerics())
	if g == nil {
		return model.Work{}
	}
	late := g.Cost(p.Precision).Late(s.Load())
	return p.work(s, late, sweeps, unsolved, most)
}

// work is that of so many sweeps that take so many times as long as the first, on average.
func (p Passing) work(s model.Size, late, sweeps, unsolved, most float64) model.Work {
	g := s.Graph(p.Numerics())
	if g == nil {
		return model.Work{}
	}
	c, rows, n := g.Cost(p.Precision), float64(s.Patterns), float64(g.N)
	return model.Work{Solved: late * sweeps, Unsolved: late * unsolved, Most: late * most, Bytes: c.Scratch + p.messageBytes(g, n, rows)}
}

// Unit sets the messages of a problem up, and returns a function that makes a sweep of
// them under a field.
func (p Passing) Unit(problem *model.Problem, g *factorgraph.Graph, start *Start, f factorgraph.Field, rng *rand.Rand) func() {
	state := NewState(g, p.Precision, rng)
	if start != nil {
		state.Start(factorgraph.Noise{Size: start.Noise}, problem.Stream("start"))
	}
	return func() {
		state.sweep(p, f)
		state.moved()
	}
}

// messageBytes is the memory of the messages of all rows.
func (p Passing) messageBytes(g *factorgraph.Graph, n, rows float64) float64 {
	switch {
	case g.Nodes != nil:
		return float64(8*mostBlocks*n) + float64(64*n) + float64(8*float64(1+5*g.Nodes.Units())*rows)
	case p.Precision == Float32:
		return 4 * n * rows
	case g.Prior.Two():
		return 16 * n * rows
	}
	return 8 * n * rows
}
