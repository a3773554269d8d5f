package table

import (
	"context"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/results"
)

// Aggregate turns the records of a plan into tables. The rule is the same for
// every table that a solver or a measurement writes:
//
//   - readings without coordinates are numbers of the sample: columns of the
//     table "samples";
//   - readings with coordinates are grouped by point of the sweep and by
//     coordinates, and every value x gives the columns x, x_std, x_sem over the
//     samples, in the order of samples, and x_n where fewer have it than n_samples; of several searches of a sample the mean
//     is taken first, for they share the patterns and are not independent;
//   - a table of a measurement takes solved samples only, unless the config says
//     otherwise for it; then come the counts, see countColumns.
//
// A table may ask for more or less, see [results.Layout]. What a record says depends on
// its task alone and tasks are taken in their order, so that tables are the same
// bytes whoever did which task when.
type Aggregate struct {
	plan    *plan.Plan
	emits   emitting
	point   int // of the tasks that came last
	tables  map[string]*gathered
	samples sampleTable
	pairs   sampleTable // of tasks that compare two solutions
	tallies []tally     // by point
	missing int         // tasks without a record
	layouts map[string]results.Layout
	notes   map[string][]string // of tables
	now     *emits              // of the present point; nil where no task has a record
	typical map[asked]float64   // means of control variates, and other values of theory
	at      []float64           // distances of the table local_entropy_at
	compare []*theories.Theory  // what the curve is compared with
}

// gathered is one table in the making.
type gathered struct {
	at, values []string // columns: coordinates and values, in order of appearance
	kind       string   // of measurement, "" for the search
	includes   bool     // unsolved samples
	pairs      bool     // of two solutions
	none       []string // values whose −inf is left out
	rows       map[string]*row
	done       []finishedRow
}

// row is what the samples of a point read at the same coordinates.
type row struct {
	at                    []float64
	nth                   int         // of several readings of a sample at these coordinates
	values                [][]float64 // by value column, then by sample
	controls              []float64   // by sample: the sample's control variate, NaN for none
	of                    []int       // by sample: its number, where several searches of it follow each other
	included, unconverged int         // of them: unsolved ones, readings that had not converged
}

// finishedRow is a row of the final table.
type finishedRow struct {
	point                          int
	at                             []float64
	values                         []results.Summary
	numbers                        []int // of the samples that have each value
	extra                          []float64
	samples, included, unconverged int
	raw                            *row // the samples themselves, where they are kept
}

// New has read no record yet of the plan, which is decoded: its kinds say what their tasks emit, and which
// typical entropy a model has. Local entropies are interpolated at these distances, for each of which every point has a
// row, and compared with those of the theories that ask for it.
func New(p *plan.Plan, at []float64, all []*theories.Theory) *Aggregate {
	a := &Aggregate{plan: p, emits: emitting{plan: p}, tables: map[string]*gathered{},
		layouts: map[string]results.Layout{}, notes: map[string][]string{}, typical: map[asked]float64{},
		tallies: make([]tally, len(p.Points)), at: at}
	if len(at) > 0 {
		a.tables[AtTable] = &gathered{at: []string{"distance"}, values: []string{"entropy"}, rows: map[string]*row{}}
	}
	for _, th := range all {
		if th.Compare {
			a.compare = append(a.compare, th)
		}
	}
	return a
}

// add takes in the record of a task, nil if it is missing. Tasks come in their
// order. Theory is not asked for after the end of ctx.
func (a *Aggregate) add(ctx context.Context, t plan.Task, r *results.Record) {
	if t.Point != a.point {
		a.closePoint(ctx)
		a.point = t.Point
	}
	if r == nil {
		a.missing++
		return
	}
	if a.now == nil {
		a.now = a.emits.at(t.Point)
		a.learn(a.now)
	}
	numbers := &a.samples
	if t.Pair != nil {
		numbers = &a.pairs
	}
	numbers.add(t, r, a.now)
	a.tallies[t.Point].add(r)
	if r.Status == results.Failed {
		return
	}
	last := numbers.rows[len(numbers.rows)-1]
	if len(a.at) > 0 {
		a.interpolate(ctx, r, last)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Readings)) {
		if series := r.Readings[name]; len(series.Keys) > 0 {
			a.addReadings(t, name, series, a.sample(ctx, r, name, last, unconverged(series, r.Readings[a.layouts[name].Converged])))
		}
	}
}

// addReadings takes in what a task read with coordinates.
func (a *Aggregate) addReadings(t plan.Task, name string, series *results.Rows, sample taken) {
	g, l := a.tables[name], a.layouts[name]
	if g == nil {
		g = a.gather(name, a.now, t.Pair != nil)
		if len(l.Optional) > 0 {
			g.at = slices.Clone(l.At)
		}
	}
	g.take(series, sample)
}

