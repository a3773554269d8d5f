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

// Barrier is the fraction of patterns that are not learned on a path between two
// solutions of the same patterns, a and b, and the largest of them.
//
// With the path "line" of spherical weights w_γ = γ w_a + (1−γ) w_b, scaled to the norms of
// the model, and the fraction is γ, the share of a. "centre" are two such lines: with
// γ from 1 to ½ from a to the centre of the solutions of all searches of the sample, their mean
// scaled so, and from there to b. With "flips" binary weights that
// differ are flipped in random order, and the fraction is that of those that have been
// flipped, from a on; errors are means over orders. With "greedy" the next flip is one of
// those that make the fewest errors, drawn at random. Where hidden units can be exchanged, or
// change sign, those of b are matched with those of a before, as for [Overlaps].
//
// For perceptrons the errors on a line, and those of flips in random order where many weights
// differ, follow from the stabilities u_a, u_b of the patterns and the overlap p of the two:
//
//	line   E = P(γ u_a + (1−γ) u_b ≤ κc),   c² = γ² + (1−γ)² + 2γ(1−γ) p
//	flips  E = ⟨H([(1−f) u_a + f u_b − κ]/√(2f(1−f)(1−p)))⟩
//
// and on the way through the centre likewise from those of all solutions,
// κ of flips being the margin midway between two sums of N signs. This is mixing
// ([fbp/theory/connectivity] has both with the stabilities of typical solutions).
type Barrier struct {
	Between  []string  `toml:"between,omitempty" help:"variants whose solutions are compared; without it, those of several searches of each sample"`
	Path     string    `toml:"path" oneof:"line|centre|flips|greedy" help:"line, of spherical weights, or centre: lines through that of all searches; flips of the weights that differ, in random order, or greedy: the one that costs least first"`
	Fraction []float64 `toml:"fraction" min:"0" max:"1" help:"places on the path, rising: the share of the first solution on a line, of flips that are done"`
	Trials   int       `toml:"trials" min:"1" max:"100000" help:"orders of the flips"`
	Kappa    float64   `toml:"kappa" help:"margin that patterns must exceed on the path"`

	mixes bool // the model is a perceptron
}

// The paths of a Barrier.
const (
	Line   = "line"
	Centre = "centre"
	Flips  = "flips"
	Greedy = "greedy"
)

// NewBarrier looks at 21 places of the path that the weights of m have, with ten orders of
// flips.
func NewBarrier(m model.Model) *Barrier {
	b := &Barrier{Path: Flips, Trials: 10, Kappa: m.Margin(), mixes: model.Linear(m)}
	if spherical(m) {
		b.Path = Line
	}
	for k := range 21 {
		b.Fraction = append(b.Fraction, float64(k)/20)
	}
	return b
}

// Validate says which parameter is out of range.
func (b *Barrier) Validate() error {
	if len(b.Fraction) == 0 {
		return fault.New("fraction", b.Fraction, "want at least one place on the path")
	}
	for i, x := range b.Fraction[1:] {
		if !(x > b.Fraction[i]) {
			return fault.New("fraction", b.Fraction, "want rising fractions")
		}
	}
	if b.Path == Centre && len(b.Between) > 0 {
		return fault.New("between", b.Between, "want none with path = %q, which is that of the searches of each sample", Centre)
	}
	return nil
}

// straight tells whether the path is of lines.
func (b *Barrier) straight() bool { return b.Path == Line || b.Path == Centre }

// real refuses real inputs for other paths: sums of flips are counted on inputs ±1.
func (b *Barrier) real() error {
	if b.straight() {
		return nil
	}
	return fault.New("path", b.Path, "takes inputs 1 and -1 only")
}

// Check refuses models whose weights have no such path, or other margins, and layers of
// more units than can be matched.
func (b *Barrier) Check(m model.Model) error {
	if err := matchable("barrier", m); err != nil {
		return err
	}
	other, ok := asked(m, b.Kappa)
	if !ok {
		return fault.New("kappa", b.Kappa, "want %v: a model without a margin has no other", m.Margin())
	}
	switch {
	case b.straight() && !spherical(m):
		return fault.New("path", b.Path, "want %q or %q for weights ±1", Flips, Greedy)
	case !b.straight() && m.Weights() != model.BinaryWeights:
		return fault.New("path", b.Path, "want %q or %q for spherical weights", Line, Centre)
	case !b.straight():
		if _, err := other.Abilities().Energies(instances.NewPatterns(m.Inputs(), 0)); err != nil {
			return err
		}
	}
	return other.Validate()
}

