package figure

import (
	"cmp"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/internal/fault"
	"fbp/plot"
	"fbp/results"
)

// LocalEntropy asks for the figure of local entropy against distance,
// points with error bars.
type LocalEntropy struct {
	Bars    string `toml:"bars" oneof:"std|sem" help:"error bars: spread over samples, or error of the mean"`
	Reduced bool   `toml:"reduced" help:"draw entropy_cv, the mean with less noise; needs bars = \"sem\""`
}

// Validate refuses a spread for the noise-reduced mean, which has none.
func (f *LocalEntropy) Validate() error {
	if f.Reduced && f.Bars != "sem" {
		return fault.New("bars", f.Bars, "want \"sem\" when reduced = true")
	}
	return nil
}

// AsPanels are the panels that the figure stands for.
func (f *LocalEntropy) AsPanels(emitted []results.Layout, theories []*theories.Theory) *Panels {
	l, emits := results.CurveOf(emitted)
	if !emits {
		l.Table, l.Curve = "local_entropy", &results.Curve{Distance: "distance", Entropy: "entropy"}
		l.Units = results.Units{"entropy": "nats per weight"}
	}
	c, bars := l.Curve, "_"+cmp.Or(f.Bars, "std")
	s := Drawn{Table: l.Table, X: c.Distance, XBar: c.Distance + bars, Y: c.Entropy, YBar: c.Entropy + bars}
	if f.Reduced {
		s.Y, s.YBar = c.Entropy+"_cv", c.Entropy+"_cv"+bars
	}
	p := Panel{Title: automatic, Bound: true, Series: []Drawn{s}}
	if !c.Spherical { // the d of theory is D/2
		p.Series = append(p.Series, beside(theories, c.Distance, c.Entropy)...)
	}
	return &Panels{Panels: []Panel{p}}
}

// Table is the curve that a measurement emits.
func (f *LocalEntropy) Table(emitted []results.Layout) string {
	l, _ := results.CurveOf(emitted)
	return l.Table
}

// CheckIn wants the table to be there one day.
func (f *LocalEntropy) CheckIn(d *config.Document, p *plan.Plan, theories []*theories.Theory) error {
	emitted := p.Emitted()
	return check(f.AsPanels(emitted, theories), d, p, theories, f.Table(emitted), "nothing in this config measures the local entropy")
}

// Success asks for the figure of the success probability against α.
type Success struct {
	Guides bool `toml:"guides" help:"mark α_c and α'_u, where they are known"`
}

// Validate has nothing to refuse.
func (f *Success) Validate() error { return nil }

// AsPanels are the panels that the figure stands for.
func (f *Success) AsPanels([]results.Layout, []*theories.Theory) *Panels {
	y := plot.Axis{Min: plot.End(-0.04), Max: plot.End(1.04)}
	return &Panels{Panels: []Panel{{Panel: plot.Panel{Y: y}, Title: automatic, Thresholds: f.Guides,
		Series: []Drawn{{Table: successTable, X: "alpha", Y: "probability", YLow: "probability_low", YHigh: "probability_high", Marker: "each"}}}}}
}

// Table is the table that is drawn.
func (f *Success) Table([]results.Layout) string { return successTable }

// successTable is made of all records.
const successTable = "success"

// CheckIn wants searches.
func (f *Success) CheckIn(d *config.Document, p *plan.Plan, theories []*theories.Theory) error {
	return check(f.AsPanels(nil, nil), d, p, theories, successTable, "nothing in this config searches for solutions")
}
