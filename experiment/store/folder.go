package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"fbp/experiment/plan"
	"fbp/internal/claims"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// Folder is where a run keeps its files. All are written atomically; any of
// them can be lost and is made anew.
type Folder string

// In is a path in the folder.
func (f Folder) In(parts ...string) string {
	return filepath.Join(append([]string{string(f)}, parts...)...)
}

// entries are those of a folder in it, none if there is no such folder.
func (f Folder) entries(dir string) ([]fs.DirEntry, error) {
	entries, err := files.ReadDir(f.In(dir))
	return entries, files.Explain("read", f.In(dir), ignoreMissing(err))
}

// Record is the path of a task's record.
func (f Folder) Record(t plan.Task) string { return f.In("tasks", t.ID+".json") }

// Solution is the path of the weights that a task found.
func (f Folder) Solution(t plan.Task) string { return f.In("solutions", t.Solution) }

// Searched counts the tasks whose weights are in the folder.
func (f Folder) Searched(tasks []plan.Task) (n int, err error) {
	entries, err := f.entries("solutions")
	there := make(map[string]bool, len(entries))
	for _, e := range entries {
		there[e.Name()] = true
	}
	for _, t := range tasks {
		if t.Pair == nil && there[t.Solution] {
			n++
		}
	}
	return n, err
}

// Checkpoint is the path of the checkpoint of a search or a measurement of that name.
func (f Folder) Checkpoint(name string) string { return f.In("checkpoints", name) }

// Claims are those on tasks and searches of the folder.
func (f Folder) Claims(me claims.Owner) *claims.Set { return claims.New(f.In("claims"), me) }

// claimed are the claims in the folder, by name, for who only looks.
func (f Folder) claimed() (map[string]claims.Running, error) {
	return f.Claims(claims.ThisProcess("")).All()
}

// Plan reads the plan.
func (f Folder) Plan() (*plan.Plan, error) { return plan.Read(f.In("plan.json")) }

// Decoded is the plan, with the kinds of its points as a catalog makes them.
func (f Folder) Decoded(c *plan.Catalog) (*plan.Plan, error) {
	p, err := f.Plan()
	if err == nil {
		err = f.Decode(p, c)
	}
	return p, err
}

// Decode makes the kinds of the points of the folder's plan.
func (f Folder) Decode(p *plan.Plan, c *plan.Catalog) error {
	if err := c.Decode(p); err != nil {
		return &say.Error{Where: f.In("plan.json"), Want: err.Error() + "; it is of another fbp"}
	}
	return nil
}

// subfolders are the folders that the program makes in that of a run.
var subfolders = []string{"tasks", "solutions", "measurements", "checkpoints", "claims", "batch", "weights"}

// Links are those of the subfolders that are symbolic links.
func (f Folder) Links() (links []string, err error) {
	for _, dir := range subfolders {
		link, err := files.IsLink(f.In(dir))
		if err != nil {
			return nil, files.Explain("read", f.In(dir), err)
		}
		if link {
			links = append(links, dir)
		}
	}
	return links, nil
}

// CheckNoLinks returns an error if one of the subfolders is a symbolic link: what is
// written there, moved aside or tidied up would be elsewhere. The folder of the run
// itself may be one.
func (f Folder) CheckNoLinks() error {
	links, err := f.Links()
	if err != nil || len(links) == 0 {
		return err
	}
	return &say.Error{Where: f.In(links[0]), Want: "a symbolic link; want a folder of this run (only the run's folder as a whole may be a link)"}
}

// CheckNoLinkedFiles returns an error if a file in the folder, or one of its subfolders, is a symbolic link: what a
// page of the run shows could be any file of the reader's.
func (f Folder) CheckNoLinkedFiles() error {
	entries, err := f.entries("")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ours := slices.Contains(single, e.Name()) || strings.HasSuffix(e.Name(), ".tsv"); ours && e.Type()&fs.ModeSymlink != 0 {
			return &say.Error{Where: f.In(e.Name()), Want: "a symbolic link; want a file of this run"}
		}
	}
	return f.CheckNoLinks()
}

// Make makes the folder and those in it.
func (f Folder) Make() error {
	if err := f.CheckNoLinks(); err != nil {
		return err
	}
	if err := f.checkFree(); err != nil {
		return err
	}
	for _, dir := range []string{"tasks", "solutions", "measurements"} {
		if err := files.MkdirAll(f.In(dir)); err != nil {
			var p *fs.PathError
			if errors.As(err, &p) {
				return fmt.Errorf("cannot make the folder %s: %w (choose another one with --out)", p.Path, p.Err)
			}
			return err
		}
	}
	f.tidy()
	return nil
}

// single are the files of a run that there is one of, tables aside.
var single = []string{"config.toml", "plan.json", "records.jsonl", "provenance.json", "report.html",
	"figure.pdf", "figure.svg", "figure.png", "figure.json", "figure.py"}