// gather begins a table of readings.
func (a *Aggregate) gather(name string, by *emits, pairs bool) *gathered {
	kind := by.measuring(name)
	g := &gathered{none: a.layouts[name].None, rows: map[string]*row{}, kind: kind, includes: a.plan.Includes(kind), pairs: pairs}
	a.tables[name] = g
	return g
}

// sample is what is known of the sample of a record for a table: last is its row of numbers.
func (a *Aggregate) sample(ctx context.Context, r *results.Record, table string, last sampleRow, unconverged map[int]bool) taken {
	return taken{r.Sample, a.control(ctx, table, last), r.Status != results.Solved, r.ReferenceErrs(), unconverged}
}

// taken is what is known of a sample whose readings are taken.
type taken struct {
	number      int
	control     float64
	unsolved    bool
	errs        bool         // the reference of its replicas
	unconverged map[int]bool // readings
}

// take adds a sample's readings to the rows. Those of an unsolved sample that is
// left out only leave their columns, and so do those of a reference that errs.
func (g *gathered) take(s *results.Rows, sample taken) {
	at, values := places(&g.at, s.Keys), places(&g.values, s.Values)
	if sample.unsolved && !g.includes {
		return
	}
	times := map[string]int{}
	for i, numbers := range s.Rows {
		x := placed(numbers, at, len(g.at))
		place := string(keyOf(x))
		r := g.row(x, times[place])
		times[place]++
		unsolved := sample.unsolved || sample.errs && g.ofReference(x)
		if unsolved && !g.includes {
			continue // its row is there, beside that of the replicas
		}
		r.widen(len(g.values))
		for i := range r.values {
			r.values[i] = append(r.values[i], math.NaN())
		}
		for k, place := range values {
			if x := float64(numbers[len(s.Keys)+k]); !math.IsInf(x, -1) || !slices.Contains(g.none, s.Values[k]) {
				r.values[place][len(r.controls)] = x
			}
		}
		r.controls, r.of = append(r.controls, sample.control), append(r.of, sample.number)
		if unsolved {
			r.included++
		}
		if sample.unconverged[i] {
			r.unconverged++
		}
	}
}

// widen adds columns of missing numbers.
func (r *row) widen(columns int) {
	for len(r.values) < columns {
		r.values = append(r.values, blank(len(r.controls)))
	}
}

// row is the row at the coordinates x, the nth of a sample there.
func (g *gathered) row(x []float64, nth int) *row {
	key := binary.AppendUvarint(keyOf(x), uint64(nth))
	r, ok := g.rows[string(key)]
	if !ok {
		r = &row{at: x, nth: nth}
		g.rows[string(key)] = r
	}
	return r
}

// keyOf is coordinates as the key of a map, which NaN is not.
func keyOf(x []float64) (key []byte) {
	for _, c := range x {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(c))
	}
	return key
}

// places finds the columns of names, adding those that are new.
func places(columns *[]string, names []string) []int {
	out := make([]int, len(names))
	for i, name := range names {
		k := slices.Index(*columns, name)
		if k < 0 {
			k = len(*columns)
			*columns = append(*columns, name)
		}
		out[i] = k
	}
	return out
}

// placed are numbers in their places among columns; the others are missing.
func placed(numbers []results.Number, places []int, columns int) []float64 {
	x := blank(columns)
	for k, place := range places {
		x[place] = float64(numbers[k])
	}
	return x
}

// blank are n missing numbers.
func blank(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// closePoint finishes the rows of a point, sorted by their coordinates.
func (a *Aggregate) closePoint(ctx context.Context) {
	curve, _ := a.curve()
	for name, g := range a.tables {
		for _, x := range a.due(name) {
			g.row([]float64{x}, 0)
		}
		a.note(name)
		rows := slices.SortedFunc(maps.Values(g.rows), func(x, y *row) int {
			if c := slices.Compare(x.at, y.at); c != 0 {
				return c
			}
			return x.nth - y.nth
		})
		for _, r := range rows {
			r.widen(len(g.values))
			done := finishedRow{point: a.point, at: r.at, samples: len(r.controls), included: r.included, unconverged: r.unconverged}
			for _, values := range r.values {
				done.numbers = append(done.numbers, len(results.Known(values)))
			}
			if a.plan.Searches > 1 || a.plan.Points[a.point].Pairs {
				r.averageSearches()
			}
			for _, values := range r.values {
				done.values = append(done.values, results.Summarize(results.Known(values)))
			}
			if c := a.layouts[name].Control; c != nil {
				done.extra = reduceNoise(g, r, c.Value)
			}
			if a.layouts[name].Theory != "" && len(r.at) == 1 {
				done.extra = []float64{a.foreseen(ctx, name, r.at[0])}
			}
			if len(a.compare) > 0 && name == curve {
				done.raw = r
			}
			g.done = append(g.done, done)
		}
		clear(g.rows)
	}
	a.now = nil
}
