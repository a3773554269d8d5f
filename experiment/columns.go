package experiment

import (
	"slices"
	"strings"

	"fbp/model"
	"fbp/results"
)

// Tabled algorithms and measurements say which readings they emit, so that a
// figure of their tables can be checked before there are any.
type Tabled interface {
	Tables() []results.Layout
}

// tableColumns are the columns of a table that a run writes.
type tableColumns struct {
	names []string
	texts []string // those that hold text
}

// tables are the columns of the tables that a run of the config writes, by table.
// It is nil when a kind does not say what it emits.
func (d *document) tables(c *Catalog, theories []*Theory) map[string]tableColumns {
	tables := map[string]tableColumns{}
	for _, th := range theories {
		t := tableColumns{names: th.entry.TableColumns(th.request), texts: []string{"status", "note"}}
		for _, choice := range th.entry.Choices {
			t.texts = append(t.texts, underscored(choice.Name))
		}
		tables[th.Table()] = t
	}
	if _, tasks := d.root["algorithm"]; !tasks {
		return tables
	}
	r, known := d.typicalRecord(c)
	if !known {
		return nil
	}
	a := newAggregate(d.typicalPlan())
	a.add(a.plan.Tasks[0], r)
	for _, t := range a.finish() {
		tables[t.Name] = tableColumns{t.Columns, d.texts(t.Columns)}
	}
	if g := a.tables[comparedTable]; g != nil && slices.ContainsFunc(theories, func(th *Theory) bool { return th.Compare }) {
		_, columns := a.deviationColumns(g)
		tables["deviation"] = tableColumns{columns, append(d.texts(columns), "theory")}
	}
	return tables
}

// typicalPlan has one task at one point of the sweep.
func (d *document) typicalPlan() *Plan {
	p := &Plan{Tasks: []Task{{}}, Points: []PlanPoint{{}}}
	for _, a := range d.sweep {
		p.Swept, p.Points[0].Values = append(p.Swept, a.path), append(p.Points[0].Values, cells(a.values[:1])[0])
	}
	return p
}

// typicalRecord has one reading of each table that a task of the config may
// emit.
func (d *document) typicalRecord(c *Catalog) (r *results.Record, known bool) {
	emitted := []results.Layout{typicalOutcome()}
	measures, _ := d.root["measure"].(table)
	for _, kind := range d.kinds("model") {
		construct := c.Models[kind]
		if construct == nil {
			return nil, false
		}
		m := construct()
		for _, kind := range d.kinds("algorithm") {
			if c.Algorithms[kind] == nil {
				return nil, false
			}
			makers := []any{c.Algorithms[kind](m)}
			for kind := range measures {
				if c.Measurements[kind] == nil {
					return nil, false
				}
				makers = append(makers, c.Measurements[kind](m, makers[0].(Algorithm)))
			}
			for _, maker := range makers {
				says, ok := maker.(Tabled)
				if !ok {
					return nil, false
				}
				emitted = append(emitted, says.Tables()...)
			}
		}
	}
	r = &results.Record{Status: results.Solved, Params: map[string]any{}, Readings: map[string]*results.Series{}}
	params := map[string]any{}
	for kind := range measures {
		params[kind] = map[string]any{}
	}
	r.Params["measure"] = params
	for _, l := range emitted {
		r.Readings[l.Table] = &results.Series{Keys: l.At, Values: l.Values, Rows: [][]results.Number{make([]results.Number, len(l.At)+len(l.Values))}}
	}
	return r, true
}

// typicalOutcome is what every search emits.
func typicalOutcome() results.Layout {
	out := outcome(new(model.Solution))
	l := results.Layout{Table: out.Table}
	for _, q := range out.Values {
		l.Values = append(l.Values, q.Name)
	}
	return l
}

// kinds are those that a section has at the points of the sweep.
func (d *document) kinds(section string) (kinds []string) {
	for _, a := range d.sweep {
		if a.path == join(section, "kind") {
			for _, v := range a.values {
				kind, _ := v.(string)
				kinds = append(kinds, kind)
			}
			return kinds
		}
	}
	t, _ := d.root[section].(table)
	kind, _ := t["kind"].(string)
	return []string{kind}
}

// texts are those of the columns of a measured table that hold text.
func (d *document) texts(columns []string) (texts []string) {
	for _, c := range columns {
		if c == "task" || c == "status" || strings.HasSuffix(c, "_reason") {
			texts = append(texts, c)
		}
	}
	for _, a := range d.sweep {
		if slices.ContainsFunc(a.values, func(v any) bool { _, ok := numeric(v); return !ok }) {
			texts = append(texts, a.path, a.path[strings.LastIndex(a.path, ".")+1:])
		}
	}
	return texts
}

// numeric is a value of the config as a number.
func numeric(v any) (x float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
