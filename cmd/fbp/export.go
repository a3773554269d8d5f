package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/experiment/export"
	"fbp/experiment/store"
	"fbp/internal/say"
)

// exportFlags are the flags of fbp export.
type exportFlags struct {
	export.Options
	out string
}

func exportCommand() *cobra.Command {
	var f exportFlags
	cmd := newCommand("export DIR", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return f.write(cmd.Context(), args[0], cmd.ErrOrStderr())
	})
	cmd.Flags().StringVar(&f.Format, "format", "npy", "npy or txt")
	cmd.Flags().BoolVar(&f.Replicas, "replicas", false, "also the weights of all replicas of each search")
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the files (default DIR/weights)")
	completeWords(cmd, "format", export.Formats()...)
	return cmd
}

// write writes the weights.
func (f *exportFlags) write(ctx context.Context, dir string, stderr io.Writer) error {
	p, err := decoded(dir)
	if err != nil {
		return err
	}
	if err := folderFor("--out", f.out); err != nil {
		return err
	}
	inside := filepath.Join(dir, "weights")
	if f.out == "" {
		f.out = inside
	}
	f.Put = export.To(f.out)
	if filepath.Clean(f.out) == filepath.Clean(inside) {
		locked, done, err := store.Lock(ctx, dir, "tables")
		if err != nil {
			return err
		}
		defer done()
		ctx = locked
	}
	done, err := export.Write(ctx, p, store.Folder(dir), f.Options)
	if err != nil {
		return err
	}
	tell(stderr, "wrote the weights of %s to %s", plural(len(done.Table.Rows), "search"), f.out)
	if done.Todo > 0 {
		fmt.Fprintf(stderr, "missing are those of %d tasks that are not done\n", done.Todo)
	}
	if done.Failed > 0 {
		fmt.Fprintf(stderr, say.Command("missing are those of %%d tasks that failed (fbp status %s --failed gives the reasons)\n", dir), done.Failed)
	}
	for _, t := range done.Lost {
		tell(stderr, "missing: solutions/%s (task %d)", t.Solution, t.Number)
	}
	switch {
	case len(done.Lost) > 0:
		fmt.Fprintln(stderr, say.Command("fbp check %s names the command that searches for them again", dir))
		return errIncomplete
	case f.Replicas && done.Replicas == 0:
		return &say.Error{Where: "--replicas", Want: "no search in " + dir + " has replicas"}
	}
	return nil
}
