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
	cmd := newCommand("init [NAME]", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		name := append(args, "experiment")[0]
		return writeConfig(cmd.Context(), strings.TrimSuffix(name, ".toml"), of, cmd.ErrOrStderr())
	})
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
