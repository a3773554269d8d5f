package experiment

import (
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/fault"
)

// LocalEntropyFigure asks for the figure of local entropy against distance,
// points with error bars.
type LocalEntropyFigure struct {
	Bars    string `toml:"bars" oneof:"std|sem" help:"error bars: spread over samples, or error of the mean"`
	Reduced bool   `toml:"reduced" help:"draw entropy_cv, the mean with less noise; needs bars = \"sem\""`
}

// Validate refuses a spread for the noise-reduced mean, which has none.
func (f *LocalEntropyFigure) Validate() error {
	if f.Reduced && f.Bars != "sem" {
		return fault.New("bars", f.Bars, "want \"sem\" when reduced = true")
	}
	return nil
}

// Table is the table that is drawn.
func (f *LocalEntropyFigure) Table() string { return "local_entropy" }

// CheckIn wants the table to be there one day.
func (f *LocalEntropyFigure) CheckIn(d *config.Document, c *plan.Catalog, theories []*plan.Theory) error {
	if tables := tablesOf(d, c, theories); tables != nil {
		if _, made := tables[f.Table()]; !made {
			return d.Fault("figure.kind", config.Show("local_entropy"), "nothing in this config measures the local entropy")
		}
	}
	return nil
}

// SuccessFigure asks for the figure of the success probability against α.
type SuccessFigure struct {
	Guides bool `toml:"guides" help:"mark α_c and α'_u, where they are known"`
}

// Validate has nothing to refuse.
func (f *SuccessFigure) Validate() error { return nil }

// Table is the table that is drawn.
func (f *SuccessFigure) Table() string { return "success" }

// CheckIn wants searches.
func (f *SuccessFigure) CheckIn(d *config.Document, c *plan.Catalog, theories []*plan.Theory) error {
	if _, tasks := d.Root["algorithm"]; !tasks {
		return d.Fault("figure.kind", config.Show("success"), "nothing in this config searches for solutions")
	}
	return nil
}

// margin is the margin of all perceptrons that learn random patterns, if a config
// is about these and has one margin.
func margin(d *config.Document) (kappa float64, ok bool) {
	if !slices.Equal(d.Kinds("model"), []string{"perceptron"}) || !slices.Equal(d.Kinds("instance"), []string{"random"}) ||
		slices.ContainsFunc(d.Sweep, func(a config.Axis) bool { return a.Path == "model.kappa" }) {
		return 0, false
	}
	model, _ := d.Root["model"].(config.Tree)
	v, given := model["kappa"]
	if !given {
		return 0, true
	}
	return config.Numeric(v)
}
