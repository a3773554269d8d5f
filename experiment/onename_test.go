package experiment

import (
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/slow"
	"fbp/model"
)

// TestOneNameOneNumber: no two of what a task does emit a number of the same name, which has one
// column, but for those that are known to be the same quantity.
func TestOneNameOneNumber(t *testing.T) {
	same := map[string][]string{"overlap": {"barrier_of_pair", "overlap_of_pair"}} // see TestOneOverlapOfPair
	c := Standard()
	of := map[bool]map[string][]string{false: {}, true: {}} // names with their tables, of searches and of pairs
	add := func(pairs bool, emits interface{ About() model.About }) {
		for _, l := range emits.About().Tables {
			if len(l.At) > 0 {
				continue
			}
			for _, name := range l.Values {
				if tables := of[pairs][name]; !slices.Contains(tables, l.Table) {
					of[pairs][name] = append(tables, l.Table)
				}
			}
		}
	}
	for _, section := range c.Models {
		m := section().Model()
		for _, algorithm := range c.Algorithms {
			a := algorithm(m)
			add(false, a)
			for _, measurement := range c.Measurements {
				one := measurement(m, a)
				add(one.About().Grouping != model.Alone, one)
			}
		}
	}
	for _, names := range of {
		for name, tables := range names {
			slices.Sort(tables)
			if len(tables) > 1 && !slices.Equal(tables, same[name]) {
				t.Errorf("%s is a number of tables %v: want another name where it is another quantity", name, tables)
			}
		}
	}
	if len(of[true]) < 3 || len(of[false]) < 20 {
		t.Errorf("found only %d numbers of pairs and %d of searches", len(of[true]), len(of[false]))
	}
}

// TestOneOverlapOfPair: the overlap of a pair has one column, whichever measurement emits it; of both
// it has the same bits.
func TestOneOverlapOfPair(t *testing.T) {
	slow.Only(t)
	overlaps := "[[measure]]\nkind = \"overlaps\"\n"
	madeAsSaid(t, between+overlaps, false)
	for _, sets := range [][]string{
		nil,
		{`model.weights="spherical"`},
		{`model.kind="committee"`, "model.n=41", "model.hidden=3", `model.layout="full"`},
	} {
		dir := t.TempDir()
		p := planned(t, between+overlaps, sets...)
		ran(t, p, Options{Dir: dir, Jobs: 2})
		tables(t, p, dir)
		pairs := plantest.Table(t, dir, "pairs.tsv")
		if text := strings.Join(pairs.Columns, " "); strings.Count(text, "overlap") != 2 || !strings.Contains(text, " overlap barrier_reason overlaps_reason") {
			t.Errorf("%v: columns %s", sets, text)
		}
		compared := 0
		for _, task := range p.Tasks {
			r := recordOf(t, dir, task)
			a, b := r.Readings["barrier_of_pair"], r.Readings["overlap_of_pair"]
			if a == nil || b == nil {
				continue
			}
			compared++
			if x, y := a.Rows[0][slices.Index(a.Values, "overlap")], b.Rows[0][0]; x != y {
				t.Errorf("%v: overlap %v of barrier, %v of overlaps", sets, x, y)
			}
			if got := plantest.Column(t, pairs, "overlap")[compared-1]; got != float64(b.Rows[0][0]) {
				t.Errorf("%v: overlap = %v in pairs.tsv, want %v", sets, got, b.Rows[0][0])
			}
		}
		if compared == 0 {
			t.Errorf("%v: nothing to compare", sets)
		}
	}
}
