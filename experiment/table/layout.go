package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/results"
)

// layout is how a table differs from the common rule.
type layout struct {
	of     string                                  // the kind of measurement that writes it, if that is not its name
	size   []string                                // columns of these stand before the coordinates: alpha, n
	at     []string                                // coordinates, where readings may lack some
	noStd  bool                                    // no spread over samples
	extra  []string                                // columns of its own, after the values
	derive func(g *gathered, r *row) (x []float64) // what they hold

	due         func(a *Aggregate) []float64 // coordinates at which the point has a row in any case
	notes       func(a *Aggregate) []string  // further "#" lines
	convergence string                       // the table of the same coordinates that says whether a reading had converged
}

// layouts are the tables that are not laid out by the common rule.
var layouts = map[string]layout{
	plan.ComparedTable: {size: []string{"alpha", "n"}, extra: []string{"entropy_cv", "entropy_cv_sem"}, derive: reduceNoise,
		due: dueBiases, convergence: "biased_bp"},
	atTable: {of: plan.ComparedTable, size: []string{"alpha", "n"}, extra: []string{"entropy_cv", "entropy_cv_sem"}, derive: reduceNoise,
		due: dueDistances, convergence: "biased_bp"},
	"focusing":            {notes: looseSteps},
	"biased_bp":           {of: plan.ComparedTable},
	"mutual_overlap":      {of: plan.ComparedTable, size: []string{"alpha", "n"}, due: dueBiases, convergence: "biased_bp"},
	"local_entropy_plain": {of: plan.ComparedTable},
	"stability_summary":   {of: "stability"},
	"stability":           {noStd: true},
	"hessian":             {at: []string{"beta", "rank"}},
	"hessian_summary":     {of: "hessian"},
}

