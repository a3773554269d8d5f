package table

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// ColumnsOf are the columns of a table that a run writes.
type ColumnsOf struct {
	Names []string
	Texts []string // those that hold text
}

// Columns are the columns of the tables that a run of the config writes, by table.
// It is nil when a kind does not say what it emits.
func Columns(d *config.Document, c *plan.Catalog, theories []*plan.Theory) map[string]ColumnsOf {
	tables := map[string]ColumnsOf{}
	for _, th := range theories {
		names, texts := th.Columns()
		tables[th.Table()] = ColumnsOf{names, texts}
	}
	_, tasks := d.Root["algorithm"] // or each variant has its own
	if !tasks && !slices.ContainsFunc(d.Kinds("algorithm"), func(kind string) bool { return kind != "" }) {
		return tables
	}
	p, params := plannedBy(d), []map[string]any{}
	for _, company := range []model.Grouping{search, model.Pairs, model.Triples, model.Others, model.All} {
		for _, of := range paramsIn(d, c, company) {
			t := plan.Task{Number: len(p.Tasks), Point: len(p.Points)}
			if company != search {
				t.Pair = &plan.PairOfTasks{}
			}
			p.Tasks, p.Points, params = append(p.Tasks, t), append(p.Points, pointOf(d, company)), append(params, of)
		}
	}
	a := New(p, c)
	if added, err := plan.AddedOf(d); err == nil && added != nil {
		a.Interpolates(added.At.Distance)
	}
	for i, t := range p.Tasks {
		k := a.emitted.by(params[i])
		if !k.all {
			return nil
		}
		a.add(context.Background(), t, k.record(t, params[i]))
	}
	made := a.Finish(context.Background())
	name, l := a.curve()
	if g := a.tables[name]; g != nil && comparesAny(theories) {
		t, _ := a.emptyDeviation(g, l)
		made = append(made, t)
	}
	for _, t := range made {
		tables[t.Name] = ColumnsOf{t.Columns, textsAmong(d, t.Columns)}
	}
	return tables
}

// record has one reading of each table that a task may emit.
func (k kept) record(t plan.Task, params map[string]any) *results.Record {
	r := &results.Record{Status: results.Solved, Params: params, Readings: map[string]*results.Series{}}
	for name, l := range k.layouts {
		if _, measured := k.of[name]; measured || t.Pair == nil {
			r.Readings[name] = &results.Series{Keys: l.At, Values: l.Values, Rows: [][]results.Number{make([]results.Number, len(l.At)+len(l.Values))}}
		}
	}
	return r
}

// plannedBy is the plan of a config without tasks.
func plannedBy(d *config.Document) *plan.Plan {
	p := new(plan.Plan)
	if searches, ok := d.Root["searches"].(int64); ok {
		p.Searches = int(searches)
	}
	if len(d.Variants) > 0 {
		p.Swept = []string{"variant"}
	}
	for _, a := range d.Sweep {
		p.Swept = append(p.Swept, a.Path)
	}
	return p
}

// pointOf is a point of the sweep, of searches or of tasks in some company.
func pointOf(d *config.Document, company model.Grouping) (point plan.ShownPoint) {
	if len(d.Variants) > 0 {
		point.Values = []any{d.Variants[0].Name}
	}
	for _, a := range d.Sweep {
		point.Values = append(point.Values, plan.Cells(a.Values[:1])[0])
	}
	point.Pairs, point.Triples, point.All = company != search, company == model.Triples, company == model.All
	if point.Pairs && comparesVariants(d) {
		point.With = point.Values[0]
	}
	return point
}

// comparesVariants tells whether a measurement names variants whose solutions it
// compares.
func comparesVariants(d *config.Document) bool {
	measures, _ := d.Root["measure"].(config.Tree)
	for _, m := range measures {
		section, _ := m.(config.Tree)
		if names, _ := section["between"].([]any); len(names) > 0 && len(d.Variants) > 0 {
			return true
		}
	}
	return false
}

// Emitted are the layouts of the readings that a search of the config may emit, as far as
// they are known.
func Emitted(d *config.Document, c *plan.Catalog) (emitted []results.Layout) {
	for _, params := range paramsIn(d, c, search) {
		k := keptOf(c, params)
		for _, name := range slices.Sorted(maps.Keys(k.layouts)) {
			emitted = append(emitted, k.layouts[name])
		}
	}
	return emitted
}

// paramsIn are the parameters of tasks in some company, for each kind of model and of algorithm: those of
// the config, without what variants and the sweep change.
func paramsIn(d *config.Document, c *plan.Catalog, company model.Grouping) (all []map[string]any) {
	for _, kind := range d.Kinds("model") {
		section := config.Tree{"kind": kind}
		if own, _ := d.Root["model"].(config.Tree); own["kind"] == kind {
			section = own
		}
		for _, algorithm := range d.Kinds("algorithm") {
			measures, _ := d.Root["measure"].(config.Tree)
			params := config.Tree{"instance": d.Root["instance"], "model": section, "algorithm": config.Tree{"kind": algorithm}, "measure": measures}
			k, own := keptOf(c, params), maps.Clone(measures)
			maps.DeleteFunc(own, func(kind string, _ any) bool { return k.company[kind] != company })
			if params["measure"] = own; company == search || len(own) > 0 {
				all = append(all, params)
			}
		}
	}
	return all
}

// textsAmong are those of the columns of a measured table that hold text.
func textsAmong(d *config.Document, columns []string) (texts []string) {
	for _, c := range columns {
		if c == "task" || c == "theory" || c == results.Of || c == "status" || (c == "variant" || c == "variant_a" || c == "variant_b") && len(d.Variants) > 0 || strings.HasSuffix(c, "_reason") {
			texts = append(texts, c)
		}
	}
	for _, a := range d.Sweep {
		if slices.ContainsFunc(a.Values, func(v any) bool { _, ok := config.Numeric(v); return !ok }) {
			texts = append(texts, a.Path, a.Path[strings.LastIndex(a.Path, ".")+1:])
		}
	}
	return texts
}
