package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
)

// checksums reads checksums.tsv, against which sealed compares the files.
func (k *check) checksums(context.Context) error {
	var err error
	k.sums, err = k.folder.Checksums()
	var damaged *store.TableError
	switch {
	case errors.As(err, &damaged):
		k.found(store.ChecksumsTable+".tsv", damaged.Err.Error(), k.collect())
	case err != nil:
		return err
	case k.sums == nil:
		k.Notes = append(k.Notes, "files without a checksum of their own, such as figures: there is no checksums.tsv (an older fbp made the run, or it has not come to its end); "+k.collect()+" makes it")
	}
	return nil
}

// sealed compares every file with its checksum in checksums.tsv. What was found
// already is not found again.
func (k *check) sealed(ctx context.Context) error {
	if k.sums == nil {
		return nil
	}
	older := k.sums.Config != k.plan.Config && k.Missing > 0
	if older {
		k.Notes = append(k.Notes, "config.toml and plan.json by checksums.tsv, which is that of the plan before: it is written when the run ends")
	}
	var gone []string // of an earlier plan
	for _, name := range slices.Sorted(maps.Keys(k.sums.Sums)) {
		if k.wrong[name] || older && (name == "config.toml" || name == "plan.json") {
			continue
		}
		is, known := k.read[name]
		same, bad, err := is == k.sums.Sums[name], error(nil), error(nil)
		if !known {
			same, bad, err = k.compare(ctx, name, k.sums.Sums[name])
		}
		switch {
		case err != nil:
			return err
		case files.Missing(bad) && !k.ofPlan(name):
			gone = append(gone, name)
		case bad != nil:
			k.unreadable(name, bad)
		case !same:
			k.found(name, differs(name), k.mendOf(name))
		default:
			k.Sealed++
		}
	}
	if len(gone) > 0 {
		k.Notes = append(k.Notes, fmt.Sprintf("files of an earlier plan, or of samples that do not count, that are no longer there: %d, the first is %s", len(gone), gone[0]))
	}
	return nil
}

// compare tells whether a file of the folder has this checksum; one of another length, which may be
// far larger, is not read. bad is why the file cannot be read, err what ends the check.
func (k *check) compare(ctx context.Context, name string, want store.Checksum) (same bool, bad, err error) {
	path, is := k.folder.In(name), store.NewSumming()
	if info, err := files.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() != int64(want.Bytes) {
		return false, nil, nil
	}
	file, bad := files.Open(path)
	if bad == nil {
		_, bad = io.Copy(is, store.Interruptible(ctx, file))
		file.Close()
	}
	switch {
	case ctx.Err() != nil:
		err = config.ErrInterrupted
	case store.Stops(bad):
		err = files.Explain("read", path, bad)
	}
	return is.Sum() == want, bad, err
}

// unreadable has found a file that is missing or cannot be read.
func (k *check) unreadable(name string, bad error) {
	why := "missing"
	if !files.Missing(bad) {
		why = files.Cause(bad).Error()
	}
	k.found(name, why, k.mendOf(name))
}

// ofPlan tells whether a file is one that a task of the plan makes, or no task does.
func (k *check) ofPlan(name string) bool {
	dir, base := path.Split(name)
	switch dir {
	case "tasks/":
		return k.tasks[strings.TrimSuffix(base, path.Ext(base))]
	case "solutions/", "measurements/":
		_, planned := k.makes[name]
		return planned
	}
	return true
}

// differs says what it means that a file is not the one of checksums.tsv.
func differs(name string) string {
	const since = "it is not the file of checksums.tsv: "
	switch {
	case strings.HasPrefix(name, "tasks/"):
		return since + "its run object was changed, or a run that was stopped has done the task again"
	case name == "config.toml":
		return since + "it was changed; if it is damaged, run the config that it was made from instead"
	}
	return since + "it was changed, or the command that wrote it was stopped before its end"
}

// mendOf is the command that makes a file again.
func (k *check) mendOf(name string) string {
	dir, base := path.Split(name)
	end := path.Ext(base)
	command := func(format string) string { return config.Command(format, string(k.folder)) }
	switch dir {
	case "solutions/", "measurements/":
		if t, planned := k.makes[name]; planned {
			return k.taskAgain(t)
		}
	case "tasks/":
		if there, err := files.Exists(k.folder.In(name)); err == nil && !there && k.tasks[strings.TrimSuffix(base, end)] {
			return k.rerun()
		}
	case "weights/":
		return k.export(name)
	case "":
		if end == ".tsv" && k.stray(name) {
			return config.Command("rm %s", k.folder.In(name))
		}
	}
	switch base {
	case "plan.json":
		return k.rerun()
	case "report.html":
		return command("fbp report %s")
	case "figure.pdf", "figure.svg", "figure.png":
		return command("fbp plot %s")
	case "figure.json", "figure.py":
		return command("fbp plot %s --emit")
	case "figure.gp", "figure-pgfplots.tex": // of an earlier version
		return config.Command("rm -f %s && ", k.folder.In(name)) + k.collect()
	}
	return k.collect()
}

// export is the command that writes a file of weights/ again; weights.tsv with the columns
// that it had.
func (k *check) export(name string) string {
	command, end, replicas := config.Command("fbp export %s", string(k.folder)), path.Ext(name), false
	if k.sums != nil {
		for other := range k.sums.Sums {
			if strings.HasPrefix(other, "weights/") {
				replicas = replicas || strings.HasSuffix(strings.TrimSuffix(other, path.Ext(other)), ".replicas")
				if end == ".tsv" && path.Ext(other) == ".txt" {
					end = ".txt"
				}
			}
		}
	}
	if end == ".txt" {
		command += " --format txt"
	}
	if replicas {
		command += " --replicas"
	}
	return command
}

// taskAgain is the command that does one task again, its search included.
func (k *check) taskAgain(t plan.Task) string {
	return fmt.Sprintf("%s --task %d --force", k.rerun(), t.Number)
}

// lost reports the solutions that records tell of and that are not there.
func (k *check) lost(context.Context) error {
	if len(k.gone) > 1 && k.Solutions == 0 {
		k.found("solutions", fmt.Sprintf("%d solutions are missing, and the records of their tasks are there", len(k.gone)), k.rerun()+" --force")
		for _, t := range k.gone {
			k.wrong["solutions/"+t.Solution] = true
		}
		return nil
	}
	for _, t := range k.gone {
		if name := "solutions/" + t.Solution; !k.wrong[name] {
			k.found(name, "missing, and the record of its task is there", k.taskAgain(t))
		}
	}
	return nil
}
