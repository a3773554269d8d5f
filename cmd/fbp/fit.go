package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/fitting"
	"fbp/plot"
	"fbp/results"
)

// fitFlags are the flags of fbp fit.
type fitFlags struct {
	output
	by           string
	where, guide []string
}

func fitCommand() *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:   "fit PATH…",
		Short: "Fit the success of searches against α, and how it scales with N",
		Long: `Fit the success of searches against the number of patterns per weight, by
maximum likelihood, and print one row for each N as TSV:

  p(α) = 1/(1 + exp((α − alpha_half)/width))

with 95 % intervals of the profile likelihood. Each path is the folder of a run,
whose success.tsv is verified, or a table like it, with the columns n, alpha,
solved and samples. α is P/N of the patterns that there are where that is known:
in a folder, or in a table with a column p. With --by the rows of each value of
a column are fitted separately, and the column comes first in the table.

With four values of N or more, a last row n = inf has the limit of

  alpha_half = α_∞ + b N^(−1/ν),  width = c N^(−1/ν),

and the exponent nu, both with intervals.

status is ok, or gives the reason for empty cells: separated (all solved
below, none above), all_solved, none_solved, one_alpha, increasing (success does
not fall with α), unbounded (an end of an interval is open). poor_fit means that
the points scatter more than the curve allows: its intervals are too narrow, and
empty cells are open ends.`,
		Example: `  fbp fit results/alpha-sweep
  fbp fit results/n501 results/n1001 results/n2001 --figure fit.pdf
  fbp fit results/protocols --where protocol=scoping --out fit.tsv
  fbp fit results/scaling --by variant --guide 0.729=theory --figure fit.pdf`,
		Args: atLeast(1, "the folder of a run, or a table like success.tsv,"),
		RunE: work(f.do),
	}
	f.register(cmd, "draw points, curves, their collapse, alpha_half against N")
	cmd.Flags().StringVar(&f.by, "by", "", "fit the rows of each value of this column separately")
	cmd.Flags().StringArrayVar(&f.guide, "guide", nil, "a line at this α, value or value=name, in the figure (repeatable)")
	cmd.Flags().StringArrayVar(&f.where, "where", nil, "take the rows with column=value only (repeatable; of one column any of them)")
	return cmd
}

// do fits, and prints what came out.
func (f *fitFlags) do(cmd *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	if cmd.Flags().Changed("by") {
		if err := f.checkBy(); err != nil {
			return err
		}
	}
	guides, err := guidesOf(f.guide)
	if err != nil {
		return err
	}
	s := successes{by: f.by, loads: true, had: map[string][]string{}, of: map[string]*successGroup{}}
	if s.where, err = choicesOf(f.where); err != nil {
		return err
	}
	fits, err := heeding(cmd.Context(), func() (*fitted, error) { return s.fit(cmd.Context(), args) })
	if err != nil {
		return err
	}
	if err := sayNotes(cmd.Context(), cmd.ErrOrStderr(), s.runs...); err != nil {
		return err
	}
	err = f.draw(cmd.Context(), cmd.ErrOrStderr(), func() (*plot.Figure, error) { return plot.Transition(fits.groups, guides, fits.loads), nil })
	if err != nil {
		return err
	}
	if err := f.write(fits.table); err != nil {
		return err
	}
	plain := results.Table{Columns: fits.table.Columns, Rows: fits.table.Rows}
	if err := plain.WriteTSV(cmd.OutOrStdout()); err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), fits.words())
	return nil
}

// checkBy refuses a column that the table of fits has anyway.
func (f *fitFlags) checkBy() error {
	switch {
	case f.by == "n":
		return &config.Error{Where: "--by n", Want: "every n has its row without it: want another column"}
	case f.by == "" || slices.Contains(slices.Concat(fitColumns, limitColumns), f.by):
		return &config.Error{Where: strings.TrimSpace("--by " + f.by), Want: "want a column of the tables that are read, of another name than those of the fit: " + strings.Join(fitColumns, ", ")}
	}
	return nil
}

// The columns of a fit, and those that it has beside with the limit of large N.
var (
	fitColumns   = []string{"n", "alpha_half", "alpha_half_low", "alpha_half_high", "width", "width_low", "width_high", "samples", "status"}
	limitColumns = []string{"nu", "nu_low", "nu_high"}
)

// fitted are the fits of all groups.
type fitted struct {
	groups []plot.Fitted
	by     string          // the column whose values name the groups, "" for one group
	values []results.Value // that of each group
	scales bool            // one of them has a limit
	loads  bool            // x is P/N
	table  *results.Table
}

// fit reads paths and fits them.
func (s *successes) fit(ctx context.Context, paths []string) (*fitted, error) {
	for _, path := range paths {
		if err := s.read(ctx, path); err != nil {
			return nil, err
		}
	}
	f := &fitted{by: s.by, loads: s.loads}
	for _, g := range s.groups {
		if len(g.sizes) == 0 {
			continue
		}
		one := plot.Fitted{Name: g.value.String(), Sizes: g.sizes}
		for _, size := range g.sizes {
			one.Curves = append(one.Curves, fitting.FitLogistic(size.Points))
		}
		one.Limit, one.Scales = fitting.FitScaling(one.Sizes, one.Curves)
		f.groups, f.values, f.scales = append(f.groups, one), append(f.values, g.value), f.scales || one.Scales
	}
	if len(f.groups) == 0 {
		want := "no row with samples to fit"
		for _, c := range s.where {
			want += fmt.Sprintf("; %s is %s", c.column, strings.Join(s.had[c.column], ", "))
		}
		return nil, &config.Error{Where: paths[0], Want: want}
	}
	f.table = f.rows()
	return f, nil
}

