package experiment

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/internal/scratch"
	"fbp/results"
)

// TestQuantitiesExplained: every table and column that a kind of the catalog emits has a
// unit where it is emitted, and docs/tables.md explains it and has that unit.
func TestQuantitiesExplained(t *testing.T) {
	text := scratch.Read(t, "../docs/tables.md")
	document := text
	_, numbers, _ := strings.Cut(document, "## The numbers of a sample")
	numbers, _, _ = strings.Cut(numbers, "\n## ")
	rows := map[string]string{} // by their first cell
	for line := range strings.Lines(document) {
		if cells, ok := strings.CutPrefix(line, "| "); ok {
			first, _, _ := strings.Cut(cells, " |")
			rows[first] = cmp.Or(rows[first], line)
		}
	}
	seen := map[string]bool{}
	check := func(l results.Layout) {
		where, explained := l.Table, numbers
		if len(l.At) > 0 {
			where = "`" + l.Table + ".tsv`"
			if explained = rows[where]; explained == "" {
				t.Errorf("docs/tables.md: no row of %s", where)
			}
			_, below, _ := strings.Cut(document, "\n* **"+where+"**") // the table
			below, _, _ = strings.Cut(below, "\n* **")
			explained += below
		}
		for _, name := range slices.Concat(l.At, l.Values) {
			unit, quoted := l.Units[name], "`"+name+"`"
			if seen[where+name+unit] {
				continue
			}
			seen[where+name+unit] = true
			switch {
			case unit == "":
				t.Errorf("%s: %s has no unit", where, name)
			case !strings.Contains(explained, quoted):
				t.Errorf("docs/tables.md does not explain %s of %s", quoted, where)
			case unit != "1" && !strings.Contains(rows[unit], quoted):
				t.Errorf("docs/tables.md: %s of %s is not among those in %s", quoted, where, unit)
			}
		}
		for name, unit := range l.Units { // the same of many kinds
			if unit != "1" && rows[unit] == "" && !seen[name+unit] {
				seen[name+unit] = true
				t.Errorf("docs/tables.md has no unit %q, that of %s", unit, name)
			}
		}
	}
	for _, c := range combos(t) {
		for _, p := range c.plan.Spec.Points {
			makers := []any{p.Algorithm}
			for _, m := range p.Measures {
				makers = append(makers, m.Measurement)
			}
			for _, maker := range makers {
				for _, l := range plan.Emits(maker, p.Model) {
					check(l)
				}
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d quantities were compared", len(seen))
	}
}
