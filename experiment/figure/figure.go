package figure

import (
	"cmp"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// LocalEntropy asks for the figure of local entropy against distance,
// points with error bars.
type LocalEntropy struct {
	Bars     string `toml:"bars" oneof:"std|sem" help:"error bars: spread over samples, or error of the mean"`
	Reduced  bool   `toml:"reduced" help:"draw entropy_cv, the mean with less noise; needs bars = \"sem\""`
	Residual bool   `toml:"residual" help:"axes below with (points − theory)/error, and lines at 0 and ±2"`
}

// Validate refuses a spread for the noise-reduced mean, which has none.
func (f *LocalEntropy) Validate() error {
	if f.Reduced && f.Bars != "sem" {
		return fault.New("bars", f.Bars, "want \"sem\" when reduced = true")
	}
	return nil
}

// AsPanels is the panel that local_entropy declares, with other bars.
func (f *LocalEntropy) AsPanels(emitted []results.Layout, theories []*theories.Theory) *Panels {
	q := model.EntropyPanel
	if l, emits := results.CurveOf(emitted); emits {
		q.Table, q.X, q.Y = l.Table, l.Curve.Distance, l.Curve.Entropy
	}
	q.Bars = model.Bars("_" + cmp.Or(f.Bars, "std"))
	p := declared(q, emitted, theories)
	p.Residual = f.Residual
	if s := &p.Series[0]; f.Reduced {
		s.Y, s.YBar = s.Y+"_cv", s.Y+"_cv"+string(q.Bars)
	}
	return &Panels{Panels: []Panel{p}}
}

// CheckIn wants the table to be there one day.
func (f *LocalEntropy) CheckIn(d *config.Document, p *plan.Plan, theories []*theories.Theory) error {
	panels := f.AsPanels(p.Emitted(), theories)
	if f.Residual && !slices.ContainsFunc(panels.Panels[0].Series, Drawn.ofTheory) {
		return d.Fault("figure.residual", "true", "want a [[theory]] that has the entropy against the distance")
	}
	return check(panels, d, p, theories, "nothing in this config measures the local entropy")
}

// Success asks for the figure of the success probability against α.
type Success struct {
	Guides bool `toml:"guides" help:"mark α_c and α'_u, where they are known"`
}

// Validate has nothing to refuse.
func (f *Success) Validate() error { return nil }

// AsPanels is the panel that searches declare, with guides or without.
func (f *Success) AsPanels([]results.Layout, []*theories.Theory) *Panels {
	q := model.SuccessPanel
	q.X, q.Guides = alphaColumn, f.Guides
	return &Panels{Panels: []Panel{declared(q, nil, nil)}}
}

// CheckIn wants searches.
func (f *Success) CheckIn(d *config.Document, p *plan.Plan, theories []*theories.Theory) error {
	return check(f.AsPanels(nil, nil), d, p, theories, "nothing in this config searches for solutions")
}
