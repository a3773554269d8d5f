package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Robustness is the fraction of the learned patterns that a solution gets wrong after a
// fraction η of the inputs of each, chosen at random, has changed: flipped, or replaced
// by random inputs with the frequency of ±1 that this input has over the patterns
// (PRL 123, 170602 (2019), Fig. 3; PNAS 117, 161 (2020), Fig. A3).
//
// A pattern is right with stability above 0, whatever the margin that the model asks
// for; a tie, stability 0, is an error, or half of one in error_tie_half.
//
// Of a solution with replicas it is measured for the reference and for the replicas:
// each change of the patterns meets another one of them, spread evenly over all snapshots.
type Robustness struct {
	Eta    []float64 `toml:"eta" min:"0" max:"1" help:"fractions of the inputs that change"`
	Trials int       `toml:"trials" min:"1" max:"1000000" help:"changes of each pattern"`
	Noise  string    `toml:"noise" oneof:"flip|resample" help:"an input that changes is flipped, or drawn anew with its own frequency over the patterns"`

	replicated bool // the solutions of the algorithm that it was made for
}

// NewRobustness has 50 changes per pattern and η up to 0.5.
func NewRobustness() *Robustness {
	return &Robustness{Eta: []float64{0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5}, Trials: 50, Noise: "flip"}
}

// After is the measurement of solutions of an algorithm.
func (r *Robustness) After(algorithm model.Samples) *Robustness {
	r.replicated = algorithm.Replicated
	return r
}

// Validate says which parameter is out of range.
func (r *Robustness) Validate() error {
	if len(r.Eta) == 0 {
		return fault.New("eta", r.Eta, "want at least one fraction")
	}
	return nil
}

// Check takes every model: each has an output.
func (r *Robustness) Check(model.Model) error { return nil }

// About implements kinds.Measurement.
func (r *Robustness) About() model.About {
	return model.About{Tables: r.tables(), Bytes: r.bytes,
		Panels: []model.Panel{{Table: changed.Table, X: "eta", Y: "error", Bars: model.OfMean, FromZero: true}}}
}

// tables are the readings of Measure.
func (r *Robustness) tables() []results.Layout {
	return []results.Layout{changed.Layout(replicatedAt(r.replicated))}
}

// changing is what happens at a fraction η.
type changing struct{ eta, errors, ties, patterns float64 }

var changed = results.Schema[changing]{Table: "robustness",
	At: results.Columns[changing]{{Name: "eta", Means: "1: η, fraction of the inputs that change", Of: func(c changing) float64 { return c.eta }}},
	Values: results.Columns[changing]{
		{Name: "error", Means: isError, Of: func(c changing) float64 { return (c.errors + c.ties) / c.patterns }},
		{Name: "error_tie_half", Means: "1: the same with a tie as half an error", Of: func(c changing) float64 { return (c.errors + float64(0.5*c.ties)) / c.patterns }},
	}}

// Measure emits the fraction of wrong patterns per η (table "robustness"), with
// replicas also of these.
func (r *Robustness) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	n := newNoise(p.Data.Train, r.Noise == "resample", rng)
	if len(s.Replicas) == 0 {
		return r.of(ctx, p, n, [][]float64{s.Weights}, nil, emit)
	}
	for of, weights := range [][][]float64{results.OfReference: s.References(rng), results.OfReplicas: s.Replicas} {
		if err := r.of(ctx, p, n, weights, ofReplicas.Of(float64(of)), emit); err != nil {
			return err
		}
	}
	return nil
}

// of measures some weights, and emits what there is to say of them.
func (r *Robustness) of(ctx context.Context, p *model.Problem, n *noise, weights [][]float64, of []results.Quantity, emit func(results.Reading)) error {
	patterns := float64(max(1, p.Data.Train.P) * r.Trials)
	for _, eta := range r.Eta {
		changes, errors, ties := int(math.RoundToEven(eta*float64(p.Data.Train.N))), 0, 0
		for trial := range r.Trials {
			if err := ctx.Err(); err != nil {
				return err
			}
			e, t := wrong(p.Model, weights[trial*len(weights)/r.Trials], n.changed(changes))
			errors, ties = errors+e, ties+t
		}
		emit(within(of, changed.Reading(changing{eta, float64(errors), float64(ties), patterns})))
	}
	return nil
}

// bytes is the memory of the changed patterns.
func (r *Robustness) bytes(s model.Size) float64 {
	return float64(s.Model.Dim()) * float64(s.Patterns) / 8
}

// wrong counts patterns that have another label than theirs, and ties apart from them.
func wrong(m model.Model, w []float64, p *instances.Patterns) (errors, ties int) {
	if m.Labelling().OneSided {
		return instances.Mistakes(m, w, p), 0
	}
	for _, stability := range m.Stabilities(nil, w, p) {
		switch {
		case stability < 0:
			errors++
		case stability == 0:
			ties++
		}
	}
	return errors, ties
}

// noise changes inputs of patterns.
type noise struct {
	from, to *instances.Patterns
	rng      *rand.Rand
	negative []float64 // frequency of −1 of each input; nil: changes are flips
	inputs   []int     // all, in any order
}

func newNoise(p *instances.Patterns, resample bool, rng *rand.Rand) *noise {
	n := &noise{from: p, to: instances.NewPatterns(p.N, p.P), rng: rng, inputs: make([]int, p.N)}
	n.to.Labels = p.Labels
	for i := range n.inputs {
		n.inputs[i] = i
	}
	if resample {
		n.negative = make([]float64, p.N)
		for mu := range p.P {
			for i := range n.negative {
				if p.At(mu, i)*p.Label(mu) < 0 {
					n.negative[i] += 1 / float64(p.P)
				}
			}
		}
	}
	return n
}

// changed are all patterns with so many of their inputs changed.
func (n *noise) changed(inputs int) *instances.Patterns {
	for mu := range n.from.P {
		copy(n.to.Row(mu), n.from.Row(mu))
		for k := range inputs { // the first of a random order
			j := k + n.rng.IntN(n.from.N-k)
			n.inputs[k], n.inputs[j] = n.inputs[j], n.inputs[k]
			i := n.inputs[k]
			negative := n.from.At(mu, i) > 0
			if n.negative != nil {
				negative = (n.rng.Float64() < n.negative[i]) == (n.from.Label(mu) > 0)
			}
			n.to.Set(mu, i, negative)
		}
	}
	return n.to
}
