package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/fitting"
	"fbp/internal/files"
	"fbp/plot"
	"fbp/results"
)

func fitCommand() *cobra.Command {
	var out, picture string
	var where []string
	cmd := &cobra.Command{
		Use:   "fit PATH…",
		Short: "Fit the success of searches against α, and how it scales with N",
		Long: `Fit the success of searches against the number of patterns per weight, by
maximum likelihood, and print one row for each N as TSV:

  p(α) = 1/(1 + exp((α − alpha_half)/width))

with 95 % intervals of the profile likelihood. Each path is the folder of a run,
whose success.tsv is verified, or a table like it, with the columns n, alpha,
solved and samples. α is P/N of the patterns that there are where that is known:
in a folder, or in a table with a column p.

With four values of N or more, a last row n = inf has the limit of

  alpha_half = α_∞ + b N^(−1/ν),  width = c N^(−1/ν),

and the exponent nu, both with intervals.

status is ok, or says which cells are empty, and why: separated (all solved
below, none above), all_solved, none_solved, one_alpha, increasing (success does
not fall with α), unbounded (an end of an interval is open). poor_fit says that
the points scatter more than the curve allows: its intervals are too narrow.`,
		Example: `  fbp fit results/alpha-sweep
  fbp fit results/n501 results/n1001 results/n2001 --figure fit.pdf
  fbp fit results/protocols --where protocol=scoping --out fit.tsv`,
		Args: atLeast(1, "the folder of a run, or a table like success.tsv,"),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			format, err := formatOf(picture)
			if err != nil {
				return err
			}
			s := successes{seen: map[string]string{}, loads: true}
			if s.where, err = whereOf(where); err != nil {
				return err
			}
			f, err := s.fit(cmd.Context(), args)
			if err != nil {
				return err
			}
			if err := f.write(out); err != nil {
				return err
			}
			if picture != "" {
				if err := drawFit(f, picture, format); err != nil {
					return err
				}
			}
			plain := results.Table{Columns: f.table.Columns, Rows: f.table.Rows}
			if err := plain.WriteTSV(cmd.OutOrStdout()); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), f.words())
			return nil
		}),
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "also write the table to this file, replacing it")
	f.StringVar(&picture, "figure", "", "draw curves, points and their collapse: a file .pdf, .svg or .png, replaced")
	f.StringArrayVar(&where, "where", nil, "take the rows with column=value only (repeatable)")
	return cmd
}

// formatOf is the format of the file of a figure.
func formatOf(picture string) (string, error) {
	format := strings.TrimPrefix(filepath.Ext(picture), ".")
	if picture == "" {
		return "", nil
	}
	if !slices.Contains(plot.Formats(), format) {
		return "", &config.Error{Where: "--figure " + picture, Want: "want a name that ends in .pdf, .svg or .png"}
	}
	return format, nil
}

// fitted are the fits of all sizes.
type fitted struct {
	sizes  []fitting.Size
	curves []fitting.Logistic
	limit  fitting.Scaling
	scales bool // there is a limit
	loads  bool // x is P/N
	table  *results.Table
}

// fit reads paths and fits them.
func (s *successes) fit(ctx context.Context, paths []string) (*fitted, error) {
	for _, path := range paths {
		if err := s.read(ctx, path); err != nil {
			return nil, err
		}
	}
	if len(s.sizes) == 0 {
		return nil, &config.Error{Where: paths[0], Want: "no row with samples to fit"}
	}
	f := &fitted{sizes: s.sizes, loads: s.loads}
	for _, size := range s.sizes {
		f.curves = append(f.curves, fitting.FitLogistic(size.Points))
	}
	f.limit, f.scales = fitting.FitScaling(f.sizes, f.curves)
	f.table = f.rows()
	return f, nil
}

// rows is the table of the fits.
func (f *fitted) rows() *results.Table {
	of := "alpha: as configured"
	if f.loads {
		of = "alpha: P/N"
	}
	t := &results.Table{Name: "fit", Meta: []string{of, "low, high: 95 % interval (profile likelihood)"}, Columns: []string{"n",
		"alpha_half", "alpha_half_low", "alpha_half_high", "width", "width_low", "width_high", "samples", "status"}}
	if f.scales {
		t.Columns = append(t.Columns, "nu", "nu_low", "nu_high")
	}
	all := 0.0
	for i, l := range f.curves {
		n := samples(f.sizes[i])
		all += n
		row := append([]results.Value{results.Num(f.sizes[i].N)}, append(cellsOf(l.Half), cellsOf(l.Width)...)...)
		t.Rows = append(t.Rows, append(row, results.Num(n), results.Text(string(l.Status))))
	}
	if f.scales {
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], results.Missing, results.Missing, results.Missing)
		}
		row := append([]results.Value{results.Num(math.Inf(1))}, cellsOf(f.limit.Infinite)...)
		row = append(row, results.Missing, results.Missing, results.Missing, results.Num(all), results.Text(string(f.limit.Status)))
		t.Rows = append(t.Rows, append(row, cellsOf(f.limit.Nu)...))
	}
	return t
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

// write writes the table to a file, with a checksum.
func (f *fitted) write(path string) error {
	if path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := f.table.WriteTSV(&b); err != nil {
		return err
	}
	return files.WriteFile(path, results.SealTSV(b.Bytes()))
}

// drawFit writes the figure.
func drawFit(f *fitted, path, format string) error {
	figure := plot.Transition(f.sizes, f.curves, f.limit, f.scales, f.loads)
	var b bytes.Buffer
	if err := figure.Write(&b, format); err != nil {
		return err
	}
	return files.WriteFile(path, b.Bytes())
}

// words says in one line what came out.
func (f *fitted) words() string {
	var parts []string
	for i, l := range f.curves {
		if n := len(f.curves); n > 4 && i > 0 && i < n-1 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s for N = %.0f", inWords(l.Half, l.Status), f.sizes[i].N))
	}
	if f.scales {
		limit := inWords(f.limit.Infinite, f.limit.Status)
		if !math.IsNaN(f.limit.Nu.Value) {
			limit += fmt.Sprintf(", ν = %.3g", f.limit.Nu.Value)
		}
		parts = append(parts, limit+" for N → ∞")
	}
	return "half of the searches succeed at " + strings.Join(parts, "; ")
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
		return "no α [" + string(status) + "]"
	}
	if status != fitting.OK {
		text += " [" + string(status) + "]"
	}
	return text
}
