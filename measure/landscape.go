package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Landscape is the fraction of patterns that are not learned in the plane of three solutions
// a, b and c of the same patterns, with spherical weights. A point of it is
//
//	w = (γ_a w_a + γ_b w_b + γ_c w_c)/norm,   γ_a + γ_b + γ_c = 1,
//
// scaled to the norms of the model: projected onto the sphere from its centre. Its coordinates are those
// of the triangle with equal sides in which a is at (0, 0), b at (1, 0) and c at (1/2, √3/2), which is what
// the overlaps of many solutions of one kind make of it,
//
//	x = γ_b + γ_c/2,   y = √3/2 γ_c,
//
// so that the three stand at the same places in every sample. The sides of the triangle are
// lines of [Barrier], at γ_a = 1 − x on that from a to b; its middle is the centre of the three.
// Where hidden units can be exchanged, or change sign, those of b and c are matched with those of a
// before, as for [Overlaps].
type Landscape struct {
	Reach   float64 `toml:"reach" min:"0" max:"20" help:"how far the plane reaches beyond the solutions, in sides of their triangle"`
	Spacing float64 `toml:"spacing" min:"0.005" max:"1" help:"distance between points of the plane"`
	Kappa   float64 `toml:"kappa" help:"margin that patterns must exceed in the plane"`
}

// NewLandscape looks at the plane in steps of a tenth, as far as half a side beyond the
// solutions.
func NewLandscape(m model.Model) *Landscape {
	return &Landscape{Reach: 0.5, Spacing: 0.1, Kappa: m.Margin()}
}

// mostInPlane bounds the points of a plane.
const mostInPlane = 100_000

// Validate refuses planes of too many points.
func (l *Landscape) Validate() error {
	if n := (1 + 2*l.Reach) / l.Spacing; n*n > mostInPlane {
		return fault.New("spacing", l.Spacing, "makes more than %d points with reach = %v: want a larger one", mostInPlane, l.Reach)
	}
	return nil
}

// About implements kinds.Measurement: each three searches have a plane.
func (l *Landscape) About() model.About {
	return model.About{
		Tables:   l.tables(),
		Panels:   []model.Panel{{When: model.Unswept, Table: inPlane.Table, X: "x", Y: "y", Z: "error", Marks: [][2]float64{{0, 0}, {1, 0}, {0.5, 0.5 * math.Sqrt(3)}}}},
		Real:     model.AnyInputs,
		Grouping: model.Triples,
		Follows:  map[string]string{"kappa": "that of [model]"},
	}
}

// Check refuses models without planes of weights, or other margins, and layers of more units
// than can be matched.
func (l *Landscape) Check(m model.Model) error {
	if err := matchable("landscape", m); err != nil {
		return err
	}
	if !spherical(m) {
		return fault.New("kind", "landscape", "want weights = %q in [model]: there are no planes of weights ±1", model.SphericalWeights)
	}
	other, ok := asked(m, l.Kappa)
	if !ok {
		return fault.New("kappa", l.Kappa, "want %v: a model without a margin has no other", m.Margin())
	}
	return other.Validate()
}

// Measure emits the error at each point of the plane, and numbers of the three: the mean of their overlaps
// and the error at their centre.
func (l *Landscape) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, _ *rand.Rand, emit func(results.Reading)) error {
	m, _ := asked(p.Model, l.Kappa)
	w := near(p.Model, solutions[:3])
	point := newBlend(m, l.Kappa, p.Data.Train)
	at := func(x, y float64) (float64, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if !point.set(w, sharesAt(x, y)...) {
			return 0, fault.New("kind", "landscape", "the plane passes through zero: the solutions lie on a line with it")
		}
		return point.errors(), nil
	}
	center, err := at(0.5, math.Sqrt(3)/6)
	if err != nil {
		return err
	}
	for _, y := range l.places(math.Sqrt(3) / 2) {
		for _, x := range l.places(1) {
			e, err := at(x, y)
			if err != nil {
				return err
			}
			emit(inPlane.Reading(planar{x, y, e}))
		}
	}
	overlap := (cosine(w[0], w[1]) + cosine(w[0], w[2]) + cosine(w[1], w[2])) / 3
	emit(triple.Reading(tripled{overlap, center}))
	return nil
}

// sharesAt are γ_a, γ_b, γ_c at a point of the plane.
func sharesAt(x, y float64) []float64 {
	c := float64(y * (2 / math.Sqrt(3)))
	b := x - float64(0.5*c)
	return []float64{1 - b - c, b, c}
}

// places are the multiples of the spacing from −reach to end + reach.
func (l *Landscape) places(end float64) (list []float64) {
	const slop = 1e-9 // a reach that is a multiple belongs to it
	for k := math.Ceil(-l.Reach/l.Spacing - slop); k <= (end+l.Reach)/l.Spacing+slop; k++ {
		list = append(list, math.RoundToEven(k*l.Spacing*1e9)/1e9)
	}
	return list
}

// tables are the readings of Compare.
func (*Landscape) tables() []results.Layout {
	return []results.Layout{
		inPlane.Layout(results.Layout{Sized: true}),
		triple.Layout(results.Layout{}),
	}
}

// planar is the error at a point of the plane, tripled what there is of the three solutions.
type (
	planar  struct{ x, y, error float64 }
	tripled struct{ overlap, center float64 }
)

// corners are the places of the solutions.
const corners = "1: the solutions are at (0, 0), (1, 0) and (1/2, √3/2)"

var (
	inPlane = results.Schema[planar]{Table: "landscape",
		At: results.Columns[planar]{
			{Name: "x", Means: corners, Of: func(p planar) float64 { return p.x }},
			{Name: "y", Means: corners, Of: func(p planar) float64 { return p.y }},
		},
		Values: results.Columns[planar]{{Name: "error", Means: isError, Of: func(p planar) float64 { return p.error }}}}
	triple = results.Schema[tripled]{Table: "landscape_of_triple", Values: results.Columns[tripled]{
		{Name: "overlap_mean", Means: "1: of the three solutions", Of: func(t tripled) float64 { return t.overlap }},
		{Name: "error_center", Means: "1: error at the centre of the three", Of: func(t tripled) float64 { return t.center }},
	}}
)
