package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/plot"
	"fbp/results"
)

// workFlags are the flags of fbp work.
type workFlags struct {
	output
	where []string
}

func workCommand() *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work DIR",
		Short: "Print success probabilities of searches and their processor times",
		Long: `Print, for each point of the sweep, how often searches found a solution and
what they took, as TSV:

  seconds               processor time of a search, solved or not
  seconds_per_solution  the same over the success probability
  timed                 number of searches whose time is known
  updates               sweeps and epochs of a search, times replicas, weights
                        and patterns: pairs of a weight and a pattern visited

with standard errors over samples. Success is that of success.tsv. Seconds are
those of the machines that did the searches, from the records; they are not
known for searches that continued from a checkpoint, were shared among cores or
were not done on Linux, nor for weights from files. They are not part of any
table of the run, whose bytes do not depend on the machine.`,
		Example: `  fbp work results/benchmark
  fbp work results/benchmark --where alpha=0.74 --figure work.pdf`,
		Args: exactly(1, "the folder of a run"),
		RunE: work(f.do),
	}
	f.register(cmd, "draw success against seconds, a panel for each α")
	cmd.Flags().StringArrayVar(&f.where, "where", nil, "take the rows with column=value only (repeatable; of one column any of them)")
	return cmd
}

// do prints the table of what searches took.
func (f *workFlags) do(cmd *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	choices, err := choicesOf(f.where)
	if err != nil {
		return err
	}
	w, err := readWorks(cmd.Context(), store.Folder(args[0]))
	if w != nil {
		for _, bad := range w.bad {
			say(cmd.ErrOrStderr(), "bad record, left out: %v (%s names the command that repairs it)", bad, config.Command("fbp check %s", args[0]))
		}
	}
	if err != nil {
		return err
	}
	if err := sayNotes(cmd.Context(), cmd.ErrOrStderr(), w.tables); err != nil {
		return err
	}
	if err := w.choose(choices); err != nil {
		return err
	}
	if err := f.draw(cmd.Context(), cmd.ErrOrStderr(), w.figure); err != nil {
		return err
	}
	named := *w.table
	named.Name, named.Meta = "work", []string{"seconds: processor time on the machines of the run"}
	if err := f.write(&named); err != nil {
		return err
	}
	return w.table.WriteTSV(cmd.OutOrStdout())
}

// choice is a column and the values of which a row has one.
type choice struct {
	column string
	values []string
}

// takes tells whether a cell has one of the values.
func (c choice) takes(cell results.Value) bool {
	return slices.ContainsFunc(c.values, func(value string) bool { return means(value, cell) })
}

// choicesOf are those of --where.
func choicesOf(list []string) (choices []choice, err error) {
	for _, item := range list {
		name, value, err := cutWhere(item)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(choices, func(c choice) bool { return c.column == name })
		if i < 0 {
			i, choices = len(choices), append(choices, choice{column: name})
		}
		choices[i].values = append(choices[i].values, value)
	}
	return choices, nil
}

// choose leaves the rows with one of the values of each column.
func (w *works) choose(choices []choice) error {
	for _, c := range choices {
		k := slices.Index(w.table.Columns, c.column)
		if k < 0 {
			return &config.Error{Where: "--where " + c.column + "=" + c.values[0], Want: "there is no such column; " + config.DidYouMean(c.column, w.table.Columns)}
		}
		var there []string
		for _, row := range w.table.Rows {
			if text := row[k].String(); len(there) < mostValues && !slices.Contains(there, text) {
				there = append(there, text)
			}
		}
		w.table.Rows = slices.DeleteFunc(w.table.Rows, func(row []results.Value) bool { return !c.takes(row[k]) })
		if len(w.table.Rows) == 0 {
			return &config.Error{Where: "--where " + c.column + "=" + c.values[0], Want: "no row is left; " + c.column + " is " + strings.Join(there, ", ")}
		}
	}
	if len(w.table.Rows) == 0 {
		return &config.Error{Where: string(w.folder), Want: "there is no row to print"}
	}
	return nil
}

// figure shows the rows whose seconds are known.
func (w *works) figure() (*plot.Figure, error) {
	at := func(name string) int { return slices.Index(w.table.Columns, name) }
	var points []plot.Costed
	for _, row := range w.table.Rows {
		number := func(name string) float64 { x, _ := row[at(name)].Float(); return x }
		p := plot.Costed{Seconds: number("seconds"), Error: number("seconds_sem"),
			Success: number("probability"), Low: number("probability_low"), High: number("probability_high")}
		if row[at("seconds")] == results.Missing {
			continue
		}
		for k, name := range w.table.Columns[:w.keys] {
			setting := plot.Key{Name: name, Values: []string{row[k].String()}}.Setting(0)
			switch {
			case name == "alpha":
				p.Panel = setting
			case p.Name == "":
				p.Name = setting
			default:
				p.Name += ", " + setting
			}
		}
		points = append(points, p)
	}
	figure, err := plot.Cost(points)
	if err != nil {
		return nil, &config.Error{Where: string(w.folder), Want: err.Error()}
	}
	return figure, nil
}
