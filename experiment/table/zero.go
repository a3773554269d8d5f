package table

import (
	"fmt"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/results"
)

// What is 0 in the mean if all is well, in units of its error.

// sigmas are the cells of the columns <value>_sigmas of a row.
func (r *finishedRow) sigmas(g *gathered, l results.Layout) (cells []results.Value) {
	for _, name := range l.Zero {
		i := slices.Index(g.values, name)
		if i < 0 || i >= len(r.values) {
			cells = append(cells, results.Missing)
			continue
		}
		cells = append(cells, inSigmas(r.values[i].Mean, r.values[i].Sem)[2])
	}
	return cells
}

// leastTested is the number of samples from which on errors are known well enough for a sum of squares.
const leastTested = 4

// inWords says of the rows of a point what they are in units of their errors: each value of one row, or of several the
// sum of the squares, χ², and its mean (n−1)/(n−3) for each row if only n samples' scatter stands
// behind it. "" if too few samples have it.
func inWords(g *gathered, l results.Layout, rows []finishedRow) string {
	var parts []string
	for _, name := range l.Zero {
		i, chi2, count, samples := slices.Index(g.values, name), 0.0, 0, 0
		for _, r := range rows {
			if i < 0 || i >= len(r.values) || !(r.values[i].Sem > 0) {
				continue
			}
			s := r.values[i]
			if len(rows) == 1 {
				parts = append(parts, fmt.Sprintf("%s %+.4f, %+.1f standard errors", name, s.Mean, s.Mean/s.Sem))
			}
			chi2, count, samples = chi2+float64(s.Mean*s.Mean/(s.Sem*s.Sem)), count+1, max(samples, s.N)
		}
		if len(rows) > 1 && samples >= leastTested {
			n := float64(samples)
			parts = append(parts, fmt.Sprintf("%s: chi2 %.0f of %d rows, %.0f expected", name, chi2, count, float64(count)*(n-1)/(n-3)))
		}
	}
	return strings.Join(parts, "; ")
}

// wordsOf are the values of a point before what is said of it, without its number of patterns.
func (l lead) wordsOf(p plan.ShownPoint) string {
	var of []string
	for i, c := range l.cells(p) {
		if i < len(l.names)-len(l.size) || !slices.Contains(loads, l.names[i]) {
			of = append(of, c.String())
		}
	}
	return wordsHead + strings.Join(of, ", ") + ": "
}

// wordsHead begins the lines in the head of a table that say it in words.
const wordsHead = "in words: "

// mostSaid is the number of such lines that are said; more are in the table.
const mostSaid = 6

// sayWords says these lines.
func sayWords(t *results.Table, path string, say func(line string)) {
	var said []string
	for _, line := range t.Meta {
		if words, ok := strings.CutPrefix(line, wordsHead); ok {
			said = append(said, words)
		}
	}
	if len(said) > mostSaid {
		said = []string{"the head of " + path + " says in words what it shows"}
	}
	for _, words := range said {
		say(t.Name + ": " + words)
	}
}
