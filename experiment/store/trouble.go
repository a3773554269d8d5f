package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// Trouble is what is wrong with a sample.
type Trouble struct {
	Task   plan.Task
	Status results.Status
	What   string // "failed", "unsolved", or "unmeasured"
	Kind   string // of the measurement that is missing, "" otherwise
	Why    string // in one line
}

// Troubles lists what is wrong with the samples of a folder, in the order of the
// plan: searches that failed, those that found no solution, and measurements that
// failed.
func Troubles(ctx context.Context, p *plan.Plan, dir string) (list []Trouble, err error) {
	tasks, err := Folder(dir).Counted(ctx, p)
	if err != nil {
		return nil, err
	}
	err = Folder(dir).Heads(ctx, tasks, func(r TaskFile) error {
		record := r.Record
		if record == nil { // missing, or bad: counted as missing
			return nil
		}
		switch record.Status {
		case results.Solved:
		case results.Failed:
			list = append(list, Trouble{r.Task, record.Status, "failed", "", results.Reason(record.Error)})
		default:
			whole, err := Folder(dir).Read(r.Task)
			if err != nil || whole == nil {
				return err
			}
			if why, unsolved := unsolvedBecause(whole); unsolved {
				list = append(list, Trouble{r.Task, record.Status, "unsolved", "", why})
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(record.Reasons)) {
			list = append(list, Trouble{r.Task, record.Status, "unmeasured", kind, record.Reasons[kind]})
		}
		return nil
	})
	return list, err
}

// unsolvedBecause says how a search without a solution ended. It is none of an
// algorithm that claims no solution, and whose messages converged.
func unsolvedBecause(r *results.Record) (why string, unsolved bool) {
	ended := "its last step converged"
	if r.Status == results.Limit {
		ended = "its last step did not converge within max_sweeps"
	}
	s := r.Readings[results.SolutionTable]
	if s == nil || len(s.Rows) == 0 {
		return ended, true
	}
	number := func(name string) (float64, bool) {
		i := slices.Index(s.Values, name)
		if i < 0 {
			return 0, false
		}
		return float64(s.Rows[len(s.Rows)-1][i]), true
	}
	errors, known := number("errors")
	if !known {
		return ended, r.Status == results.Limit
	}
	if _, sweeps := number("sweeps"); !sweeps && r.Status == results.Limit { // no message passing
		ended = "the search came to its limit"
	}
	patterns := "patterns"
	if errors == 1 {
		patterns = "pattern"
	}
	text := fmt.Sprintf("%.0f %s wrong, %s", errors, patterns, ended)
	for _, effort := range results.Efforts() {
		if x, known := number(effort); known {
			text += fmt.Sprintf(", %.0f %s", x, effort)
		}
	}
	return text, true
}

// Lost are the tasks, one for each solution, whose record says that there is a solution
// and that have none, and the number of those that have neither.
func (f Folder) Lost(ctx context.Context, p *plan.Plan) (lost []plan.Task, todo int, err error) {
	seen := map[string]bool{}
	tasks, err := f.Counted(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	err = f.Heads(ctx, tasks, func(r TaskFile) error {
		there, err := files.Exists(f.Solution(r.Task))
		switch {
		case err != nil || there || seen[r.Task.Solution]:
		case r.Record == nil:
			todo++
		case r.Record.Status != results.Failed:
			seen[r.Task.Solution] = true
			lost = append(lost, r.Task)
		}
		return nil
	})
	return lost, todo, err
}
