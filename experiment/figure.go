package experiment

import "fmt"

// LocalEntropyFigure asks for the figure of local entropy against distance,
// points with error bars.
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

// check wants the table to be there one day.
func (f *LocalEntropyFigure) check(d *document, c *Catalog, theories []*Theory) error {
	if tables := d.tables(c, theories); tables != nil {
		if _, made := tables[f.Table()]; !made {
			return d.fault("figure.kind", show("local_entropy"), "nothing in this config measures the local entropy")
		}
	}
	return nil
}
