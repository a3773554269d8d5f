package plan

import (
	"slices"

	"fbp/experiment/config"
)

// checkEach refuses tables of single samples that no sample has readings of.
func (s *Spec) checkEach(d *config.Document) error {
	var tables []string
	for _, l := range slices.Concat(s.searched(), s.measured()) {
		if len(l.At) > 0 && !slices.Contains(tables, l.Table) {
			tables = append(tables, l.Table)
		}
	}
	for i, name := range s.Each {
		at := config.Element("each", i)
		if !slices.Contains(tables, name) {
			return d.Fault(at, config.Show(name), "no sample has such readings; "+config.DidYouMean(name, tables))
		}
		if slices.Contains(s.Each[:i], name) {
			return d.Fault(at, config.Show(name), "want each table once")
		}
	}
	return nil
}
