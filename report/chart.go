package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"fbp/results"
)

// run has the steps of one sample.
type run struct {
	name   string
	status results.Status
	steps  *results.Series
}

// charted are the quantities of a search that have charts, in this order.
var charted = []string{"errors", "energy", "q", "loss", "spread", "margin", "sweeps", "overlap"}

// clocks are what searches count their steps by.
var clocks = []string{"step", "epoch", "sweep"}

// steps are the readings of a search that are numbered by a step, an epoch or a sweep,
// nil if there are none.
func steps(r *results.Record) *results.Series {
	for _, table := range sortedKeys(r.Readings) {
		s := r.Readings[table]
		if clock(s) != "" && slices.ContainsFunc(charted, func(q string) bool { return slices.Contains(s.Values, q) }) {
			return s
		}
	}
	return nil
}

// clock is what the readings of a search are numbered by, "" if by nothing.
func clock(s *results.Series) string {
	for _, c := range clocks {
		if slices.Contains(s.Keys, c) {
			return c
		}
	}
	return ""
}

func sortedKeys(m map[string]*results.Series) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// column is a key or a value of a series.
func column(s *results.Series, name string) (x []float64) {
	k := slices.Index(s.Keys, name)
	if i := slices.Index(s.Values, name); k < 0 && i >= 0 {
		k = len(s.Keys) + i
	}
	if k < 0 {
		return nil
	}
	for _, row := range s.Rows {
		x = append(x, float64(row[k]))
	}
	return x
}

// charts are small multiples: one row per sample, one chart per quantity, the scales
// shared by all samples: that of time by those that count the same, steps, epochs or sweeps.
func charts(runs []run) (quantities []string, samples []sample) {
	steps, most := map[string]float64{}, map[string]float64{}
	for _, r := range runs {
		by := clock(r.steps)
		for _, x := range column(r.steps, by) {
			steps[by] = max(steps[by], x)
		}
		for _, q := range charted {
			for _, x := range column(r.steps, q) {
				most[q] = max(most[q], x)
			}
		}
	}
	for _, q := range charted {
		if _, ok := most[q]; ok && len(quantities) < 3 {
			quantities = append(quantities, q)
		}
	}
	for _, r := range runs {
		s := sample{Name: r.name, Status: r.status}
		for _, q := range quantities {
			s.Charts = append(s.Charts, chart(r, q, steps[clock(r.steps)], most[q]))
		}
		samples = append(samples, s)
	}
	return quantities, samples
}

// The measures of a chart, in units of its own.
const chartWidth, chartHeight, chartMargin = 160, 42, 3

// drawing is one quantity of a sample against the step: an SVG with the words that
// stand around it.
type drawing struct {
	Quantity, Last string
	From, To, Top  string
	SVG            template.HTML
}

// chart draws one quantity of a sample. Steps that did not converge are marked.
func chart(r run, quantity string, steps, most float64) drawing {
	by := clock(r.steps)
	x, y, converged := column(r.steps, by), column(r.steps, quantity), column(r.steps, "converged")
	scale := most
	if steps == 0 {
		steps = 1
	}
	if scale == 0 {
		scale = 1
	}
	var line, marks strings.Builder
	for i := range y {
		px, py := chartMargin+(chartWidth-2*chartMargin)*x[i]/steps, chartHeight-chartMargin-(chartHeight-2*chartMargin)*y[i]/scale
		fmt.Fprintf(&line, "%.1f,%.1f ", px, py)
		if i < len(converged) && converged[i] == 0 {
			fmt.Fprintf(&marks, `<circle class="limit" cx="%.1f" cy="%.1f" r="1.8"/>`, px, py)
		}
	}
	d := drawing{Quantity: quantity, From: by + " 0", To: fmt.Sprintf("%.0f", steps), Top: fmt.Sprintf("%.4g", most)}
	if len(y) > 0 {
		d.Last = fmt.Sprintf("%.4g", y[len(y)-1])
	}
	d.SVG = template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s by %s, last %s">`+
		`<line class="axis" x1="%d" y1="%d" x2="%d" y2="%d"/><polyline points="%s"/>%s</svg>`,
		chartWidth, chartHeight, quantity, by, d.Last,
		chartMargin, chartHeight-chartMargin, chartWidth-chartMargin, chartHeight-chartMargin, strings.TrimSpace(line.String()), marks.String()))
	return d
}