// Finish makes the tables, sorted by name, after the last task.
func (a *Aggregate) Finish() []*results.Table {
	a.closePoint()
	tables := []*results.Table{a.samples.table(a)}
	for _, t := range []*results.Table{a.successTable(), a.summaryTable()} {
		if t != nil {
			tables = append(tables, t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.tables)) {
		tables = append(tables, a.table(name))
	}
	slices.SortFunc(tables, func(x, y *results.Table) int { return strings.Compare(x.Name, y.Name) })
	return tables
}

// table is one table with its columns.
func (a *Aggregate) table(name string) *results.Table {
	g, l := a.tables[name], layouts[name]
	if slices.Contains(g.values, "normalized") && !slices.Contains(g.values, "overlap") {
		l.extra = nil // spherical weights
	}
	columns := slices.Clone(g.at)
	for _, v := range g.values {
		if columns = append(columns, v); !l.noStd {
			columns = append(columns, v+"_std")
		}
		columns = append(columns, v+"_sem")
	}
	columns = append(append(columns, l.extra...), l.countColumns()...)
	lead := leadColumns(a.plan.Swept, columns, a.sized(l.size...)...)
	t := &results.Table{Name: name, Meta: a.meta(), Columns: append(lead.names, columns...)}
	if l.notes != nil {
		t.Meta = append(t.Meta, l.notes(a)...)
	}
	done := g.done
	for point := range a.plan.Points {
		rows, rest := splitPoint(done, point)
		if len(rows) == 0 && a.tallies[point].records() > 0 {
			// No sample of this point got here. A row without coordinates
			// says so: samples are counted, never dropped.
			rows = []finishedRow{{point: point}}
		}
		for _, r := range rows {
			cells := lead.cells(a.plan.Points[point])
			cells = append(cells, r.cells(g, l)...)
			t.Rows = append(t.Rows, append(cells, l.counts(g, r, a.tallies[point])...))
		}
		done = rest
	}
	return t
}

// tightEpsilon brings the steps of focusing BP to their fixed points.
const tightEpsilon = 1e-5

// looseSteps says that the rows of focusing.tsv are those of a search, whose
// steps end before their fixed points, unless epsilon is small. The numbers are
// differences to epsilon = 1e-8 over eight samples.
func looseSteps(a *Aggregate) []string {
	for _, params := range a.params {
		if epsilon, ok := plan.Parameter(params, "algorithm", "epsilon").(float64); ok && epsilon > tightEpsilon {
			return []string{
				"a step ends at epsilon, before its fixed point: at epsilon = 0.003 q of steps 2 to 5 is 0.003 to 0.005 too large (N = 501, alpha = 0.5),",
				"30 errors of the mean difference; algorithm.epsilon = 1e-5 takes ten times the sweeps and brings that below 1e-5",
			}
		}
	}
	return nil
}

// splitPoint takes the rows of a point off the front.
func splitPoint(rows []finishedRow, point int) (of, rest []finishedRow) {
	n := 0
	for n < len(rows) && rows[n].point == point {
		n++
	}
	return rows[:n], rows[n:]
}

// cells are a row's coordinates, values and extra columns. Columns that a later
// record brought are missing in earlier rows.
func (r *finishedRow) cells(g *gathered, l layout) []results.Value {
	var cells []results.Value
	number := func(x []float64, i int) results.Value {
		if i >= len(x) {
			return results.Missing
		}
		return results.Num(x[i])
	}
	for i, name := range g.at {
		if name == results.Of && i < len(r.at) {
			cells = append(cells, results.OfWord(r.at[i]))
			continue
		}
		cells = append(cells, number(r.at, i))
	}
	for i := range g.values {
		var three []float64
		if i < len(r.values) {
			three = []float64{r.values[i].Mean, r.values[i].Std, r.values[i].Sem}
		}
		if cells = append(cells, number(three, 0)); !l.noStd {
			cells = append(cells, number(three, 1))
		}
		cells = append(cells, number(three, 2))
	}
	for i := range l.extra {
		cells = append(cells, number(r.extra, i))
	}
	return cells
}

// metaOf are the lines that say what a table is a function of.
func metaOf(p *plan.Plan) []string {
	return []string{"name: " + p.Name, "config: " + p.Config, fmt.Sprintf("seed: %d", p.Seed), fmt.Sprintf("physics: %d", p.Physics)}
}

// meta are those lines, and how much is missing.
func (a *Aggregate) meta() []string {
	lines := metaOf(a.plan)
	if a.missing > 0 {
		lines = append(lines, fmt.Sprintf("missing: %d tasks", a.missing))
	}
	return lines
}

// lead are the columns that say to which point of the sweep a row belongs.
type lead struct {
	names []string
	size  []string // those of alpha and n that have a column of their own after the swept keys
}

// leadColumns names the swept keys by the last part of their paths, by the
// whole path where that would be ambiguous among them or with another column.
// size names alpha, n or both, in their order, where tables have these columns
// in any case.
func leadColumns(swept, others []string, size ...string) lead {
	last := func(path string) string { return path[strings.LastIndex(path, ".")+1:] }
	var l lead
	for _, path := range swept {
		name := last(path)
		clash := slices.Contains(others, name)
		for _, other := range swept {
			clash = clash || other != path && last(other) == name
		}
		if slices.Contains(size, name) && path != "instance.alpha" && path != "model.n" {
			clash = true
		}
		if clash {
			name = path
		}
		l.names = append(l.names, name)
	}
	for _, name := range size {
		if !slices.Contains(l.names, name) {
			l.names, l.size = append(l.names, name), append(l.size, name)
		}
	}
	return l
}

// sized are the columns of size given, and the number of weights where some models
// have another one than inputs.
func (a *Aggregate) sized(size ...string) []string {
	other := slices.ContainsFunc(a.plan.Points, func(p plan.ShownPoint) bool { return p.Weights != 0 })
	if at := slices.Index(size, "n"); at >= 0 && other {
		return slices.Insert(slices.Clone(size), at+1, "weights")
	}
	return size
}

// cells are these columns for a point.
func (l lead) cells(p plan.ShownPoint) []results.Value {
	cells := make([]results.Value, 0, len(l.names)+8)
	for _, v := range p.Values {
		cells = append(cells, plan.Cell(v))
	}
	for _, name := range l.size {
		switch name {
		case "n":
			cells = append(cells, results.Int(p.N))
		case "weights":
			cells = append(cells, results.Int(cmp.Or(p.Weights, p.N)))
		default:
			cells = append(cells, results.Num(p.Alpha))
		}
	}
	return cells
}
