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

// charted are the quantities of a step that have charts, in this order.
var charted = []string{"errors", "q", "sweeps"}

// steps are the readings of a record that are numbered by a step, nil if there
// are none.
func steps(r *results.Record) *results.Series {
	for _, table := range sortedKeys(r.Readings) {
		s := r.Readings[table]
		if slices.Contains(s.Keys, "step") && slices.ContainsFunc(charted, func(q string) bool { return slices.Contains(s.Values, q) }) {
			return s
		}
	}
	return nil
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
// shared by all samples.
func charts(runs []run) (quantities []string, samples []sample) {
	steps, most := 0.0, map[string]float64{}
	for _, r := range runs {
		for _, x := range column(r.steps, "step") {
			steps = max(steps, x)
		}
		for _, q := range charted {
			for _, x := range column(r.steps, q) {
				most[q] = max(most[q], x)
			}
		}
	}
	for _, q := range charted {
		if _, ok := most[q]; ok {
			quantities = append(quantities, q)
		}
	}
	for _, r := range runs {
		s := sample{Name: r.name, Status: r.status}
		for _, q := range quantities {
			s.Charts = append(s.Charts, chart(r, q, steps, most[q]))
		}
		samples = append(samples, s)
	}
	return quantities, samples
}

// The measures of a chart.
const (
	chartWidth, chartHeight = 160, 62
	chartLeft, chartBottom  = 4, 12
	chartTop                = 12
)

// chart draws one quantity of a sample against the step. Steps that did not
// converge are marked.
func chart(r run, quantity string, steps, most float64) template.HTML {
	x, y, converged := column(r.steps, "step"), column(r.steps, quantity), column(r.steps, "converged")
	if steps == 0 {
		steps = 1
	}
	if most == 0 {
		most = 1
	}
	at := func(i int) (px, py float64) {
		return chartLeft + (chartWidth-2*chartLeft)*x[i]/steps, chartHeight - chartBottom - (chartHeight-chartBottom-chartTop)*y[i]/most
	}
	var line, marks strings.Builder
	for i := range y {
		px, py := at(i)
		fmt.Fprintf(&line, "%.1f,%.1f ", px, py)
		if i < len(converged) && converged[i] == 0 {
			fmt.Fprintf(&marks, `<circle class="limit" cx="%.1f" cy="%.1f" r="1.8"/>`, px, py)
		}
	}
	last := 0.0
	if len(y) > 0 {
		last = y[len(y)-1]
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s by step, last %.4g">`+
		`<text x="%d" y="8">%s</text><text x="%d" y="8" text-anchor="end">last %.4g</text>`+
		`<line class="axis" x1="%d" y1="%d" x2="%d" y2="%d"/><polyline points="%s"/>%s`+
		`<text x="%d" y="%d">0</text><text x="%d" y="%d" text-anchor="end">step %.0f, top %.4g</text></svg>`,
		chartWidth, chartHeight, quantity, last, chartLeft, quantity, chartWidth-chartLeft, last,
		chartLeft, chartHeight-chartBottom, chartWidth-chartLeft, chartHeight-chartBottom, strings.TrimSpace(line.String()), marks.String(),
		chartLeft, chartHeight-3, chartWidth-chartLeft, chartHeight-3, steps, most))
}
