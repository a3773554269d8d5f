package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/results"
)

// Exclusion is what keeps a sample out of a mean.
type Exclusion struct {
	Task   plan.Task
	Status results.Status
	What   string // "failed", "unsolved", "unmeasured", "omitted" or "no_row"
	Kind   string // the measurement, the number or the table that is missing, "" otherwise
	Why    string // in one line

	Numbers map[string]float64 // of the end of its search, by name: errors, sweeps, …
}

// Excluded scans a folder and lists what keeps samples of a folder out of means, in the order of the
// plan: searches that failed, those that found no solution, references that are none,
// measurements that failed, numbers that were left out, and tables without a row. Rowless
// are the latter, each with the kind of its measurement, "" for the search.
func (folder Folder) Excluded(ctx context.Context, p *plan.Plan, rowless func(plan.Task, *results.Record) map[string]string) (state *FolderState, list []Exclusion, err error) {
	state, err = folder.Scan(ctx, p, func(f StoredRecord) error {
		r := f.Record
		if r == nil { // missing, or bad: counted as missing
			return nil
		}
		numbers := endOf(r)
		add := func(what, kind, why string) {
			list = append(list, Exclusion{f.Task, r.Status, what, kind, why, numbers})
		}
		if r.Status == results.Failed {
			add("failed", "", results.Reason(r.Error))
			return nil
		}
		// Without errors, messages that converged are what an algorithm was to find that claims no solution.
		_, claims := numbers["errors"]
		unsolved := r.Status != results.Solved && (claims || numbers == nil || r.Status == results.Limit)
		astray := !unsolved && r.ReferenceErrs() && measures(p, f.Task)
		lacks := rowless(f.Task, r)
		switch {
		case unsolved && f.Task.Pair != nil:
			add("unsolved", "", "one of the solutions that are compared gets patterns wrong")
		case unsolved:
			add("unsolved", "", lacking(r, lacks))
		case astray:
			add("unsolved", "reference", "the reference of its replicas, around which is measured, gets patterns wrong: reference_errors in samples.tsv")
		}
		for _, kind := range slices.Sorted(maps.Keys(r.Reasons)) {
			add("unmeasured", kind, r.Reasons[kind])
		}
		for _, number := range slices.Sorted(maps.Keys(r.Omitted)) {
			if !unsolved {
				add("omitted", number, r.Omitted[number])
			}
		}
		for _, table := range slices.Sorted(maps.Keys(lacks)) {
			kind := lacks[table]
			_, failed := r.Reasons[kind]
			switch {
			case failed || kind != "" && (unsolved || astray) && !p.Includes(kind): // which says why
			case kind != "":
				add("no_row", table, kind+" had nothing for "+table+".tsv")
			case f.Task.Pair == nil && !unsolved:
				add("no_row", table, "the search ended before the first row of "+table+".tsv")
			}
		}
		return nil
	})
	return state, list, err
}

// lacking says which numbers and tables a search without a solution does not have, and why.
func lacking(r *results.Record, lacks map[string]string) string {
	var why []string
	for _, number := range slices.Sorted(maps.Keys(r.Omitted)) {
		reason := r.Omitted[number]
		if number != results.Errors {
			reason = "no " + number + ": " + reason
		}
		why = append(why, reason)
	}
	for _, table := range slices.Sorted(maps.Keys(lacks)) {
		if lacks[table] == "" {
			why = append(why, "no row of "+table+".tsv")
		}
	}
	return strings.Join(why, ", ")
}

// measures tells whether a task has a measurement that leaves out unsolved samples.
func measures(p *plan.Plan, t plan.Task) bool {
	return slices.ContainsFunc(p.At(t.Point).Measures, func(m plan.Measure) bool { return !p.Includes(m.Kind) })
}

// endOf are the numbers that a search ended with; nil of a pair.
func endOf(r *results.Record) map[string]float64 {
	s := r.Readings[results.SolutionTable]
	if s == nil || len(s.Rows) == 0 {
		return nil
	}
	numbers := map[string]float64{}
	for i, name := range s.Values {
		numbers[name] = float64(s.Rows[len(s.Rows)-1][len(s.Keys)+i])
	}
	return numbers
}
