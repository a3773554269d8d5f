package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

func exportCommand() *cobra.Command {
	var o store.ExportOptions
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the weights that searches ended with as .npy or text",
		Long: `Write the weights that each search of a run ended with, solved or not, to a file
of their own, for NumPy, Julia or anything else: .npy (int8, or float64 if they
are not ±1) or text with one weight per line. The table weights.tsv lists the
file of each sample, with solved (0 or 1) and errors.

The weights of a search with replicas are those of their reference; --replicas
also writes the replicas, one file per search: a row for each of them, those of
the first snapshot first. Of a network of several layers each layer is written
too, a row for each unit.

Weights of other programs are read with [algorithm] kind = "file" and their
path.`,
		Example: `  fbp export results/alpha05
  fbp export results/alpha05 --format txt --out weights`,
		Args:              exactly(1, "one folder of a run"),
		ValidArgsFunction: completeFolders,
		RunE: work(func(cmd *cobra.Command, args []string) error {
			return export(cmd.Context(), args[0], o, cmd.ErrOrStderr())
		}),
	}
	cmd.Flags().StringVar(&o.Format, "format", "npy", "npy or txt")
	cmd.Flags().BoolVar(&o.Replicas, "replicas", false, "also the weights of all replicas of each search")
	cmd.Flags().StringVar(&o.Out, "out", "", "folder for the files (default DIR/weights)")
	completeWords(cmd, "format", store.WeightFormats()...)
	return cmd
}

// export writes the weights, and seals the folder again if they are in it.
func export(ctx context.Context, dir string, o store.ExportOptions, stderr io.Writer) error {
	p, err := readable(dir)
	if err != nil {
		return err
	}
	if err := folderFor("--out", o.Out); err != nil {
		return err
	}
	inside := filepath.Join(dir, "weights")
	if o.Out == "" {
		o.Out = inside
	}
	var t *results.Table
	write := func(ctx context.Context, p *plan.Plan, written store.Sums) (err error) {
		o.Sums = store.Sums{}
		t, err = store.Export(ctx, p, dir, o)
		for name, sum := range o.Sums {
			written["weights/"+name] = sum
		}
		return err
	}
	if filepath.Clean(o.Out) == filepath.Clean(inside) {
		err = updating(ctx, dir, write)
	} else {
		err = write(ctx, p, store.Sums{})
	}
	if err != nil {
		return err
	}
	say(stderr, "wrote the weights of %s to %s", plural(len(t.Rows), "search"), o.Out)
	return missing(ctx, p, dir, stderr)
}

// missing says which solutions are missing. The error is that of solutions that were
// there and are not any more.
func missing(ctx context.Context, p *plan.Plan, dir string, stderr io.Writer) error {
	lost, todo, err := store.Folder(dir).Lost(ctx, p)
	if err != nil {
		return err
	}
	if todo > 0 {
		fmt.Fprintf(stderr, "missing are those of %d tasks that are not done\n", todo)
	}
	for _, t := range lost {
		point := ""
		for i, path := range p.Swept {
			point += fmt.Sprintf(", %s = %s", path, plan.Cell(p.Points[t.Point].Values[i]))
		}
		say(stderr, "missing: solutions/%s (task %d: sample %d%s)", t.Solution, t.Number, t.Sample, point)
	}
	if len(lost) > 0 {
		fmt.Fprintln(stderr, config.Command("fbp check %s names the command that searches for them again", dir))
		return errIncomplete
	}
	return nil
}
