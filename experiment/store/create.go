package store

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// Create makes the folder of a run with config and plan in it, for those that will do the tasks.
// It refuses what [CheckFits] refuses: tables and figure of the same name would mean something
// else. With replace, config and plan of another experiment are replaced.
func Create(p *plan.Plan, dir string, replace bool, log *slog.Logger) error {
	f := Folder(dir)
	if err := f.keeps(p.Spec.ResolvedIn(dir)); err != nil {
		return err
	}
	if err := f.Make(); err != nil {
		return err
	}
	differs, err := f.compare(p)
	var refusal *config.Error
	switch {
	case errors.As(err, &refusal) && !replace:
		return err
	case refusal != nil:
		log.Warn("the folder held another experiment; its records are kept, tables and figure will be those of this one",
			"folder", dir, "differs", differs)
	case err != nil:
		if err := SetAside(log, f.In("plan.json"), err); err != nil {
			return err
		}
	case differs != "":
		log.Info("the experiment has changed; tasks in common are kept", "differs", differs)
	}
	for _, file := range f.described(p) {
		old, err := files.ReadFile(file.path, files.Large)
		if Unreadable(err) {
			return files.Explain("read", file.path, err)
		}
		if err == nil && bytes.Equal(old, file.data) {
			continue // several shards start at once: leave the file alone
		}
		if err := WriteFile(file.path, file.data); err != nil {
			return err
		}
	}
	return nil
}

// CheckFits is the error with which a folder that holds another experiment, or files of the
// user's own, would refuse this one, nil if it would not. It changes nothing.
func CheckFits(p *plan.Plan, dir string) error {
	f := Folder(dir)
	if err := f.keeps(p.Spec.ResolvedIn(dir)); err != nil {
		return err
	}
	if err := f.checkFree(); err != nil {
		return err
	}
	if _, err := f.compare(p); errors.As(err, new(*config.Error)) {
		return err
	}
	return nil // a bad plan would be set aside
}

// described are the files that say what a run is.
func (f Folder) described(p *plan.Plan) []describing {
	return []describing{{f.In("config.toml"), p.Spec.ResolvedIn(string(f))}, {f.In("plan.json"), p.Encode()}}
}

type describing struct {
	path string
	data []byte
}

// Restore writes config and plan of an experiment again if they were deleted while its tasks were
// done. One that was changed stays.
func (f Folder) Restore(p *plan.Plan, log *slog.Logger) error {
	for _, file := range f.described(p) {
		there, err := files.Exists(file.path)
		if err != nil {
			return files.Explain("read", file.path, err)
		}
		if there {
			continue
		}
		log.Warn("deleted while the tasks were done, and written again", "file", file.path)
		if err := files.WriteFile(file.path, file.data); err != nil {
			return err
		}
	}
	return nil
}

// keeps is the error of a config that could not be read back from the folder: the way to a file
// that it names leads from there through a folder whose name is no text, say.
func (f Folder) keeps(text []byte) error {
	if err := config.ReadsBack(string(text)); err != nil {
		return &config.Error{Where: f.In("config.toml"), Want: "could not be read back: " + err.Error()}
	}
	return nil
}

// compare says in what a plan differs from that of the folder, "" for nothing or if there is none.
// More or fewer samples, values of the sweep and measurements are the same experiment; one that shares
// no task and no search with it is another, and so is one of another physics version: both are a
// *config.Error. Any other error is that of a bad plan in the folder.
func (f Folder) compare(p *plan.Plan) (differs string, err error) {
	old, err := f.Plan()
	if errors.As(err, new(*config.Error)) {
		return "", nil // there is none
	}
	if err != nil {
		return "", err
	}
	differs, another := f.differs(old, p, p.Spec.ResolvedIn(string(f)))
	if err := f.CheckVersion(old); err != nil {
		return differs, err
	}
	if another {
		return differs, &config.Error{Where: string(f), Want: "holds another experiment (" + differs +
			"); give this one another name, or a folder with --out, or put it in the other's place with --replace"}
	}
	return differs, nil
}

// differs says in what a plan and the one in the folder, old, differ ("" for
// nothing), and whether they are different experiments.
func (f Folder) differs(old, p *plan.Plan, now []byte) (text string, another bool) {
	there, err := files.ReadFile(f.In("config.toml"), files.Small)
	switch {
	case err != nil:
		return "", false
	case !bytes.Equal(body(there), body(now)) && old.Config != p.Config:
		return difference(string(there), string(now)), !old.Shares(p)
	case len(p.Tasks) > 0 && !old.Shares(p):
		reads := func(t plan.Task) bool { return t.Digest != "" || t.Fingerprint != "" }
		if !slices.ContainsFunc(p.Tasks, reads) {
			return "plan.json has other tasks than config.toml there, which was edited", true
		}
		return "the same config, but files that it reads have other content now", true
	}
	return "", false
}

// CheckVersion refuses the plan of the folder if it is of another physics version: its numbers
// cannot stand beside those of this program, and its records are not read.
func (f Folder) CheckVersion(p *plan.Plan) error {
	if p.Physics == results.PhysicsVersion {
		return nil
	}
	return &config.Error{Where: string(f), Want: fmt.Sprintf("made by physics version %d, whose records this fbp does not read (it has %d); "+
		"want another folder with --out, or run --replace; solutions can be measured again with [algorithm] kind = \"file\"",
		p.Physics, results.PhysicsVersion)}
}

// body is a config without its first line, which names the file it came from.
func body(text []byte) []byte {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return rest
}

// difference names the first lines that two resolved configs do not share.
func difference(old, now string) string {
	only := func(a, b string) string {
		has := map[string]bool{}
		for line := range strings.Lines(b) {
			has[squeezed(line)] = true
		}
		for line := range strings.Lines(a) {
			if s := squeezed(line); !has[s] && s != "" && s[0] != '#' && s[0] != '[' {
				return s
			}
		}
		return ""
	}
	gone, come := only(old, now), only(now, old)
	switch {
	case gone == "":
		return "now also: " + come
	case come == "":
		return "no longer: " + gone
	}
	return "was: " + gone + "; now: " + come
}

// squeezed is a line without the blanks that put its equals sign in a column.
func squeezed(line string) string { return strings.Join(strings.Fields(line), " ") }
