package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/internal/say"
	"fbp/internal/values"
	"fbp/results"
	"fbp/theory/catalog"
)

// theoryCommand has one subcommand for each theory of the catalog.
func theoryCommand() *cobra.Command {
	var names []string
	var list strings.Builder
	cmd := &cobra.Command{
		Use:  "theory NAME",
		Args: cobra.ArbitraryArgs, // an unknown name is reported below, whatever its flags

		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("no theory %q; %s", args[0], say.DidYouMean(args[0], names))
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), list.String())
			return err
		},
	}
	for _, e := range catalog.All() {
		names = append(names, e.Name)
		fmt.Fprintf(&list, "%-26s %s\n", e.Name, e.Short)
		cmd.AddCommand(entryCommand(e))
	}
	explain(cmd)
	return cmd
}

func entryCommand(e catalog.Entry) *cobra.Command {
	texts := map[string]*string{}
	var r catalog.Request
	var to output
	var atOnce jobs
	cmd := &cobra.Command{
		Use:     e.Name,
		Short:   e.Short,
		Long:    e.Long,
		Example: e.Example,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fill(&r, e, cmd.Flags(), texts); err != nil {
				return err
			}
			var err error
			if r.Jobs, err = atOnce.number(cmd); err != nil {
				return err
			}
			if err := to.check(nil); err != nil {
				return err
			}
			t, err := printRows(cmd.Context(), e, r, to.asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return to.keep(cmd, args, t)
		},
	}
	if alias := strings.ReplaceAll(e.Name, "-", "_"); alias != e.Name {
		cmd.Aliases = []string{alias}
	}
	f := cmd.Flags()
	f.SortFlags = false
	for _, c := range e.Choices {
		texts[c.Name] = listFlag(f, c.Name, c.Default, c.Help)
		completeWords(cmd, c.Name, c.Words...)
	}
	for _, p := range e.Params {
		texts[p.Name] = listFlag(f, p.Name, p.Default, p.Help)
	}
	to.registerTable(cmd)
	atOnce.register(cmd, "points")
	return cmd
}

// list is the value of a flag that takes a comma list: given again, it adds to it.
type list struct {
	text  string
	given bool
}

// listFlag adds such a flag and returns its text.
func listFlag(flags *pflag.FlagSet, name, value, help string) *string {
	l := &list{text: value}
	if value == "0" { // which help leaves out
		help += ` (default "0")`
	}
	flags.Var(l, name, help)
	return &l.text
}

// Set implements [pflag.Value].
func (l *list) Set(text string) error {
	if l.given {
		text = l.text + "," + text
	}
	l.text, l.given = text, true
	return nil
}

// Type implements [pflag.Value].
func (l *list) Type() string { return "string" }

// String implements [pflag.Value].
func (l *list) String() string { return l.text }

// fill reads the flags that are given into the request of a theory.
func fill(r *catalog.Request, e catalog.Entry, flags *pflag.FlagSet, texts map[string]*string) error {
	r.Values, r.Words = map[string][]float64{}, map[string][]string{}
	for _, c := range e.Choices {
		if flags.Changed(c.Name) {
			r.Words[c.Name] = splitWords(*texts[c.Name])
		}
	}
	for _, p := range e.Params {
		if !flags.Changed(p.Name) {
			if p.Default == "" {
				return fmt.Errorf("theory %s: --%s is missing (%s)", e.Name, p.Name, p.Help)
			}
			continue
		}
		list, err := values.Parse(*texts[p.Name], p.Words...)
		if err != nil {
			return fmt.Errorf("--%s %w", p.Name, err)
		}
		r.Values[p.Name] = list
	}
	return nil
}

// printRows prints every row as soon as those before it are printed, so that an
// interruption leaves the rows computed so far. It returns all of them.
func printRows(ctx context.Context, e catalog.Entry, r catalog.Request, asJSON bool, out, stderr io.Writer) (*results.Table, error) {
	shown := newProgress(stderr)
	defer shown.close()
	printed, of, rows := 0, 0, shown.rows()
	r.Watch = func(done, total int) {
		of = total
		rows(e.Name, done, total)
	}
	t := e.Empty()
	t.Name = e.Name
	err := e.Stream(ctx, r, func(row []results.Value) error {
		line := t.TSVLine(row)
		switch {
		case asJSON:
			line = t.JSONLine(row)
		case printed == 0:
			line = strings.Join(t.Columns, "\t") + "\n" + line
		}
		shown.hide()
		if _, err := io.WriteString(out, line); err != nil {
			return runError{err}
		}
		t.Rows = append(t.Rows, row)
		printed++
		return nil
	})
	switch {
	case !errors.Is(err, context.Canceled):
		return t, err
	case of == 0:
		return nil, runError{fmt.Errorf("%w before the first row", errStopped)}
	}
	return nil, runError{fmt.Errorf("%w: %d of %d rows printed", errStopped, printed, of)}
}

// splitWords reads a comma list of words.
func splitWords(text string) []string {
	words := strings.Split(text, ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}
