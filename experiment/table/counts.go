package table

import (
	"fbp/results"
	"slices"
)

// tally counts the tasks of a point that have a record, by how their search
// ended.
type tally struct {
	solved, unsolved, failed int

	errs int // of the solved: replicas whose reference errs
}

func (t *tally) add(r *results.Record) {
	switch r.Status {
	case results.Failed:
		t.failed++
	case results.Solved:
		t.solved++
		if r.ReferenceErrs() {
			t.errs++
		}
	default:
		t.unsolved++
	}
}

// around is the tally for what is measured around the reference of replicas: where that
// errs, it is no solution.
func (t tally) around() tally {
	return tally{solved: t.solved - t.errs, unsolved: t.unsolved + t.errs, failed: t.failed}
}

// ofReference tells whether a row of g is of the reference of replicas, or of the weights
// of an algorithm that has none: of a measurement, and not of the replicas.
func (g *gathered) ofReference(at []float64) bool {
	of := slices.Index(g.at, results.Of)
	return g.kind != "" && !(of >= 0 && of < len(at) && at[of] == results.OfReplicas)
}

// searches are those that have not failed.
func (t tally) searches() int { return t.solved + t.unsolved }

func (t tally) records() int { return t.solved + t.unsolved + t.failed }

// countColumns end every table of means. Each task of the point that has a
// record is in one of the first four:
//
//   - n_samples: samples in the mean;
//   - n_unsolved: unsolved samples left out of it, those too whose reference errs of
//     what is measured around that;
//   - n_unmeasured: samples that have no reading here;
//   - n_failed: tasks whose search ended in an error.
//
// n_included of the n_samples are unsolved: none where the algorithm claims no
// solution. A table whose readings may not have
// converged also has n_unconverged: so many of the n_samples.
func countColumns(l results.Layout) []string {
	columns := []string{"n_samples", "n_unsolved", "n_unmeasured", "n_failed", "n_included"}
	if l.Converged != "" {
		columns = append(columns, "n_unconverged")
	}
	return columns
}

// counts are these columns for a row of table g, which is laid out so, at a point with so many tasks.
func counts(l results.Layout, g *gathered, r finishedRow, t tally) []results.Value {
	if g.ofReference(r.at) {
		t = t.around()
	}
	unsolved, unmeasured := t.unsolved, t.solved-r.samples
	if g.includes {
		unsolved, unmeasured = 0, t.solved+t.unsolved-r.samples
	}
	numbers := []int{r.samples, unsolved, unmeasured, t.failed, r.included}
	if l.Converged != "" {
		numbers = append(numbers, r.unconverged)
	}
	cells := make([]results.Value, len(numbers))
	for i, n := range numbers {
		cells[i] = results.Int(n)
	}
	return cells
}

// unconverged are the places, among the readings of a table, of those that had
// not converged: as the table says that has their convergence, in rows of the
// same coordinates.
func unconverged(of *results.Rows, convergence *results.Rows) map[int]bool {
	if convergence == nil || !slices.Equal(of.Keys, convergence.Keys) {
		return nil
	}
	column := slices.Index(convergence.Values, "converged")
	if column < 0 {
		return nil
	}
	keys, places := len(of.Keys), map[int]bool{}
	i := 0
	for row, numbers := range of.Rows { // both are in the order of the measurement
		for i < len(convergence.Rows) && !slices.Equal(convergence.Rows[i][:keys], numbers[:keys]) {
			i++
		}
		if i == len(convergence.Rows) {
			break
		}
		if convergence.Rows[i][keys+column] == 0 {
			places[row] = true
		}
		i++
	}
	return places
}
