package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/fitting"
	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// costFlags are the flags of fbp cost.
type costFlags struct {
	output
	where []string
}

func costCommand() *cobra.Command {
	var f costFlags
	cmd := newCommand("cost DIR…", cobra.MinimumNArgs(1), f.do)
	f.register(cmd, "draw success against seconds, or costs against N, a panel for each α")
	cmd.Flags().StringArrayVar(&f.where, "where", nil, "take the rows with column=value only (repeatable; of one column any of them)")
	return cmd
}

// do prints the table of what searches took.
func (f *costFlags) do(cmd *cobra.Command, args []string) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	if err := f.check(args); err != nil {
		return err
	}
	where, err := whereOf(f.where)
	if err != nil {
		return err
	}
	var c costs
	for _, dir := range args {
		if err := c.read(ctx, dir, where, stderr); err != nil {
			return err
		}
	}
	if len(c.rows) == 0 {
		return where.nothing(args[0])
	}
	drawn := c.table()
	err = f.draw(ctx, stderr, func() (*plot.Figure, error) { return costFigure(c.first.plan.Swept, drawn) })
	if err != nil {
		return err
	}
	return f.print(cmd, args, drawn)
}

// costs are those of the searches of runs, a row for each point.
type costs struct {
	first *successTable // of the runs
	rows  []*pool
}

// read adds the searches of a folder.
func (c *costs) read(ctx context.Context, dir string, where where, stderr io.Writer) error {
	t, err := readRun(dir)
	if err != nil {
		return err
	}
	if err := t.readCosts(ctx, stderr); err != nil {
		return err
	}
	if err := sayNotes(ctx, stderr, t.run); err != nil {
		return err
	}
	if err := where.filter(t); err != nil {
		return err
	}
	if c.first == nil {
		c.first = t
	}
	if is, was := strings.Join(t.columns, ", "), strings.Join(c.first.columns, ", "); is != was {
		return &say.Error{Where: dir, Want: fmt.Sprintf("its points have the columns %s, those of %s %s: want runs that sweep the same keys", is, c.first.path, was)}
	}
	twice := 0
	for _, row := range t.rows {
		again, err := c.row(row.cells).add(row)
		if twice += again; err != nil {
			return err
		}
	}
	sayTwice(stderr, dir, twice)
	return nil
}

// row is the pool of the searches of a row with these cells.
func (c *costs) row(cells []results.Value) *pool {
	same := func(a, b results.Value) bool { return a.String() == b.String() } // a key that is swept is no integer in plan.json
	i := slices.IndexFunc(c.rows, func(p *pool) bool { return slices.EqualFunc(p.first.cells, cells, same) })
	if i < 0 {
		i, c.rows = len(c.rows), append(c.rows, newPool("row", "want the cost of each"))
	}
	return c.rows[i]
}

// searchCost is what a search took, and how often a pattern moved a message or a weight; NaN is what is not known.
type searchCost struct{ seconds, messages, weights float64 }

