package experiment

import (
	"fmt"
	"slices"

	"fbp/plot"
	"fbp/results"
)

// LocalEntropyFigure is the figure of local entropy against distance, points
// with error bars.
type LocalEntropyFigure struct {
	Bars    string `toml:"bars" oneof:"std|sem" help:"error bars: spread over samples, or error of the mean"`
	Reduced bool   `toml:"reduced" help:"draw entropy_cv, the mean with less noise; needs bars = \"sem\""`
}

// Validate refuses a spread for the noise-reduced mean, which has none.
func (f *LocalEntropyFigure) Validate() error {
	if f.Reduced && f.Bars != "sem" {
		return fmt.Errorf("bars = %q: want \"sem\" when reduced = true", f.Bars)
	}
	return nil
}

// Table is the table that is drawn.
func (f *LocalEntropyFigure) Table() string { return "local_entropy" }

// Draw makes the figure of a table.
func (f *LocalEntropyFigure) Draw(t *results.Table) (*plot.Figure, error) {
	// plot takes alpha and n from their columns, swept or not.
	keys := slices.DeleteFunc(plot.Keys(t, "rho"), func(k plot.Key) bool { return k.Name == "alpha" || k.Name == "n" })
	return plot.LocalEntropy(t, keys, plot.LocalEntropyOptions{Bars: f.Bars, Reduced: f.Reduced})
}