// checkFree returns an error if the folder is not that of a run and has a file that a run would
// replace, such as the config itself with --out . or the figure of a paper, or if it would be another
// one where case says nothing in names.
func (f Folder) checkFree() error {
	if other := files.Lookalike(string(f)); other != "" {
		return &say.Error{Where: string(f), Want: fmt.Sprintf("differs by case alone from the folder %s beside it; want another name, or a folder with --out", other)}
	}
	for _, ours := range []string{"plan.json", "tasks"} {
		is, err := files.Exists(f.In(ours))
		if is || errors.Is(err, syscall.ENOTDIR) { // a file is no folder: making it fails with the reason
			return nil
		}
		if err != nil {
			return files.Explain("read", f.In(ours), err)
		}
	}
	if text, err := files.ReadFile(f.In("config.toml"), files.Large); err == nil && plan.IsResolved(text) {
		return nil // a run that was stopped when it had written nothing else
	}
	for _, name := range single {
		is, err := files.Exists(f.In(name))
		if err != nil {
			return files.Explain("read", f.In(name), err)
		}
		if is {
			return &say.Error{Where: f.In(name), Want: "is there already, in a folder that is not that of a run, and would be replaced; want another folder with --out"}
		}
	}
	return nil
}

// tidy removes what processes that were killed have left behind: temporary files,
// and checkpoints of what is done.
func (f Folder) tidy() {
	for _, dir := range []string{".", "tasks", "solutions", "measurements", "checkpoints", "batch"} {
		files.Tidy(f.In(dir))
	}
	entries, err := files.ReadDir(f.In("checkpoints"))
	if err != nil {
		return
	}
	claimed, err := f.claimed() // after the checkpoints: a claim outlives those that are made under it
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		earlier := strings.HasSuffix(name, ".old") // of an fbp that kept two
		if !strings.Contains(name, ".bad") && (earlier || f.isDone(name, claimed)) {
			files.Remove(f.In("checkpoints", name))
		}
	}
	files.Remove(f.In("checkpoints")) // if it is empty
}

// isDone tells whether the computation that checkpoints of a name belong to is
// done: there is the solution of the search, or a record of the task in which the
// measurement has not failed, and no process is doing it again.
func (f Folder) isDone(name string, claimed map[string]claims.Running) bool {
	doing := func(name string) bool {
		claim, is := claimed[name]
		return is && !claim.Dead
	}
	if doing(name) {
		return false
	}
	if there, err := files.Exists(f.In("solutions", name)); err == nil && there {
		return true
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || doing(name[:dot]) {
		return false
	}
	r, _, err := results.ReadHead(f.In("tasks", name[:dot]+".json"))
	return err == nil && r.Status != results.Failed && r.Reasons[name[dot+1:]] == ""
}

// Read reads a task's record: nil if there is none, an error if the file is
// damaged or belongs to something else.
func (f Folder) Read(t plan.Task) (*results.Record, error) {
	l, err := f.readRecord(t)
	return l.Record, err
}

// readRecord is Read, with the text of the file.
func (f Folder) readRecord(t plan.Task) (results.Line, error) {
	path := f.Record(t)
	l, err := results.ReadLine(path)
	if err == nil {
		name := plan.NameIn(l.Params, l.Record)
		if !strings.HasSuffix(t.ID, name) { // written with other escapes, perhaps
			name = plan.NameOf(l.Record.Params, l.Record.Seed, l.Record.Sample, l.Record.Search)
		}
		err = fits(path, l.Record, t, name)
	}
	if err != nil {
		return results.Line{}, ignoreMissing(err)
	}
	return l, nil
}

// readHead is Read without the readings and parameters, which is faster.
func (f Folder) readHead(t plan.Task) (*results.Record, error) {
	path := f.Record(t)
	r, params, err := results.ReadHead(path)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	name := plan.NameIn(params, r)
	if !strings.HasSuffix(t.ID, name) {
		return f.Read(t)
	}
	if err := fits(path, r, t, name); err != nil {
		return nil, err
	}
	return r, nil
}

// fits tells whether a record is that of a task, whose name ends in the hash of
// the record's parameters.
func fits(path string, r *results.Record, t plan.Task, name string) error {
	switch {
	case r.Task != t.ID || r.Solution != t.Solution || r.Sample != t.Sample || r.Search != t.Search:
		return fmt.Errorf("record %s: it is that of another task, %s", path, r.Task)
	case r.Physics != results.PhysicsVersion:
		return fmt.Errorf("record %s: physics version %d, want %d", path, r.Physics, results.PhysicsVersion)
	case !strings.HasSuffix(t.ID, name):
		return fmt.Errorf("record %s: its parameters are those of another task, not of the one it is named after", path)
	}
	return nil
}

// ReadSolution reads a task's solution: nil if there is none.
func (f Folder) ReadSolution(t plan.Task) (*SolutionFile, error) {
	s, err := ReadSolutionFile(f.Solution(t))
	switch {
	case err != nil:
		return nil, ignoreMissing(err)
	case s.Solution != t.Solution || !strings.HasSuffix(t.Solution, s.Ending()):
		return nil, fmt.Errorf("%s: it is that of another task, %s", f.Solution(t), s.Solution)
	}
	return s, nil
}
