package table

import (
	"testing"

	"fbp/results"
)

// TestInWords: one row is said in its standard errors, several as χ², whose mean at n samples is that of t² with n − 1 degrees
// of freedom; rows without an error are left out, and a few samples say nothing of χ².
func TestInWords(t *testing.T) {
	g, l := &gathered{values: []string{"density", "density_excess"}}, results.Layout{Zero: []string{"density_excess"}}
	row := func(mean, sem float64, n int) finishedRow {
		return finishedRow{values: []results.Summary{{N: n}, {N: n, Mean: mean, Sem: sem}}}
	}
	for _, c := range []struct {
		rows []finishedRow
		want string
	}{
		{nil, ""},
		{[]finishedRow{row(0.02, 0.01, 2)}, "density_excess +0.0200, +2.0 standard errors"},
		{[]finishedRow{row(0, 0, 9)}, ""},
		{[]finishedRow{{}}, ""},
		{[]finishedRow{row(2, 1, 5), row(-0.1, 0.1, 5), row(0, 0, 5)}, "density_excess: chi2 5 of 2 rows, 4 expected"},
		{[]finishedRow{row(2, 1, 3), row(-0.1, 0.1, 3)}, ""},
	} {
		if got := inWords(g, l, c.rows); got != c.want {
			t.Errorf("%+v: %q, want %q", c.rows, got, c.want)
		}
	}
	for k, want := range []string{"-2", ""} {
		r := row(-0.2, 0.1, 4)
		r.values = r.values[:2-k] // the value came with a later record
		if got := r.sigmas(g, l); len(got) != 1 || k == 0 && got[0].String() != want || k == 1 && got[0] != results.Missing {
			t.Errorf("%v standard errors, want %s", got, want)
		}
	}
}

// TestSayWords: a few lines of the head are said with the name of the table, of many where they are.
func TestSayWords(t *testing.T) {
	for n, want := range map[int]int{0: 0, mostSaid: mostSaid, mostSaid + 1: 1} {
		of, said := &results.Table{Name: "fairness", Meta: []string{"warning: none of these"}}, 0
		for range n {
			of.Meta = append(of.Meta, wordsHead+"q +0.1")
		}
		sayWords(of, "fairness.tsv", func(string) { said++ })
		if said != want {
			t.Errorf("%d lines: %d are said, want %d", n, said, want)
		}
	}
}
