package catalog

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/internal/values"
	"fbp/results"
)

// TestCells: no cell of any theory is quoted, none is nan where the status is ok, and a
// table reads back as it was written, at the edges of every parameter's range, at every
// word of parameters and choices, and with a teacher. Where not all is run, of theories that
// are fast.
func TestCells(t *testing.T) {
	for _, e := range All() {
		if takesLong[e.Name] && !slow.All {
			continue
		}
		for _, r := range slow.Some(2, edges(e)) {
			table, err := e.Table(context.Background(), r)
			if err != nil {
				t.Fatalf("%s %v: %v", e.Name, r, err)
			}
			checkCells(t, e, table)
		}
	}
	hinge := Request{Values: map[string][]float64{"alpha": {1.5}, "gamma": {math.Inf(1)}, "beta": {math.Inf(1)}}}
	table, err := crossEntropyEntry.Table(context.Background(), hinge)
	if err != nil || table.Rows[0][6] != results.Num(math.Inf(-1)) {
		t.Errorf("%v, %v; want the entropy -inf of a kink", table, err)
	}
	checkCells(t, crossEntropyEntry, table)
}

// takesLong has the theories of which a row takes about a second or more.
var takesLong = map[string]bool{"thresholds": true, "alpha-u": true, "franz-parisi-1rsb": true, "committee-entropy": true,
	"cross-entropy-optimum": true, "parity": true, "barrier": true, "sampling": true, "sampling-thresholds": true, "features-transition": true, "parisi": true, "parisi-gaps": true}

// edges are requests at typical values, each with one parameter or choice at its extremes.
func edges(e Entry) (all []Request) {
	typical := Request{Values: map[string][]float64{}, Jobs: 2}
	for _, p := range e.Params {
		if p.Default == "" {
			x, special := map[string]float64{"alpha": 0.4, "d": 0.1, "q1": 0.8}[p.Name]
			if !special {
				x = 0.5
			}
			typical.Values[p.Name] = []float64{x}
		}
	}
	all = append(all, typical)
	if takesLong[e.Name] {
		return all
	}
	with := func(name string, x ...float64) Request {
		v := map[string][]float64{name: x}
		for k, x := range typical.Values {
			if k != name {
				v[k] = x
			}
		}
		return Request{Values: v, Jobs: 2}
	}
	for _, p := range e.Params {
		for _, x := range extremes(p) {
			all = append(all, with(p.Name, x))
		}
	}
	for _, c := range e.Choices {
		for _, word := range c.Words {
			all = append(all, Request{Values: typical.Values, Words: map[string][]string{c.Name: {word}}})
		}
	}
	return all
}

// extremes are the ends of a parameter's range, or numbers far out where it has none, and its
// words.
func extremes(p Param) (list []float64) {
	lo, hi := p.Within.From, p.Within.To
	switch {
	case p.Within == Interval{}:
		lo, hi = -3, 3
	case p.Within.Open && math.IsInf(hi, 1):
		lo, hi = 1e-3, 10
	case p.Within.Open:
		lo = max(lo+1e-3, lo*(1+1e-3))
	case math.IsInf(hi, 1):
		hi = 10
	}
	list = []float64{lo, hi}
	for _, word := range p.Words {
		if x, err := values.Parse(word, p.Words...); err == nil {
			list = append(list, x...)
		}
	}
	return list
}

func checkCells(t *testing.T, e Entry, table *results.Table) {
	t.Helper()
	var tsv bytes.Buffer
	if err := table.WriteTSV(&tsv); err != nil {
		t.Fatal(err)
	}
	back, err := results.ReadTSV(bytes.NewReader(tsv.Bytes()))
	if err != nil || fmt.Sprint(back.Rows) != fmt.Sprint(table.Rows) {
		t.Errorf("%s: %v\nread as\n%v, %v", e.Name, table.Rows, back.Rows, err)
	}
	labels := slices.Index(table.Columns, "labels")
	for i, line := range strings.Split(strings.TrimSuffix(tsv.String(), "\n"), "\n") {
		if strings.Contains(line, `"`) {
			t.Errorf("%s: a quoted cell: %s", e.Name, line)
		}
		cells := strings.Split(line, "\t")
		for k, c := range cells {
			of, one := e.Labels[table.Columns[k]]
			if i > 0 && cells[len(cells)-2] == StatusOK && c == "nan" && !(one && of != cells[labels]) && !slices.Contains(e.Optional, table.Columns[k]) {
				t.Errorf("%s: %s is nan, status ok: %s", e.Name, table.Columns[k], line)
			}
		}
	}
}