// rows is the table of the fits.
func (f *fitted) rows() *results.Table {
	of := "alpha: as configured"
	if f.loads {
		of = "alpha: P/N"
	}
	t := &results.Table{Name: "fit", Meta: []string{of, "low, high: 95 % interval (profile likelihood)"}, Columns: slices.Clone(fitColumns)}
	if f.by != "" {
		t.Columns = append([]string{f.by}, t.Columns...)
	}
	if f.scales {
		t.Columns = append(t.Columns, limitColumns...)
	}
	for i, g := range f.groups {
		for _, row := range f.rowsOf(g) {
			if f.by != "" {
				row = append([]results.Value{f.values[i]}, row...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// rowsOf are those of a group: each size, and the limit.
func (f *fitted) rowsOf(g plot.Fitted) (rows [][]results.Value) {
	none := []results.Value{results.Missing, results.Missing, results.Missing}
	add := func(n float64, half, width []results.Value, samples float64, status fitting.Status, nu []results.Value) {
		row := slices.Concat([]results.Value{results.Num(n)}, half, width, []results.Value{results.Num(samples), results.Text(string(status))})
		if f.scales {
			row = append(row, nu...)
		}
		rows = append(rows, row)
	}
	all := 0.0
	for i, l := range g.Curves {
		n := samples(g.Sizes[i])
		all += n
		add(g.Sizes[i].N, cellsOf(l.Half), cellsOf(l.Width), n, l.Status, none)
	}
	if g.Scales {
		add(math.Inf(1), cellsOf(g.Limit.Infinite), none, all, g.Limit.Status, cellsOf(g.Limit.Nu))
	}
	return rows
}

// samples is the number of independent searches of a size.
func samples(s fitting.Size) (n float64) {
	for _, p := range s.Points {
		n += p.Trials
	}
	return n
}

func cellsOf(e fitting.Estimate) []results.Value {
	return []results.Value{results.Num(e.Value), results.Num(e.Low), results.Num(e.High)}
}

// words says in a line for each group what came out.
func (f *fitted) words() string {
	var lines []string
	for i, g := range f.groups {
		if i == mostValues {
			lines = append(lines, fmt.Sprintf("and %d more, in the table", len(f.groups)-i))
			break
		}
		line := "half of the searches succeed at " + wordsOf(g)
		if g.Name != "" {
			line = g.Name + ": " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// wordsOf are those of a group; of many sizes the smallest and the largest.
func wordsOf(g plot.Fitted) string {
	var parts []string
	for i, l := range g.Curves {
		if n := len(g.Curves); n > 4 && i > 0 && i < n-1 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s for N = %.0f", inWords(l.Half, l.Status), g.Sizes[i].N))
	}
	if g.Scales {
		limit := inWords(g.Limit.Infinite, g.Limit.Status)
		if !math.IsNaN(g.Limit.Nu.Value) {
			limit += fmt.Sprintf(", ν = %.3g", g.Limit.Nu.Value)
		}
		parts = append(parts, limit+" for N → ∞")
	}
	return strings.Join(parts, "; ")
}

// guidesOf are the values of --guide, with their names.
func guidesOf(list []string) (guides []plot.Guide, err error) {
	for _, item := range list {
		value, name, _ := strings.Cut(item, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0 && x < math.MaxFloat64) {
			return nil, &config.Error{Where: "--guide " + item, Want: "want a value of α > 0, or value=name"}
		}
		if err := plot.CheckLabel(name); err != nil {
			return nil, &config.Error{Where: "--guide " + item, Want: err.Error()}
		}
		guides = append(guides, plot.Guide{Value: x, Name: name})
	}
	return guides, nil
}

// inWords is a middle with its interval, or why there is none.
func inWords(e fitting.Estimate, status fitting.Status) string {
	low, high := !math.IsNaN(e.Low), !math.IsNaN(e.High)
	text := "α"
	if !math.IsNaN(e.Value) {
		text += fmt.Sprintf(" = %.4g", e.Value)
	}
	switch {
	case low && high && math.IsNaN(e.Value):
		text += fmt.Sprintf(" from %.4g to %.4g", e.Low, e.High)
	case low && high:
		text += fmt.Sprintf(" (95 %%: %.4g to %.4g)", e.Low, e.High)
	case low:
		text += fmt.Sprintf(" of at least %.4g", e.Low)
	case high:
		text += fmt.Sprintf(" of at most %.4g", e.High)
	case math.IsNaN(e.Value):
		return "an unknown α [" + string(status) + "]"
	}
	if status != fitting.OK {
		text += " [" + string(status) + "]"
	}
	return text
}
