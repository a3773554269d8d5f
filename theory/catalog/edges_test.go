package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/internal/values"
	"fbp/results"
	"fbp/theory"
)

// takesLong has the theories of which a row takes about a second or more.
var takesLong = map[string]bool{"thresholds": true, "alpha-u": true, "franz-parisi-1rsb": true, "committee-entropy": true,
	"cross-entropy-optimum": true, "parity": true, "barrier": true, "sampling": true, "sampling-thresholds": true, "features-transition": true, "parisi": true, "parisi-gaps": true}

// bounded are theories whose functions leave the ranges of their parameters to Check.
var bounded = []string{"capacity", "sampling", "sampling-thresholds", "sampling-path", "cross-overlap", "path", "barrier", "redrawn", "parisi", "parisi-gaps"}

// TestEdges: every theory at its examples, at every word of its parameters and choices, at the ends of the range of every
// parameter and beyond them. What Check lets pass has a row, whose cells are whole; what it refuses is outside the
// domain of the theory too. Where not all is run, the first example and two points of theories that are fast.
func TestEdges(t *testing.T) {
	for _, e := range All() {
		examples := e.examples(t)
		if (takesLong[e.Name] || e.Name == "star") && !slow.All {
			continue
		}
		for _, r := range examples[:len(slow.Some(1, examples))] {
			checkPoint(t, e, r)
		}
		if !takesLong[e.Name] {
			for _, r := range slow.Some(2, e.edges(t)) {
				checkPoint(t, e, r)
			}
			for _, r := range slow.Some(4, e.beyond(t)) {
				checkPoint(t, e, r)
			}
		}
	}
}

// checkPoint compares what Check says of a request with what the theory does.
func checkPoint(t *testing.T, e Entry, r Request) {
	t.Helper()
	refused := e.Check(r)
	if refused == nil {
		table, err := e.Table(context.Background(), r)
		if err != nil {
			t.Errorf("%s: %v passes, but %v", e.Name, r, err)
			return
		}
		checkCells(t, e, table)
		return
	}
	if message := refused.Error(); strings.Contains(message, "\n") || !slices.ContainsFunc(e.Params, func(p Param) bool { return strings.Contains(message, p.Name+" = ") }) {
		t.Errorf("%s: message %q", e.Name, message)
	}
	if slices.Contains(bounded, e.Name) {
		return
	}
	if _, err := e.start(e.selections(nil)[0])(pointOf(t, e, r)); !errors.Is(err, theory.ErrDomain) {
		t.Errorf("%s: %v, but has a row", e.Name, refused)
	}
}

// examples are the command lines of the help; of theories that take long, and where not all is run, with the first value of
// each list.
func (e Entry) examples(t *testing.T) (all []Request) {
	t.Helper()
	for _, line := range strings.Split(strings.ReplaceAll(e.Example, "\\\n", ""), "\n") {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		var items []string
		for i := 3; i+1 < len(words); i += 2 {
			items = append(items, strings.TrimPrefix(words[i], "--")+"="+words[i+1])
		}
		r := e.request(t, items)
		if !slow.All || takesLong[e.Name] || e.Name == "franz-parisi" {
			for name, list := range r.Values {
				r.Values[name] = list[:1]
			}
		}
		if takesLong[e.Name] && slices.Contains(r.Words["labels"], teacher) {
			continue // package theory/franzparisi tests them
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		t.Errorf("%s has no examples", e.Name)
	}
	return all
}

// with is the first example with other values of a parameter.
func (e Entry) with(t *testing.T, name string, x float64) Request {
	r := e.examples(t)[0]
	for other, list := range r.Values {
		r.Values[other] = list[:1]
	}
	r.Values[name] = []float64{x}
	return r
}

// edges are the first example with one parameter or choice at its extremes.
func (e Entry) edges(t *testing.T) (all []Request) {
	for _, p := range e.Params {
		for _, x := range extremes(p) {
			all = append(all, e.with(t, p.Name, x))
		}
	}
	for _, c := range e.Choices {
		for _, word := range c.Words {
			r := e.examples(t)[0]
			r.Words = maps.Clone(r.Words)
			r.Words[c.Name] = []string{word}
			if e.CheckWords(r) == nil {
				all = append(all, r)
			}
		}
	}
	return all
}

// extremes are the ends of a parameter's range, or numbers far out where it has none, and its words.
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

// beyond are the first example with a parameter next to the ends of most ranges, and far from them.
func (e Entry) beyond(t *testing.T) (all []Request) {
	if e.Name == "star" { // a margin far out takes minutes
		return nil
	}
	for _, x := range []float64{-1e-9, -31, 0, 0.5, 31, 0.5 + 1e-9, -1, 1e-9, 2} {
		for _, p := range e.Params {
			all = append(all, e.with(t, p.Name, x))
		}
	}
	return all
}

// pointOf is the first point of a request, whether Check lets it pass or not.
func pointOf(t *testing.T, e Entry, r Request) (at []float64) {
	t.Helper()
	for _, p := range e.Params {
		list, given := r.Values[p.Name]
		if !given {
			var err error
			if list, err = values.Parse(p.Default, p.Words...); err != nil {
				t.Fatal(err)
			}
		}
		at = append(at, list[0])
	}
	return at
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
