package table

import (
	"slices"
	"strings"

	"fbp/internal/traits"
	"fbp/model"
	"fbp/results"
)

// severalSearches is the line of a table of success of which a sample has several searches.
const severalSearches = "solved, samples: searches, several of a sample; their mean is taken first, and the interval is that over samples"

// SuccessColumns are the columns of the searches of a point: how many found a solution, of how many that did not fail, how
// many failed, and the probability with its 95 % interval.
func SuccessColumns() []string {
	return []string{"solved", "samples", "n_failed", "probability", "probability_low", "probability_high"}
}

// successTable is the table of how many searches found a solution, one row per
// point of the sweep: the probability with its 95 % interval (results.Wilson),
// and what a search took, whether it found one or not: sweeps, or another effort of
// its algorithm. Failed tasks are no trials. It has no rows for algorithms that claim no
// solution.
func (a *Aggregate) successTable() *results.Table {
	columns := SuccessColumns()
	efforts, m := a.samples.efforts(), meansOf(results.Layout{})
	for point, samples := range a.samples.byPoint() {
		for _, name := range efforts {
			_, n := numbersOf(samples, name, true, false)
			m.see(name, n, a.tallies[point].searches())
		}
	}
	columns = append(columns, m.columns(efforts)...)
	windowed := slices.ContainsFunc(a.plan.Distinct(), func(point int) bool { return a.window(point) != results.Missing })
	if windowed {
		columns = append(columns, "kappa_effective")
	}
	t, lead := a.begin("success", false, columns, pointSizes...)
	t.Meta = append(t.Meta, "probability_low, probability_high: 95 % interval (Wilson)")
	if a.plan.Searches > 1 {
		t.Meta = append(t.Meta, severalSearches)
	}
	for point, samples := range a.samples.byPoint() {
		if !samples[0].claims() {
			continue
		}
		trials := trialsOf(samples)
		p, low, high := trials.Probability()
		cells := append(lead.cells(a.plan.Points[point]),
			results.Int(trials.Solved), results.Int(trials.All), results.Int(a.tallies[point].failed),
			results.Num(p), results.Num(low), results.Num(high))
		for _, name := range efforts {
			x, n := numbersOf(samples, name, true, false)
			cells = append(cells, m.cells(name, results.Summarize(x), n)...)
		}
		if windowed {
			cells = append(cells, a.window(point))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// window is the margin that the lattice of sums leaves of that of a point, where inputs are ±1.
func (a *Aggregate) window(point int) results.Value {
	of := a.plan.At(point)
	if m, ok := of.Model.(*model.Architecture); ok && !of.Source.About().Real && m.Traits().Network == traits.Symmetric {
		return results.Num(m.LatticeMargin())
	}
	return results.Missing
}

// efforts are the numbers of an outcome that say how long a search took, those that
// the algorithms have.
func (s *sampleTable) efforts() (names []string) {
	for _, name := range results.Efforts() {
		if slices.Contains(s.first, name) {
			names = append(names, name)
		}
	}
	return names
}

// claims tells whether the algorithm claims a solution, as far as that is known.
func (r *sampleRow) claims() bool { return r.outcome == nil || slices.Contains(r.outcome, "solved") }

// summaryTable is the table of the means of all numbers that a sample has, one
// row per point of the sweep. n_samples are all that have not failed. Numbers of the search are means
// over every search; those of a measurement leave out unsolved samples as its tables do, and those at
// which it failed (samples.tsv tells). A number that a search omitted has no mean: that of the other
// samples would be biased.
func (a *Aggregate) summaryTable() *results.Table {
	names, m := a.samples.ordered(a.layouts), meansOf(results.Layout{})
	for _, name := range names {
		m.counted[name] = a.samples.names[name] != "" || a.samples.why[name]
	}
	for point, samples := range a.samples.byPoint() {
		for _, name := range names {
			_, n := a.summaryOf(samples, name)
			m.see(name, n, a.tallies[point].searches())
		}
	}
	t, lead := a.begin("summary", false, append(m.columns(names), countColumns(results.Layout{})...), pointSizes...)
	for point, samples := range a.samples.byPoint() {
		cells := lead.cells(a.plan.Points[point])
		for _, name := range names {
			s, n := a.summaryOf(samples, name)
			cells = append(cells, m.cells(name, s, n)...)
		}
		t.Rows = append(t.Rows, append(cells, a.summaryCounts(point, samples)...))
	}
	return t
}

// summaryOf is the mean of a number over the samples of a point, and how many have it.
func (a *Aggregate) summaryOf(samples []sampleRow, name string) (s results.Summary, n int) {
	kind := a.samples.names[name]
	x, n := numbersOf(samples, name, a.plan.Includes(kind), around(name, kind))
	if kind == "" && slices.ContainsFunc(samples, func(s sampleRow) bool { return s.omitted[name] != "" }) {
		x = nil
	}
	return results.Summarize(x), n
}

// summaryCounts count the samples of a point as every table of the search does.
func (a *Aggregate) summaryCounts(point int, samples []sampleRow) []results.Value {
	r := finishedRow{samples: a.tallies[point].searches()}
	for _, s := range samples {
		if s.status != results.Failed && s.unsolved(false) && s.claims() {
			r.included++
		}
	}
	return counts(results.Layout{}, &gathered{includes: true}, r, a.tallies[point])
}

// around tells whether a number of a kind of measurement, "" for the search, is of the
// reference of replicas, and not of these.
func around(name, kind string) bool {
	return kind != "" && !strings.HasSuffix(name, results.SuffixOfReplicas)
}

// unsolved tells whether a sample is, for what is measured around its reference or not.
func (s *sampleRow) unsolved(around bool) bool {
	return s.status != results.Solved || around && s.errs
}

// byPoint are the samples of each point that has some, in order.
func (s *sampleTable) byPoint() func(yield func(int, []sampleRow) bool) {
	return func(yield func(int, []sampleRow) bool) {
		for from := 0; from < len(s.rows); {
			point, to := s.rows[from].task.Point, from
			for to < len(s.rows) && s.rows[to].task.Point == point {
				to++
			}
			if !yield(point, s.rows[from:to]) {
				return
			}
			from = to
		}
	}
}

// numbersOf are the numbers of that name of the samples that have it, of solved
// ones alone or of every one; of several searches of a sample, their mean. Those around
// the reference of replicas are of samples whose reference does not err. n counts searches.
func numbersOf(samples []sampleRow, name string, every, around bool) (x []float64, n int) {
	var of []int
	for _, s := range samples {
		if number, has := s.numbers[name]; has && (every || !s.unsolved(around)) {
			x, of = append(x, number), append(of, s.task.Sample)
		}
	}
	return results.BySample(of, x), len(x)
}
