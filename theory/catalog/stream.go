package catalog

import (
	"context"
	"math"
	"slices"
	"strconv"

	"fbp/results"
)

// Table computes one row per point of the cross product of the values, the first
// parameter slowest. Points without a solution are rows with missing cells; an
// error is a mistake in the request, or that of a cancelled context.
func (e Entry) Table(ctx context.Context, r Request) (*results.Table, error) {
	t := e.Empty()
	err := e.Stream(ctx, r, func(row []results.Value) error {
		t.Rows = append(t.Rows, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Empty is the table before it has rows.
func (e Entry) Empty() *results.Table {
	columns := e.TableColumns()
	texts := append(slices.Clone(columns[:len(e.Choices)]), "status", "note")
	return &results.Table{Columns: append(columns, "status", "note"), Blank: "nan", Texts: texts}
}

// Stream computes the rows of Table and passes on each as soon as it and all before it are
// known. It returns at once when the context is cancelled, or with the error of take.
func (e Entry) Stream(ctx context.Context, r Request, take func(row []results.Value) error) error {
	if err := e.CheckWords(r); err != nil {
		return err
	}
	points, err := e.grid(r.Values)
	if err != nil {
		return err
	}
	selections := e.selections(r.Words)
	done, total := -1, len(points)*len(selections)
	finished := func() {
		if done++; r.Watch != nil {
			r.Watch(done, total)
		}
	}
	finished() // the start
	for _, words := range selections {
		err := evaluate(ctx, points, e.start(words), max(1, r.Jobs), finished, func(a answer) error {
			return take(e.row(words, a))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Rows is the number of rows that a request has; 0 for a mistake in it.
func (e Entry) Rows(r Request) int {
	points, err := e.grid(r.Values)
	if err != nil {
		return 0
	}
	return len(points) * len(e.selections(r.Words))
}

// row is an answer as a row of the table. A number that came out as NaN is no answer.
func (e Entry) row(words variant, a answer) (row []results.Value) {
	for _, c := range e.Choices {
		row = append(row, wordCell(words[c.Name]))
	}
	for i, column := range e.Columns {
		x := math.NaN()
		if i < len(a.cells) {
			x = a.cells[i]
		}
		of, one := e.Labels[column]
		if math.IsNaN(x) && a.status == StatusOK && !(one && of != words["labels"]) && !slices.Contains(e.Optional, column) {
			a.status, a.note = StatusNoSolution, "a number is out of reach here: nan"
		}
		row = append(row, cell(x))
	}
	return append(row, results.Text(a.status), results.TextOrMissing(a.note))
}

// wordCell is the cell of a word; some are numbers, of hidden units, or inf.
func wordCell(word string) results.Value {
	if word == "inf" {
		return results.Num(math.Inf(1))
	}
	if n, err := strconv.Atoi(word); err == nil {
		return results.Num(float64(n))
	}
	return results.Text(word)
}

// evaluate computes the points in parallel, calls finished after each, and passes on the
// answers in order. The error is that of the first point in order that has one.
func evaluate(ctx context.Context, points [][]float64, at func([]float64) (answer, error), jobs int, finished func(), take func(answer) error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	ready := inParallel(working, points, at, jobs)
	early := map[int]outcome{} // before their turn
	for turn := 0; turn < len(points); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case o := <-ready:
			early[o.point] = o
			finished()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for o, here := early[turn]; here; o, here = early[turn] {
			if o.err != nil {
				return o.err
			}
			if err := take(o.answer); err != nil {
				return err
			}
			delete(early, turn)
			turn++
		}
	}
	return nil
}

// outcome is the answer at a point, or why there is none.
type outcome struct {
	point int
	answer
	err error
}

// inParallel computes the points, so many at the same time, until ctx is cancelled.
func inParallel(ctx context.Context, points [][]float64, at func([]float64) (answer, error), jobs int) <-chan outcome {
	next, ready := make(chan int), make(chan outcome, len(points)) // buffered: after an error no worker waits for a reader
	go func() {
		defer close(next)
		for i := range points {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range min(jobs, len(points)) {
		go func() {
			for i := range next {
				a, err := at(points[i])
				ready <- outcome{i, a, err}
			}
		}()
	}
	return ready
}
