package table

import (
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
	p := typicalPlan(d)
	var records []typicalTask
	for _, kind := range taskKinds {
		t, known := typicalRecord(d, c, kind)
		switch {
		case !known:
			return nil
		case kind != search && len(t.record.Readings) == 0:
			continue
		case kind != search:
			p.addTask(d, kind)
		}
		records = append(records, t)
	}
	a := New(&p.Plan, c)
	if added, err := plan.AddedOf(d); err == nil && added != nil {
		a.Interpolates(added.At.Distance)
	}
	for i, t := range a.plan.Tasks {
		a.add(t, records[i].record)
		a.holds(records[i].emitted)
	}
	made := a.Finish()
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

// modelAt is a model of a kind with the keys of [model], on which it can depend what is
// measured: those of spherical weights are other tables.
func modelAt(d *config.Document, kind string, construct func() model.Section) model.Model {
	m := construct()
	section, err := d.At("model")
	if err != nil || section["kind"] != kind {
		return m.Model()
	}
	if d.Fill("model", section, m, "kind") != nil { // a mistake, which is reported elsewhere
		return construct().Model()
	}
	return m.Model()
}

// measurementAt is a measurement with the keys of its section, on which it can depend what
// it reads.
func measurementAt(d *config.Document, kind string, construct func() plan.Measurement) plan.Measurement {
	m, path := construct(), config.Join("measure", kind)
	section, err := d.At(path)
	if err != nil || d.Fill(path, section, m, append(config.KeysOf(&config.Treatment{}), "kind")...) != nil { // a mistake, which is reported elsewhere
		return construct()
	}
	return m
}

// taskKind is what a task does: search, or compare solutions in some company.
type taskKind int

const search taskKind = -1

var taskKinds = []taskKind{search, taskKind(plan.Alone), taskKind(plan.Triples), taskKind(plan.Others)}

// taskOf is what the task of a measurement does.
func taskOf(m plan.Measurement) taskKind {
	if two, ok := m.(plan.MeasurementOfTwo); ok {
		return taskKind(plan.CompanyOf(two))
	}
	return search
}

// typical is a plan with one search at one point of the sweep.
type typical struct{ plan.Plan }

func typicalPlan(d *config.Document) *typical {
	p := &typical{plan.Plan{Tasks: []plan.Task{{}}, Points: make([]plan.ShownPoint, 1)}}
	if searches, ok := d.Root["searches"].(int64); ok {
		p.Searches = int(searches)
	}
	each, _ := d.Root["each"].([]any)
	for _, name := range each {
		if text, ok := name.(string); ok {
			p.Each = append(p.Each, text)
		}
	}
	if len(d.Variants) > 0 {
		p.Swept, p.Points[0].Values = []string{"variant"}, []any{d.Variants[0].Name}
	}
	for _, a := range d.Sweep {
		p.Swept, p.Points[0].Values = append(p.Swept, a.Path), append(p.Points[0].Values, plan.Cells(a.Values[:1])[0])
	}
	return p
}

// addTask adds one that compares solutions, at a point of its own.
func (p *typical) addTask(d *config.Document, kind taskKind) {
	pairs := p.Points[0]
	pairs.Pairs, pairs.Triples = true, kind == taskKind(plan.Triples)
	if comparesVariants(d) {
		pairs.With = pairs.Values[0]
	}
	p.Tasks = append(p.Tasks, plan.Task{Number: len(p.Tasks), Point: len(p.Points), Pair: &plan.PairOfTasks{}})
	p.Points = append(p.Points, pairs)
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
func Emitted(d *config.Document, c *plan.Catalog) []results.Layout {
	emitted, _, _ := layoutsIn(d, c, search)
	return emitted
}

// layoutsIn are those of the readings that a task of the config may emit, as far as they are known,
// and the kinds of measurements that it makes.
func layoutsIn(d *config.Document, c *plan.Catalog, task taskKind) (emitted []results.Layout, kinds map[string]any, known bool) {
	kinds, known = map[string]any{}, true
	measures, _ := d.Root["measure"].(config.Tree)
	for _, kind := range d.Kinds("model") {
		construct := c.Models[kind]
		if construct == nil {
			known = false
			continue
		}
		m := modelAt(d, kind, construct)
		if l, ok := plan.TiesLayout(m); ok && task == search {
			emitted = append(emitted, l)
		}
		for _, kind := range d.Kinds("algorithm") {
			if c.Algorithms[kind] == nil {
				known = false
				continue
			}
			algorithm, makers := c.Algorithms[kind](m), []any{}
			if task == search {
				makers = append(makers, algorithm)
			}
			for _, kind := range slices.Sorted(maps.Keys(measures)) {
				if c.Measurements[kind] == nil {
					known = false
					continue
				}
				measurement := measurementAt(d, kind, func() plan.Measurement { return c.Measurements[kind](m, algorithm) })
				if taskOf(measurement) == task {
					makers, kinds[kind] = append(makers, measurement), map[string]any{}
				}
			}
			for _, maker := range makers {
				tables, says := plan.TablesOf(maker)
				known = known && says
				emitted = append(emitted, tables...)
			}
		}
	}
	return emitted, kinds, known
}

// typicalTask is the record of a task, and the layouts of its readings.
type typicalTask struct {
	record  *results.Record
	emitted []results.Layout
}

// typicalRecord has one reading of each table that a task of the config may emit.
func typicalRecord(d *config.Document, c *plan.Catalog, task taskKind) (t typicalTask, known bool) {
	emitted, kinds, known := layoutsIn(d, c, task)
	if !known {
		return t, false
	}
	r := &results.Record{Status: results.Solved, Params: map[string]any{}, Readings: map[string]*results.Series{}}
	r.Params["measure"] = kinds
	for _, section := range []string{"model", "algorithm"} {
		if kinds := d.Kinds(section); len(kinds) > 0 {
			r.Params[section] = map[string]any{"kind": kinds[0]}
		}
	}
	for _, l := range emitted {
		values := l.Values
		if s := r.Readings[l.Table]; s != nil && slices.Equal(s.Keys, l.At) { // of another kind
			values = append(slices.Clone(s.Values), slices.DeleteFunc(slices.Clone(values), func(v string) bool { return slices.Contains(s.Values, v) })...)
		}
		r.Readings[l.Table] = &results.Series{Keys: l.At, Values: values, Rows: [][]results.Number{make([]results.Number, len(l.At)+len(values))}}
	}
	return typicalTask{r, emitted}, true
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
