package main

import (
	"crypto/sha256"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fbp/fitting"
	"fbp/internal/say"
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
	cmd := newCommand("fit PATH…", cobra.MinimumNArgs(1), f.do)
	f.register(cmd, "draw points, curves, their collapse, alpha_half against 1/sqrt(N)")
	cmd.Flags().StringVar(&f.by, "by", "", "fit the rows of each value of this column separately")
	cmd.Flags().StringArrayVar(&f.guide, "guide", nil, "a line at this α, value or value=name, in the figure (repeatable)")
	cmd.Flags().StringArrayVar(&f.where, "where", nil, "take the rows with column=value only (repeatable; of one column any of them)")
	return cmd
}

// do fits, and prints the table.
func (f *fitFlags) do(cmd *cobra.Command, args []string) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	if err := f.check(args); err != nil {
		return err
	}
	if err := f.checkBy(); err != nil {
		return err
	}
	guides, err := guidesOf(f.guide)
	if err != nil {
		return err
	}
	where, err := whereOf(f.where)
	if err != nil {
		return err
	}
	s := &fits{where: where, by: f.by, loads: true, tables: map[[sha256.Size]byte]string{}}
	for _, path := range args {
		if err := s.read(ctx, path, stderr); err != nil {
			return err
		}
	}
	if s.finish(); len(s.groups) == 0 {
		return where.nothing(args[0])
	}
	scales, err := heeding(ctx, func() (bool, error) { return s.fit(), nil })
	if err != nil {
		return err
	}
	err = f.draw(ctx, stderr, func() (*plot.Figure, error) { return transition(s.groups, guides, s.loads), nil })
	if err != nil {
		return err
	}
	return f.print(cmd, args, s.table(scales))
}

// checkBy refuses a column that the table of fits has anyway.
func (f *fitFlags) checkBy() error {
	if slices.Contains(slices.Concat([]string{"model"}, fitColumns, limitColumns), f.by) {
		return &say.Error{Where: "--by " + f.by, Want: "want a column of the tables that are read, of another name than those of the fit: " + strings.Join(fitColumns, ", ")}
	}
	return nil
}

// The columns of a fit, and those that it has beside with the limit of large N.
var (
	fitColumns   = []string{"n", "alpha_half", "alpha_half_low", "alpha_half_high", "width", "width_low", "width_high", "samples", "n_failed", "status"}
	limitColumns = []string{"nu", "nu_low", "nu_high", "mu", "deviance"}
)

// table is the table of the fits.
func (s *fits) table(scales bool) *results.Table {
	of := "alpha: as configured"
	if s.loads {
		of = "alpha: P/N"
	}
	t := &results.Table{Name: "fit", Meta: []string{of, "low, high: 95 % interval (profile likelihood); of n = inf without mu for all mu together"}, Columns: slices.Clone(fitColumns)}
	several := len(models(s.groups)) > 1
	if s.by != "" {
		t.Columns = append([]string{s.by}, t.Columns...)
	}
	if several {
		t.Columns = append([]string{"model"}, t.Columns...)
	}
	if scales {
		t.Columns = append(t.Columns, limitColumns...)
	}
	for _, g := range s.groups {
		for _, row := range fitRows(g) {
			if s.by != "" {
				row = append([]results.Value{g.By}, row...)
			}
			if several {
				row = append([]results.Value{results.TextOrMissing(g.Model)}, row...)
			}
			t.Rows = append(t.Rows, row[:len(t.Columns)])
		}
	}
	return t
}

// fitRows are those of a group: each size, and the limit, at each exponent of the shift and at any.
func fitRows(g fitted) (rows [][]results.Value) {
	add := func(n float64, half, width []results.Value, samples float64, failed int, status fitting.Status, limit ...results.Value) {
		if failed > 0 && status == fitting.OK {
			status = leftOut
		}
		row := slices.Concat([]results.Value{results.Num(n)}, half, width,
			[]results.Value{withError(samples, math.NaN()), results.Int(failed), results.Text(string(status))}, limit)
		for len(row) < len(fitColumns)+len(limitColumns) {
			row = append(row, results.Missing)
		}
		rows = append(rows, row)
	}
	all, failed := 0.0, 0
	for i, l := range g.Curves {
		n := samples(g.Sizes[i])
		all, failed = all+n, failed+g.Sizes[i].Failed
		add(g.Sizes[i].N, interval(l.Half), interval(l.Width), n, g.Sizes[i].Failed, l.Status)
	}
	if g.Scales {
		none := []results.Value{results.Missing, results.Missing, results.Missing}
		limit := func(s fitting.Scaling, further ...results.Value) {
			add(math.Inf(1), interval(s.Infinite), none, all, failed, s.Status, append(interval(s.Nu), further...)...)
		}
		for _, s := range g.Limit.Profile {
			limit(s, digits(s.Shift, 'g', 6), digits(s.Deviance, 'f', 2))
		}
		limit(g.Limit)
	}
	return rows
}

// leftOut is the status of a fit that would be ok if no search had failed: which ones do may go with success.
const leftOut fitting.Status = "failed"

// samples is the number of independent searches of a size.
func samples(s fitting.Size) (n float64) {
	for _, p := range s.Points {
		n += p.Trials
	}
	return n
}

// guidesOf are the values of --guide, with their names.
func guidesOf(list []string) (guides []plot.Guide, err error) {
	for _, item := range list {
		value, name, _ := strings.Cut(item, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0 && x < math.MaxFloat64) {
			return nil, &say.Error{Where: "--guide " + item, Want: "want a value of α > 0, or value=name"}
		}
		if err := plot.CheckLabel(name); err != nil {
			return nil, &say.Error{Where: "--guide " + item, Want: err.Error()}
		}
		guides = append(guides, plot.Guide{Value: x, Name: name})
	}
	return guides, nil
}
