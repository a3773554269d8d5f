package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
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
	if err := f.keeps(p.Spec.Resolved(dir)); err != nil {
		return err
	}
	if err := f.Make(); err != nil {
		return err
	}
	old, bad := f.Plan()
	text, err := f.compare(old, bad, p)
	switch refused := errors.As(err, new(*say.Error)); {
	case err != nil && !(refused && replace):
		return err
	case refused:
		log.Warn("the folder held another experiment; its records are kept, tables and figure will be those of this one",
			"folder", dir, "differs", text)
	case text != "":
		unused, err := f.unused(old, p)
		if err != nil {
			return err
		}
		log.Info("the experiment has changed; tasks in common are kept"+unused, "differs", text)
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

// unused says how many tasks of the folder's plan, old, are done whose search is not in a plan, "" for none or if there
// is no old plan.
func (f Folder) unused(old, p *plan.Plan) (string, error) {
	if old == nil {
		return "", nil
	}
	entries, err := f.entries("tasks")
	if err != nil {
		return "", err
	}
	done, asked, n := map[string]bool{}, map[string]bool{}, 0
	for _, e := range entries {
		done[e.Name()] = true
	}
	for _, t := range p.Tasks {
		asked[t.Solution] = true
	}
	for _, t := range old.Tasks {
		if t.Pair == nil && done[t.ID+".json"] && !asked[t.Solution] {
			n++
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("; %d that are done are in no table, since this config does not ask for them", n), nil
}

// CheckFits is the error with which a folder that holds another experiment, or files of the
// user's own, would refuse this one, nil if it would not. It changes nothing.
func CheckFits(p *plan.Plan, dir string) error {
	f := Folder(dir)
	if err := f.keeps(p.Spec.Resolved(dir)); err != nil {
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
	return []describing{{f.In("config.toml"), p.Spec.Resolved(string(f))}, {f.In("plan.json"), p.Encode()}}
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
func (f Folder) compare(old *plan.Plan, bad error, p *plan.Plan) (text string, err error) {
	if Unreadable(bad) {
		return "", bad
	}
	another := false
	if bad == nil {
		text, another = differs(old, p)
		err = f.CheckVersion(old)
	} else {
		text, another, err = f.unplanned(p, p.Spec.Resolved(string(f)))
	}
	if err != nil {
		return text, err
	}
	if another {
		return text, &say.Error{Where: string(f), Want: "holds another experiment (" + text +
			"); give this one another name, or a folder with --out, or put it in the other's place with --replace"}
	}
	return text, nil
}

// differs says in what a plan and the one in the folder, old, differ, "" for nothing that its tables depend on, and
// whether they are different experiments.
func differs(old, p *plan.Plan) (text string, another bool) {
	another = !old.Shares(p)
	switch {
	case another && len(p.Tasks) > 0:
		return cmp.Or(p.Differs(old), "the same config, but files that it reads have other content now"), true
	case old.Config == p.Config:
		return "", false
	}
	return p.Differs(old), another
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
		text, another = "its config.toml is another one", true
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
