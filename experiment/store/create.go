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
	"fbp/internal/say"
	"fbp/results"
)

// Create makes the folder of a run with config and plan in it, for those that will do the tasks.
// It refuses what [CheckFits] refuses: tables and figure of the same name would mean something
// else. With replace, config and plan of another experiment are replaced. A damaged plan is moved
// aside.
func Create(p *plan.Plan, dir string, replace bool, log *slog.Logger) error {
	f := Folder(dir)
	if err := f.keeps(p.Spec.ResolvedIn(dir)); err != nil {
		return err
	}
	if err := f.Make(); err != nil {
		return err
	}
	old, bad := f.Plan()
	differs, err := f.compare(old, bad, p)
	switch refused := errors.As(err, new(*say.Error)); {
	case err != nil && !(refused && replace):
		return err
	case refused:
		log.Warn("the folder held another experiment; its records are kept, tables and figure will be those of this one",
			"folder", dir, "differs", differs)
	case differs != "":
		log.Info("the experiment has changed; tasks in common are kept", "differs", differs)
	}
	if damaged(bad) {
		if err := SetAside(log, f.In("plan.json"), bad); err != nil {
			return err
		}
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
	old, bad := f.Plan()
	_, err := f.compare(old, bad, p)
	return err
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
		return &say.Error{Where: f.In("config.toml"), Want: "could not be read back: " + err.Error()}
	}
	return nil
}

// damaged tells whether the error of reading a plan is that of its content: it is there, and the
// system can read it.
func damaged(bad error) bool {
	return bad != nil && !errors.As(bad, new(*say.Error)) && !Unreadable(bad)
}

// compare says in what a plan differs from that of the folder, "" for nothing or if there is none.
// More or fewer samples, values of the sweep and measurements are the same experiment; one that shares
// no task and no search with it is another, and so is one of another physics version: both are a
// *say.Error. Where the plan of the folder is missing or damaged, which bad says, its tasks and its
// config are compared.
func (f Folder) compare(old *plan.Plan, bad error, p *plan.Plan) (differs string, err error) {
	if Unreadable(bad) {
		return "", bad
	}
	another := false
	if now := p.Spec.ResolvedIn(string(f)); bad == nil {
		differs, another = f.differs(old, p, now)
		err = f.CheckVersion(old)
	} else {
		differs, another, err = f.unplanned(p, now)
	}
	if err != nil {
		return differs, err
	}
	if another {
		return differs, &say.Error{Where: string(f), Want: "holds another experiment (" + differs +
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

// unplanned is differs where the folder has no plan that can be read: its records and solutions tell
// an experiment by their names and, where it has none, its config does.
func (f Folder) unplanned(p *plan.Plan, now []byte) (text string, another bool, err error) {
	ours := map[string]bool{}
	for _, t := range p.Tasks {
		ours[t.ID+".json"], ours[t.Solution] = true, true
	}
	there, err := files.ReadFile(f.In("config.toml"), files.Large)
	if Unreadable(err) {
		return "", false, files.Explain("read", f.In("config.toml"), err)
	}
	if err == nil && plan.IsResolved(there) && !bytes.Equal(body(there), body(now)) {
		text, another = difference(string(there), string(now)), true
	}
	for _, dir := range []string{"tasks", "solutions"} {
		entries, err := f.entries(dir)
		if err != nil {
			return "", false, err
		}
		for _, e := range entries {
			switch name := e.Name(); {
			case ours[name]:
				return text, false, nil
			case !strings.HasPrefix(name, ".") && !strings.Contains(name, ".bad"):
				another = true
			}
		}
	}
	if another && text == "" {
		text = "the tasks that are there are not those of this config"
	}
	return text, another, nil
}

// CheckVersion refuses the plan of the folder if it is of another physics version: its numbers
// cannot stand beside those of this program, and its records are not read.
func (f Folder) CheckVersion(p *plan.Plan) error {
	if p.Physics == results.PhysicsVersion {
		return nil
	}
	return &say.Error{Where: string(f), Want: fmt.Sprintf("made by physics version %d, whose records this fbp does not read (it has %d); "+
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