// About implements kinds.Measurement.
func (b *Barrier) About() model.About {
	return model.About{
		Tables:   b.tables(),
		Panels:   []model.Panel{{Table: "barrier", X: "fraction", Y: "error", Bars: model.OfMean, FromZero: true}},
		Real:     b.real,
		Grouping: b.grouping(),
		Between:  b.Between,
		Follows:  map[string]string{"path": "line or flips", "kappa": "that of [model]"},
		Known:    b.known,
	}
}

// grouping: a centre is that of all searches.
func (b *Barrier) grouping() model.Grouping {
	if b.Path == Centre {
		return model.Others
	}
	return model.Pairs
}

// Measure emits the errors at each fraction (table "barrier"), with those that the mixing of
// stabilities gives for perceptrons, and the numbers overlap, barrier and mixing of the pair,
// the largest of each at these fractions.
func (b *Barrier) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	m, _ := asked(p.Model, b.Kappa)
	walk := b.alongFlips
	switch b.Path {
	case Line:
		walk = b.alongLine
	case Centre:
		walk = b.alongCentre
	}
	near := near(p.Model, solutions)
	errors, err := walk(ctx, m, p.Data.Train, near, rng)
	if err != nil {
		return err
	}
	way := passed{at: b.Fraction, errors: errors, mixed: b.mixing(m, p.Data.Train, near), overlap: cosine(near[0], near[1])}
	along, ofPair := barrierTables(way.mixed != nil)
	for way.k = range b.Fraction {
		emit(along.Reading(way))
	}
	emit(ofPair.Reading(way))
	return nil
}

// passed is a path, of which one stands at place k.
type passed struct {
	at, errors, mixed []float64
	overlap           float64 // of its ends
	k                 int
}

// barrierTables are the readings of Compare along the path and of the pair, with what mixing gives where it is known.
func barrierTables(mixing bool) (along, ofPair results.Schema[passed]) {
	along = results.Schema[passed]{Table: "barrier",
		At:     results.Columns[passed]{{Name: "fraction", Means: "1: place on the path", Of: func(p passed) float64 { return p.at[p.k] }}},
		Values: results.Columns[passed]{{Name: "error", Means: isError, Of: func(p passed) float64 { return p.errors[p.k] }}}}
	ofPair = results.Schema[passed]{Table: "barrier_of_pair", Values: results.Columns[passed]{
		{Name: "overlap", Means: isOverlap, Of: func(p passed) float64 { return p.overlap }},
		{Name: "barrier", Means: "1: largest error at the values of fraction", Of: func(p passed) float64 { return slices.Max(p.errors) }},
	}}
	if mixing {
		along.Values = append(along.Values, results.Column[passed]{Name: "mixing", Means: isMixing, Of: func(p passed) float64 { return p.mixed[p.k] }})
		ofPair.Values = append(ofPair.Values, results.Column[passed]{Name: "mixing", Means: isMixing, Of: func(p passed) float64 { return slices.Max(p.mixed) }})
	}
	return along, ofPair
}

// tables are the readings of Compare.
func (b *Barrier) tables() []results.Layout {
	mixing, theory := b.mixes && b.Path != Greedy, ""
	if mixing {
		theory = "error"
	}
	along, ofPair := barrierTables(mixing)
	return []results.Layout{along.Layout(results.Layout{Sized: true, Due: b.Fraction, Theory: theory}), ofPair.Layout(results.Layout{})}
}

// known is what theory has beside an error of table "barrier": that of typical solutions of
// the model.
func (b *Barrier) known(m model.Model, alpha, fraction float64, of model.Typical) (errors float64, ok bool) {
	switch b.Path {
	case Greedy:
		return 0, false
	case Centre:
		return of.Centre(m, alpha, b.Kappa, fraction)
	}
	return of.Path(m, alpha, b.Kappa, fraction)
}
