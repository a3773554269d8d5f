package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/say"
)

// planFlags are the flags of fbp plan.
type planFlags struct {
	sets             []string
	asJSON, resolved bool
	patterns, data   string // folders
}

func planCommand() *cobra.Command {
	var f planFlags
	cmd := newCommand("plan CONFIG", cobra.ExactArgs(1), f.do)
	setFlag(cmd, &f.sets)
	jsonFlag(cmd, &f.asJSON, "print JSON, with the parameters of every task")
	cmd.Flags().BoolVar(&f.resolved, "resolved", false, "print the config with every default that it has, instead of its tasks")
	cmd.Flags().StringVar(&f.patterns, "write-patterns", "", "write the patterns of every sample, times their labels, to files in this folder")
	cmd.Flags().StringVar(&f.data, "write-data", "", "write inputs, labels, test set and teacher as .npy to this folder")
	return cmd
}

// do prints the plan of a config.
func (flags *planFlags) do(cmd *cobra.Command, args []string) error {
	file, out, stderr := args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := cmp.Or(folderFor("--write-patterns", flags.patterns), folderFor("--write-data", flags.data)); err != nil {
		return err
	}
	p, err := load(cmd.Context(), file, flags.sets, stderr)
	if err != nil {
		return err
	}
	if flags.resolved {
		_, err := out.Write(p.Spec.Resolved(""))
		return err
	}
	if err := writeInstances(cmd.Context(), p, flags.patterns, flags.data, stderr); err != nil {
		return err
	}
	state, err := store.Folder(filepath.Join("results", p.Name)).Scan(cmd.Context(), p, nil)
	if err != nil {
		return err
	}
	f := &forecast{p, file, state.Times}
	if flags.asJSON {
		return f.json(out)
	}
	if err := f.table().WriteTSV(out); err != nil {
		return err
	}
	fmt.Fprintln(stderr, f.summary())
	if text := windows(p); text != "" {
		fmt.Fprintln(stderr, text)
	}
	for _, words := range p.Spec.Commands() {
		tell(stderr, "runs with --allow-commands: %s", say.CommandLine(words))
	}
	for _, th := range p.Spec.Theories {
		tell(stderr, "theory %s: %d rows", th.Name, th.Rows())
	}
	memory{p, file, false, stderr}.warn()
	return nil
}

// setFlag is --set, which run and plan share.
func setFlag(cmd *cobra.Command, sets *[]string) {
	cmd.Flags().StringArrayVar(sets, "set", nil, "set a key of the config, path=value; a,b,c or from:to:n sweeps it, path= removes it (repeatable)")
}

// load makes the plan of a config file, and prints which keys --set dropped.
func load(ctx context.Context, file string, sets []string, stderr io.Writer) (*plan.Plan, error) {
	if err := setOnce(sets); err != nil {
		return nil, err
	}
	spec, err := heeding(ctx, func() (*plan.Spec, error) { return plan.Load(ctx, file, sets, experiment.Standard()) })
	if err != nil {
		return nil, err
	}
	for _, text := range spec.Warnings {
		tell(stderr, "warning: %s", text)
	}
	return heeding(ctx, func() (*plan.Plan, error) { return plan.New(ctx, spec) })
}

// setOnce refuses a key that --set gives numbers or lists twice: who means a sweep would get
// the last ones alone. Of words, as paths are, the last counts.
func setOnce(sets []string) error {
	before := map[string]string{}
	for _, set := range sets {
		path, value, _ := strings.Cut(set, "=")
		path, value = strings.TrimSpace(path), strings.TrimSpace(value)
		if value == "" || !strings.Contains("+-.0123456789[", value[:1]) {
			continue
		}
		if other, twice := before[path]; twice {
			return &say.Error{Where: "--set " + set, Want: fmt.Sprintf("--set %s is there already: want every key once, several values with commas between them", other)}
		}
		before[path] = set
	}
	return nil
}

// writeInstances writes what is asked for, of every instance of the plan, which is made once:
// its patterns as text to one folder, and all of its data as .npy to another.
func writeInstances(ctx context.Context, p *plan.Plan, patterns, data string, stderr io.Writer) error {
	for _, dir := range []string{patterns, data} {
		if dir == "" {
			continue
		}
		if err := files.MkdirAll(dir); err != nil {
			return err
		}
	}
	if patterns == "" && data == "" {
		return nil
	}
	made := map[string]bool{}
	for _, t := range p.Tasks {
		name := p.InstanceName(t)
		if made[name] {
			continue
		}
		made[name] = true
		d, err := p.Data(ctx, t)
		if err == nil && patterns != "" {
			err = d.Train.WriteFile(filepath.Join(patterns, name+".txt"))
		}
		if err == nil && data != "" {
			err = d.WriteNPY(filepath.Join(data, name+"."))
		}
		if err != nil {
			return err
		}
	}
	if patterns != "" {
		tell(stderr, "%d pattern files in %s", len(made), patterns)
	}
	if data != "" {
		tell(stderr, "%d instances in %s", len(made), data)
	}
	return nil
}
