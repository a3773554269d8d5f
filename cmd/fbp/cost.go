package main

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"fbp/experiment/plan"
	"fbp/experiment/store"
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
	cmd := &cobra.Command{
		Use:   "cost DIR",
		Short: "Print success probabilities of searches and their processor times",
		Long: `Print, for each point of the sweep, how often searches found a solution and
what they took, as TSV:

  seconds               processor time of a search, solved or not
  seconds_per_solution  the same over the success probability
  timed                 number of searches whose time is known
  updates               sweeps and epochs of a search, times replicas, weights
                        and patterns: pairs of a weight and a pattern visited

with standard errors over samples. Success is that of success.tsv, of the
searches in samples.tsv. Seconds are those of the machines that did the
searches, from the records; they are not known for searches that continued
from a checkpoint, were shared among cores or were not done on Linux, nor for
weights from files. They are not part of any table of the run, whose bytes do
not depend on the machine.`,
		Example: `  fbp cost results/benchmark
  fbp cost results/benchmark --where alpha=0.74 --figure cost.pdf`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeFolders,
		RunE:              running(f.do),
	}
	f.register(cmd, "draw success against seconds, a panel for each α")
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
	p, err := readable(args[0])
	if err != nil {
		return err
	}
	t, err := successOfRun(store.Folder(args[0]), p)
	if err != nil {
		return err
	}
	took, err := costsOf(ctx, t, stderr)
	if err != nil {
		return err
	}
	if err := sayNotes(ctx, stderr, t.run); err != nil {
		return err
	}
	if err := where.filter(t); err != nil {
		return err
	}
	if len(t.rows) == 0 {
		return where.nothing(args[0])
	}
	table := costTable(t, took)
	err = f.draw(ctx, stderr, func() (*plot.Figure, error) { return costFigure(t.plan.Swept, table) })
	if err != nil {
		return err
	}
	return f.print(cmd.OutOrStdout(), table)
}

// searchCosts is what the searches of a point cost.
type searchCosts struct {
	searches         int // that claim solutions, so that there is a row of success
	timed            int
	seconds, updates map[int][]float64 // by sample
}

// costsOf is what the searches of each point took, by all records that count; the table of
// success has to be of these.
func costsOf(ctx context.Context, t *successTable, stderr io.Writer) (map[*plan.ShownPoint]*searchCosts, error) {
	points := map[*plan.ShownPoint]*searchCosts{}
	f := store.Folder(t.run.Folder())
	state, err := f.Scan(ctx, t.plan, func(file store.StoredRecord) error {
		if file.Task.Pair != nil {
			return nil
		}
		if file.Err != nil {
			tell(stderr, "bad record, left out: %v (%s names the command that repairs it)", file.Err, say.Command("fbp check %s", string(f)))
		}
		if file.Record == nil || file.Record.Status == results.Failed {
			return nil
		}
		at := &t.plan.Points[file.Task.Point]
		if points[at] == nil {
			points[at] = &searchCosts{seconds: map[int][]float64{}, updates: map[int][]float64{}}
		}
		points[at].add(*at, file.Record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.run.Scanned(state)
	rows := map[*plan.ShownPoint]bool{}
	for _, row := range t.rows {
		if points[row.point] == nil { // all of its searches failed
			points[row.point] = &searchCosts{}
		}
		if rows[row.point] = true; row.cell("samples") != results.Int(points[row.point].searches) {
			return nil, t.unfit()
		}
	}
	for at, took := range points {
		if took.searches > 0 && !rows[at] {
			return nil, t.unfit()
		}
	}
	return points, nil
}

// add adds a search.
func (t *searchCosts) add(point plan.ShownPoint, r *results.Record) {
	outcome := r.Readings[results.SolutionTable]
	if outcome == nil || !slices.Contains(outcome.Values, "solved") {
		return
	}
	t.searches++
	if r.Run != nil && r.Run.Searched > 0 && plan.Parameter(r.Params, "algorithm", "weights") == nil {
		t.timed++
		t.seconds[r.Sample] = append(t.seconds[r.Sample], r.Run.Searched)
	}
	if n := sweepsOf(r); n > 0 {
		replicas, several := plan.Parameter(r.Params, "algorithm", "replicas").(float64)
		if !several {
			replicas = 1
		}
		visited := n * replicas * float64(cmp.Or(point.Weights, point.N)) * float64(point.P)
		t.updates[r.Sample] = append(t.updates[r.Sample], visited)
	}
}

// sweepsOf are the sweeps and epochs of a search, those of what finishes it too; 0 if there
// were none.
func sweepsOf(r *results.Record) (n float64) {
	for _, table := range []string{results.SolutionTable, "search_finish"} {
		s := r.Readings[table]
		if s == nil || len(s.Rows) != 1 {
			continue
		}
		for k, name := range s.Values {
			if slices.Contains([]string{"sweeps", "epochs", "finish_epochs"}, name) {
				n += float64(s.Rows[0][len(s.Keys)+k])
			}
		}
	}
	return n
}

// cells are the means over samples, those of the searches of a sample first.
func (t *searchCosts) cells(probability float64) []results.Value {
	seconds, updates := overSamples(t.seconds), overSamples(t.updates)
	perSolution := results.Missing
	if probability > 0 {
		perSolution = withError(seconds.Mean/probability, seconds.Sem/probability)
	}
	return slices.Concat(summaryCells(seconds), []results.Value{perSolution, results.Int(t.timed)}, summaryCells(updates))
}

// summaryCells are a mean and its error.
func summaryCells(s results.Summary) []results.Value {
	return []results.Value{withError(s.Mean, s.Sem), withError(s.Sem, s.Sem)}
}

// overSamples summarises the means of the samples.
func overSamples(of map[int][]float64) results.Summary {
	var means []float64
	for _, sample := range slices.Sorted(maps.Keys(of)) {
		means = append(means, results.Summarize(of[sample]).Mean)
	}
	return results.Summarize(means)
}

// costTable has what searches took beside their success.
func costTable(t *successTable, took map[*plan.ShownPoint]*searchCosts) *results.Table {
	success := t.columns[:slices.Index(t.columns, "probability_high")+1]
	c := &results.Table{Name: "cost", Meta: []string{"seconds: processor time on the machines of the run"},
		Columns: slices.Concat(success, []string{"seconds", "seconds_sem", "seconds_per_solution", "timed", "updates", "updates_sem"})}
	for _, row := range t.rows {
		p := fitting.Estimate{Value: row.float("probability"), Low: row.float("probability_low"), High: row.float("probability_high")}
		c.Rows = append(c.Rows, slices.Concat(row.cells[:len(success)-3], interval(p), took[row.point].cells(p.Value)))
	}
	return c
}
