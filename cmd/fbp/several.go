package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// Commands that take several configs or folders do one after the other.

// planned is a config that is to be run, and the folder of its run.
type plannedRun struct {
	file, dir string
	*plan.Plan
}

// plans are those of all configs, which are read before any work. The folders of several
// are their own, and hold no other experiments.
func (f *runFlags) plans(cmd *cobra.Command, args []string) (runs []plannedRun, err error) {
	for _, flag := range []string{"out", "task"} {
		if len(args) > 1 && cmd.Flags().Changed(flag) {
			return nil, &config.Error{Where: "--" + flag, Want: fmt.Sprintf("want one config with it, not %d", len(args))}
		}
	}
	folders := map[string]string{}
	for _, file := range args {
		p, err := load(cmd.Context(), file, f.sets, cmd.ErrOrStderr())
		if err != nil {
			return nil, err
		}
		dir := f.Dir
		if dir == "" {
			dir = filepath.Join("results", p.Name)
		}
		if other, taken := folders[dir]; taken {
			return nil, &config.Error{Where: file, Want: fmt.Sprintf("its folder would be %s, as that of %s: want another name", dir, other)}
		}
		folders[dir] = file
		runs = append(runs, plannedRun{file, dir, p})
	}
	for _, r := range runs {
		if len(runs) == 1 || f.Replace {
			break // the run itself refuses
		}
		if err := store.Refused(r.Plan, r.dir); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// inTurn does something for each of several configs or folders, which it names, and whose outcome is the
// worst of theirs; an interruption ends it, and any failure with failFast. Errors but the
// last are printed as they come.
func inTurn(names []string, failFast bool, stderr io.Writer, do func(i int) error) (worst error) {
	for i, name := range names {
		if len(names) > 1 {
			say(stderr, "%s (%d of %d)", name, i+1, len(names))
		}
		err := do(i)
		if err == nil {
			continue
		}
		stop := failFast || exitCode(workError{err}) == exitInterrupted && err != errRound
		if i == len(names)-1 && worst == nil || stop {
			return err
		}
		if text := message(workError{err}, ""); text != "" {
			fmt.Fprintln(stderr, text)
		}
		if worst == nil || exitCode(workError{err}) > exitCode(workError{worst}) {
			worst = err
		}
	}
	if worst != nil {
		return told{worst}
	}
	return nil
}

// told is an error that has been printed.
type told struct{ error }

func (t told) Unwrap() error { return t.error }
