package measure

import (
	"context"
	"math/rand/v2"
	"slices"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Wander is a walk from a solution w⁰ that never makes an error: binary weights flip one at a
// time, and pairs of weights of a unit on a sphere turn into each other by a random angle; what would make
// an error is rejected. N proposals, those that are rejected among them, are a sweep. Proposals
// are as likely as those that undo them, so that the walk comes to visit all that
// can be reached alike. It is read after some numbers of sweeps: the overlap w·w⁰/N, the part of the weights that have
// never moved, and the part of the proposals until then that were accepted.
//
// Angles are drawn evenly up to one that near w⁰ two proposals in five are accepted with.
// The moves are those of Monte Carlo at zero temperature.
type Wander struct {
	Sweeps int   `toml:"sweeps" min:"1" max:"100000000" help:"sweeps of the walk, each of as many proposals as there are weights"`
	Times  []int `toml:"times,omitempty" min:"1" max:"100000000" help:"numbers of sweeps after which it is read; by default 1, 2, 4, …, and the last"`

	spherical bool
}

// NewWander has 1000 sweeps.
func NewWander(m model.Model) *Wander { return &Wander{Sweeps: 1000, spherical: spherical(m)} }

// Validate says which parameter is out of range.
func (w *Wander) Validate() error {
	for k, time := range w.Times {
		if time > w.Sweeps || k > 0 && time <= w.Times[k-1] {
			return fault.New("times", w.Times, "want rising numbers up to sweeps = %d", w.Sweeps)
		}
	}
	return nil
}

// Check refuses models whose weights have nowhere to go, or no energy that follows flips.
func (w *Wander) Check(m model.Model) error {
	if spherical(m) {
		if a := m.(*model.Architecture); a.Dim() < 2*a.Spheres() {
			return fault.New("kind", "wander", "want at least two inputs per unit of [model], which turn into each other")
		}
		return nil
	}
	energies := m.Abilities().Energies
	if energies == nil {
		return fault.New("kind", "wander", "want a model whose errors follow flips of its weights")
	}
	_, err := energies(instances.NewPatterns(m.Inputs(), 0))
	return err
}

// About implements kinds.Measurement: there is no walk of zero errors from weights that err.
func (w *Wander) About() model.About {
	of := model.About{Around: true, Tables: w.tables(), Bytes: w.bytes,
		Panels: []model.Panel{{Table: wander.Table, X: "sweeps", Y: "overlap", Bars: model.OfMean, LogX: true}}}
	if w.spherical {
		of.Real = model.AnyInputs
	}
	return of
}

// tables are the readings of Measure.
func (w *Wander) tables() []results.Layout {
	return []results.Layout{wander.Layout(results.Layout{})}
}

var wander = results.Schema[*walked]{Table: "wander",
	At: results.Columns[*walked]{{Name: "sweeps", Means: "sweeps: of the walk", Of: func(w *walked) float64 { return float64(w.sweeps) }}},
	Values: results.Columns[*walked]{
		{Name: "overlap", Means: "1: w·w⁰/N with the weights that it started from", Of: func(w *walked) float64 { return cosine(w.from, w.weights) }},
		{Name: "unmoved", Means: "1: fraction of the weights that have never moved", Of: (*walked).unmoved},
		{Name: "accepted", Means: "1: fraction of the proposals until then that were accepted",
			Of: func(w *walked) float64 { return float64(w.accepted) / (float64(w.sweeps) * float64(len(w.weights))) }},
	}}

// bytes is the memory of the patterns by weight, as lanes of bits or as numbers, and of the fields.
func (w *Wander) bytes(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	if w.spherical {
		units := float64(s.Model.(*model.Architecture).Spheres())
		return 8*p*float64(s.Model.Inputs()) + 24*n + 48*p*units
	}
	return n*p/4 + 24*n
}

// due are the times at which the walk is read.
func (w *Wander) due() []int {
	if len(w.Times) > 0 {
		return w.Times
	}
	var times []int
	for t := 1; t < w.Sweeps; t *= 2 {
		times = append(times, t)
	}
	return append(times, w.Sweeps)
}

// walked is how far a walk has come.
type walked struct {
	from     []float64 // w⁰
	weights  []float64
	moved    []float64 // 1 for weights that have moved, else 0
	widest   float64   // largest tangent of half the angle of a turn
	sweeps   int
	accepted int
}

func newWalked(from []float64) *walked {
	return &walked{from: from, weights: slices.Clone(from), moved: make([]float64, len(from))}
}

// carry moves all that the next sweep depends on.
func (w *walked) carry(c *model.Carrier) {
	c.Count(&w.sweeps)
	c.Count(&w.accepted)
	c.Float(&w.widest)
	c.Numbers(w.weights)
	c.Numbers(w.moved)
}

// mover moves weights without an error.
type mover interface {
	// begin takes the weights as they are. It is asked before every sweep.
	begin(w *walked)
	// propose proposes one move, and tells whether it was accepted.
	propose(w *walked) bool
}

// Measure emits a reading of table "wander" at each of the times.
func (w *Wander) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	from := slices.Clone(s.Weights)
	move, err := w.mover(p, from, rng)
	if err != nil {
		return err
	}
	at := newWalked(from)
	if t, turning := move.(*turns); !model.Resume(p.Keeper, at.carry) && turning {
		at.widest = t.widest(from)
	}
	for _, due := range w.due() {
		if due <= at.sweeps {
			continue
		}
		for at.sweeps < due {
			if p.Keeper != nil && (ctx.Err() != nil || p.Keeper.Due()) {
				model.Keep(p.Keeper, at.carry)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			at.sweep(move)
		}
		emit(wander.Reading(at))
	}
	return nil
}

// mover is that of the weights of a problem, which it gives their norm.
func (w *Wander) mover(p *model.Problem, from []float64, rng *rand.Rand) (mover, error) {
	if w.spherical {
		m := p.Model.(*model.Architecture)
		model.Normalize(m, from)
		return newTurns(m, p.Data.Train, rng), nil
	}
	energies, err := p.Model.Abilities().Energies(p.Data.Train)
	return &flips{rng: rng, energies: energies}, err
}

// sweep makes as many proposals as there are weights.
func (w *walked) sweep(move mover) {
	move.begin(w)
	w.accepted += model.Sweep(len(w.weights), func() bool { return move.propose(w) })
	w.sweeps++
}

// unmoved is the fraction of the weights that have never moved.
func (w *walked) unmoved() float64 {
	count := 0.0
	for _, x := range w.moved {
		count += 1 - x
	}
	return count / float64(len(w.weights))
}

// flips are single flips of binary weights.
type flips struct {
	rng      *rand.Rand
	energies model.Energies
	energy   model.Energy // of the weights of the walk
}

func (f *flips) begin(w *walked) {
	if f.energy == nil {
		f.energy = f.energies(w.weights)
	}
}

func (f *flips) propose(w *walked) bool {
	i := f.rng.IntN(len(w.weights))
	if f.energy.Errors()+f.energy.Delta(i) > 0 {
		return false
	}
	f.energy.Flip(i)
	w.weights[i], w.moved[i] = -w.weights[i], 1
	return true
}
