package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/say"
)

func initCommand() *cobra.Command {
	var of plan.Start
	cmd := &cobra.Command{
		Use:   "init [NAME]",
		Short: "Write a config to start from, with every key explained",
		Long: `Write NAME.toml (default experiment.toml), the config of a small experiment in
which every key has its default and a comment. An existing file is never
overwritten. Where fbp.schema.json lies beside it (fbp config --schema), its
first line names this for editors.

--model, --instance, --algorithm and --measure choose the kinds of its sections,
which fbp config lists, and --set any other key. Where kinds are chosen, nothing
is measured without --measure. Kinds that do not go together are refused.`,
		Example: `  fbp init first
  fbp init second --model committee --algorithm sbpi --instance teacher
  fbp init third --algorithm monte_carlo --measure stability
  fbp init fourth --algorithm lal --set model.weights=spherical`,
		Args: cobra.MaximumNArgs(1),
		RunE: running(func(cmd *cobra.Command, args []string) error {
			name := append(args, "experiment")[0]
			return writeConfig(cmd.Context(), strings.TrimSuffix(name, ".toml"), of, cmd.ErrOrStderr())
		}),
	}
	cmd.Flags().StringVar(&of.Model, "model", "", "kind of [model] (default perceptron)")
	cmd.Flags().StringVar(&of.Instance, "instance", "", "kind of [instance] (default random)")
	cmd.Flags().StringVar(&of.Algorithm, "algorithm", "", "kind of [algorithm] (default fbp)")
	cmd.Flags().StringSliceVar(&of.Measures, "measure", nil, "kinds of [[measure]] (default local_entropy and stability, or none where another kind is chosen)")
	setFlag(cmd, &of.Sets)
	return cmd
}

// writeConfig writes a config to a new file.
func writeConfig(ctx context.Context, name string, of plan.Start, stderr io.Writer) error {
	path, base := name+".toml", filepath.Base(name)
	if want := plan.CheckName(base); want != "" {
		return &say.Error{Where: path, Want: want}
	}
	text, spec, err := experiment.Standard().Template(ctx, base, of)
	if err != nil {
		return err
	}
	if _, err := files.Stat(filepath.Join(filepath.Dir(path), plan.SchemaFile)); err == nil {
		text = append([]byte("#:schema "+plan.SchemaFile+"\n"), text...)
	}
	if err := files.CheckOutput(path); err != nil {
		return &say.Error{Where: path, Want: err.Error()}
	}
	f, err := files.New(path, text)
	if errors.Is(err, fs.ErrExist) {
		return &say.Error{Where: path, Want: "is there already and is not overwritten"}
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return files.Explain("write", path, err)
	}
	fmt.Fprintln(stderr, say.Command("wrote %s; fbp run %s"+spec.Flags()+" runs it", path, path))
	return nil
}
