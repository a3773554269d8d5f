package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment/figure"
	"fbp/internal/slow"
)

// TestDefaultFigures: every model with every search and every measurement of the catalog, swept over three loads, has a
// figure without asking for one: a panel of the search and one of the measurement, or a note with the numbers at the one
// load where something was found, or none without rows, and no error. A legend has twelve entries at most.
func TestDefaultFigures(t *testing.T) {
	for _, c := range slow.Some(8, combos(t)) {
		t.Run(c.name, func(t *testing.T) {
			parts := strings.Split(c.name+"///", "/")
			c = c.with(t, "instance."+sizeOf(parts[3])+"alpha=0.2,0.3,0.4")
			dir := t.TempDir()
			ran(t, c.plan, Options{Dir: dir, Jobs: 2})
			tables(t, c.plan, dir)
			display, wanted := displayOf(t, dir), 1
			if parts[2] != "" && parts[2] != "landscape" { // a plane has one sweep point
				wanted = 2
			}
			declared := display.Figure.(*figure.Panels).Panels
			if !display.Default || len(declared) != wanted {
				t.Fatalf("%d panels of %s", len(declared), c.name)
			}
			f, notes, err := figure.InFolder(display, tablesIn(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			drawn := 0
			if f != nil {
				drawn = len(f.Panels)
			}
			if empty := emptyPanels(t, dir, declared); drawn+len(notes)+empty != wanted {
				t.Errorf("%d panels, notes %q, %d without rows", drawn, notes, empty)
			}
			for i := range drawn {
				entries := 0
				for _, s := range f.Panels[i].Series {
					if s.Name != "" {
						entries++
					}
				}
				if entries == 0 || entries > 12 {
					t.Errorf("panel %d: %d entries", i, entries)
				}
			}
			for _, format := range []string{"svg", "json"} {
				if f == nil {
					break
				}
				if _, err := figure.File(f, format); err != nil {
					t.Errorf("%s: %v", format, err)
				}
			}
		})
	}
}

// emptyPanels is the number of panels whose tables have no number in the column that they show.
func emptyPanels(t *testing.T, dir string, panels []figure.Panel) (empty int) {
	t.Helper()
	for _, p := range panels {
		s := p.Series[0]
		made, err := tablesIn(t, dir).Read(s.Table)
		if err != nil {
			t.Fatal(err)
		}
		shown := 0
		if made != nil {
			y, err := made.Column(s.Y)
			for _, v := range y {
				if err == nil && fmt.Sprint(v) != "NaN" {
					shown++
				}
			}
		}
		if shown == 0 {
			empty++
		}
	}
	return empty
}