// readCosts reads what the searches took, by all records that count; the table of samples has to be of these.
func (t *successTable) readCosts(ctx context.Context, stderr io.Writer) error {
	of, f := map[string]searchCost{}, store.Folder(t.path)
	state, err := f.Scan(ctx, t.plan, func(file store.StoredRecord) error {
		if file.Task.Pair != nil {
			return nil
		}
		if file.Err != nil {
			tell(stderr, "bad record, left out: %v (%s names the command that repairs it)", file.Err, say.Command("fbp check %s", t.path))
		}
		if r := file.Record; r != nil && r.Status != results.Failed {
			if outcome := r.Readings[results.SolutionTable]; outcome != nil && slices.Contains(outcome.Values, "solved") {
				of[file.Task.ID] = costOf(t.plan.Points[file.Task.Point], t.plan.At(file.Task.Point), r)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.run.Scanned(state)
	for _, row := range t.rows {
		for _, s := range row.searches {
			cost, known := of[s.ID]
			if known == s.failed {
				return t.unfit()
			}
			s.cost = cost
			delete(of, s.ID)
		}
	}
	if len(of) > 0 {
		return t.unfit()
	}
	return nil
}

// costOf is what the search of a record took.
func costOf(point plan.ShownPoint, kinds *plan.Point, r *results.Record) searchCost {
	cost := searchCost{math.NaN(), math.NaN(), math.NaN()}
	if kinds.FromFiles() {
		return cost
	}
	if r.Run != nil && r.Run.Searched > 0 {
		cost.seconds = r.Run.Searched
	}
	pairs := kinds.Replicas() * float64(cmp.Or(point.Weights, point.N)) * float64(point.P)
	own, finish := timesThrough(r, "sweeps", "epochs"), timesThrough(r, "finish_epochs")
	if kinds.Algorithm.About().Messages {
		cost.messages, cost.weights = own*pairs, finish*pairs
	} else {
		cost.weights = own * pairs
	}
	return cost
}

// timesThrough is how often a search went through all patterns, by the first of these that is a number of it; NaN if none is.
func timesThrough(r *results.Record, names ...string) float64 {
	numbers := r.Numbers()
	for _, name := range names {
		if of, known := numbers[name]; known && (of.Table == results.SolutionTable || of.Table == "search_finish") {
			return of.Value
		}
	}
	return math.NaN()
}

// costColumns are those of [pool.costCells] after success.
var costColumns = []string{"seconds", "seconds_sem", "seconds_solved", "seconds_unsolved", "seconds_per_solution", "seconds_per_solution_low", "seconds_per_solution_high",
	"timed", "message_updates", "message_updates_sem", "weight_updates", "weight_updates_sem"}

// table has what searches took beside their success.
func (c *costs) table() *results.Table {
	t := &results.Table{Name: "cost", Meta: []string{"seconds: processor time on the machines of the run"},
		Columns: slices.Concat(c.first.columns, table.SuccessColumns(), costColumns)}
	for _, p := range c.rows {
		t.Rows = append(t.Rows, slices.Concat(p.first.cells, p.costCells()))
	}
	return t
}

// costCells are the success of searches, and means of what they took over samples, those of a sample first.
func (p *pool) costCells() []results.Value {
	trials, failed := trialsOf(p.order)
	chance, low, high := trials.Probability()
	seconds, timed := overSamples(p.order, timeOf)
	ended := map[bool]results.Summary{}
	for _, solved := range []bool{true, false} {
		ended[solved], _ = overSamples(slices.DeleteFunc(slices.Clone(p.order), func(s *search) bool { return s.solved != solved }), timeOf)
	}
	messages, _ := overSamples(p.order, func(c searchCost) float64 { return c.messages })
	weights, _ := overSamples(p.order, func(c searchCost) float64 { return c.weights })
	return slices.Concat([]results.Value{results.Int(trials.Solved), results.Int(trials.All), results.Int(failed)}, interval(fitting.Estimate{Value: chance, Low: low, High: high}),
		summaryCells(seconds), []results.Value{mean(ended[true]), mean(ended[false])}, interval(perSolution(seconds, ended[false], chance, low, high)),
		[]results.Value{results.Int(timed)}, summaryCells(messages), summaryCells(weights))
}

func timeOf(c searchCost) float64 { return c.seconds }

// perSolution is the time of a solution, t/p for searches of mean time t that solve with probability p. Its interval is
// that of the probability: t_solved + t_unsolved (1/p − 1) at the ends of that of p. It is nothing if none is solved.
func perSolution(all, unsolved results.Summary, chance, low, high float64) fitting.Estimate {
	if !(chance > 0) {
		return fitting.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	value := all.Mean / chance
	wasted := unsolved.Mean
	if chance >= 1 || math.IsNaN(wasted) { // none failed: those that would take as long
		wasted = all.Mean
	}
	at := func(p float64) float64 { return value + wasted*(1/p-1/chance) }
	return fitting.Estimate{Value: value, Low: at(high), High: at(low)}
}

// summaryCells are a mean and its error.
func summaryCells(s results.Summary) []results.Value {
	return []results.Value{mean(s), withError(s.Sem, s.Sem)}
}

func mean(s results.Summary) results.Value { return withError(s.Mean, s.Sem) }

// overSamples summarises the means over the searches of each sample of what is known of them, and how many these are.
func overSamples(searches []*search, of func(searchCost) float64) (s results.Summary, known int) {
	var means []float64
	for _, own := range alike(searches, (*search).instance) {
		var x []float64
		for _, one := range own {
			if took := of(one.cost); !one.failed && !math.IsNaN(took) {
				x = append(x, took)
			}
		}
		if known += len(x); len(x) > 0 {
			means = append(means, results.Summarize(x).Mean)
		}
	}
	return results.Summarize(means), known
}
