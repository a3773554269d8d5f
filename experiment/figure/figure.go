package figure

import (
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/table"
	"fbp/internal/fault"
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

// Table is the curve that a measurement emits.
func (f *LocalEntropy) Table(emitted []results.Layout) string {
	l, _ := results.CurveOf(emitted)
	return l.Table
}

// CheckIn wants the table to be there one day.
func (f *LocalEntropy) CheckIn(d *config.Document, c *plan.Catalog, theories []*plan.Theory) error {
	return makes(d, c, theories, f.Table(table.Emitted(d, c)), "local_entropy", "nothing in this config measures the local entropy")
}

// makes wants a config to make the table that a kind of figure draws.
func makes(d *config.Document, c *plan.Catalog, theories []*plan.Theory, name, kind, otherwise string) error {
	tables := table.Columns(d, c, theories)
	if _, made := tables[name]; tables != nil && !made {
		return d.Fault("figure.kind", config.Show(kind), otherwise)
	}
	return nil
}

// Success asks for the figure of the success probability against α.
type Success struct {
	Guides bool `toml:"guides" help:"mark α_c and α'_u, where they are known"`
}

// Validate has nothing to refuse.
func (f *Success) Validate() error { return nil }

// Table is the table that is drawn.
func (f *Success) Table([]results.Layout) string { return successTable }

// successTable is made of all records.
const successTable = "success"

// CheckIn wants searches.
func (f *Success) CheckIn(d *config.Document, c *plan.Catalog, theories []*plan.Theory) error {
	return makes(d, c, theories, successTable, "success", "nothing in this config searches for solutions")
}
