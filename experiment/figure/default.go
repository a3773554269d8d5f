package figure

import (
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
)

// defaults is the figure of a config without one: the panels that its searches and measurements declare
// ([plan.Plan.Panels]), which may be none.
func defaults(p *plan.Plan, theories []*theories.Theory) *Panels {
	f := &Panels{}
	for _, q := range p.Panels() {
		f.Panels = append(f.Panels, declared(q, p.Emitted(), theories))
	}
	f.Columns = min(2, len(f.Panels))
	return f
}

// declared is a panel that a search or a measurement declares, as a config would, with the theories that have its
// columns.
func declared(q model.Panel, emitted []results.Layout, theories []*theories.Theory) Panel {
	p := Panel{Title: automatic, Bound: q.Bound, Thresholds: q.Guides}
	p.X.Log, p.Y.Log = q.LogX, q.LogY
	if q.FromZero {
		p.Y.Min = plot.End(0)
	}
	if q.Fraction {
		p.Y.Min, p.Y.Max = plot.End(-0.04), plot.End(1.04)
	}
	if q.Z != "" {
		p.X.Label, p.Y.Label = "$"+q.X+"$", "$"+q.Y+"$"
		p.Map = &Map{Table: q.Table, X: q.X, Y: q.Y, Z: q.Z, Marks: q.Marks}
		return p
	}
	s := Drawn{Table: q.Table, X: q.X, Y: q.Y, Where: q.Where}
	switch low := string(q.Bars); q.Bars {
	case "":
		s.Line = "solid"
	case model.Interval:
		s.YLow, s.YHigh, s.Marker = q.Y+low, q.Y+"_high", "each"
	default:
		s.YBar = q.Y + low
	}
	if q.XBars {
		s.XBar = q.X + string(q.Bars)
	}
	p.Series = []Drawn{s}
	replicated := func(l results.Layout) bool { return l.Table == q.Table && slices.Contains(l.At, results.Of) }
	if slices.ContainsFunc(emitted, replicated) {
		p.Series = []Drawn{s, s}
		p.Series[0].Of, p.Series[0].Label = "reference", "reference"
		p.Series[1].Of, p.Series[1].Label = "replicas", "replicas"
	}
	curve, _ := results.CurveOf(emitted)
	for _, th := range theories {
		if x, y, ok := th.Beside(q.X, q.Y); ok {
			s := Drawn{Theory: th.Name, X: x, Y: y}
			if y == "entropy" && !th.Relative() {
				s.Dashed = y
			}
			if x == "d" && curve.Curve != nil && curve.Curve.Spherical { // D of spherical weights is 2d
				s.XFactor = 2
			}
			p.Series = append(p.Series, s)
		}
	}
	return p
}

// Undeclared is why there is no figure of a run.
const Undeclared = "the config has no [figure], and nothing in it declares a panel (fbp config figure.panels explains)"
