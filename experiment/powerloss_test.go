package experiment

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/scratch"
)

// trace notes the operations of a run that change the disk, and that succeeded.
type trace struct {
	root   string
	mu     sync.Mutex
	ops    []traced
	names  map[*files.File]int // of open files: their number
	opened int
	done   map[string]int // tasks that were reported as done, with the number of operations by then
	forget func(kind string) bool
}

// traced is one of them, with paths from the root.
type traced struct {
	kind, path, to string
	file           int
	data           []byte
	at             int64
}

func (r *trace) intercept(op *files.Op, do func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.forget != nil && r.forget(op.Kind) {
		return nil
	}
	if err := do(); err != nil {
		return err
	}
	t := traced{kind: op.Kind, path: r.relative(op.Path), to: r.relative(op.To), data: slices.Clone(op.Data), at: op.At}
	switch op.Kind {
	case "create":
		r.opened++
		r.names[op.File] = r.opened
		t.file = r.opened
	case "write", "sync":
		t.file = r.names[op.File]
	case "rename", "remove", "mkdir", "link", "syncdir":
	default:
		return nil
	}
	r.ops = append(r.ops, t)
	return nil
}

func (r *trace) relative(path string) string {
	rest, err := filepath.Rel(r.root, path)
	if path == "" || err != nil {
		return ""
	}
	return rest
}

// disk is what a machine that loses power leaves: the names and contents that were
// made to last, and any part of the rest.
type disk struct {
	names, cached map[string]*inode // on the disk, and as processes see it
	folders       map[string]bool   // on the disk
	waiting       []waiting
	files         map[int]*inode
}

// inode is a file's content.
type inode struct {
	lasting, cached []byte
	writes          []traced // since it was last synced
}

// waiting is a change of names that may reach the disk or not.
type waiting struct {
	folder string
	apply  func()
}

// replay lets the first operations of a trace happen.
func replay(ops []traced) *disk {
	d := &disk{names: map[string]*inode{}, cached: map[string]*inode{}, folders: map[string]bool{".": true}, files: map[int]*inode{}}
	for _, op := range ops {
		switch op.kind {
		case "create":
			f := new(inode)
			d.files[op.file], d.cached[op.path] = f, f
			d.wait(op.path, func() { d.names[op.path] = f })
		case "write":
			f := d.files[op.file]
			if op.at < 0 {
				op.at = int64(len(f.cached))
			}
			f.cached = written(f.cached, op.at, op.data)
			f.writes = append(f.writes, op)
		case "sync":
			f := d.files[op.file]
			f.lasting, f.writes = slices.Clone(f.cached), nil
		case "rename", "link":
			f := d.cached[op.path]
			d.cached[op.to] = f
			if op.kind == "rename" {
				delete(d.cached, op.path)
			}
			d.wait(op.to, func() {
				d.names[op.to] = f
				if op.kind == "rename" && d.names[op.path] == f {
					delete(d.names, op.path)
				}
			})
		case "remove":
			delete(d.cached, op.path)
			d.wait(op.path, func() { delete(d.names, op.path) })
		case "mkdir":
			d.wait(op.path, func() { d.folders[op.path] = true })
		case "syncdir":
			d.waiting = slices.DeleteFunc(d.waiting, func(w waiting) bool {
				if w.folder == op.path {
					w.apply()
				}
				return w.folder == op.path
			})
		}
	}
	return d
}

func (d *disk) wait(path string, apply func()) {
	d.waiting = append(d.waiting, waiting{filepath.Dir(path), apply})
}

// written is a content after a write.
func written(content []byte, at int64, data []byte) []byte {
	content = slices.Clone(content)
	for int64(len(content)) < at+int64(len(data)) {
		content = append(content, 0)
	}
	copy(content[at:], data)
	return content
}

// cut turns the power off: of what was not synced, any part is there, whole or
// torn, whatever came first. The rest of the folder is written to dir.
func (d *disk) cut(t *testing.T, rng *rand.Rand, dir string) {
	t.Helper()
	for _, w := range d.waiting {
		if rng.IntN(2) == 0 {
			w.apply()
		}
	}
	for path, f := range d.names {
		content := f.lasting
		for _, w := range f.writes {
			switch rng.IntN(3) {
			case 0:
				content = written(content, w.at, w.data)
			case 1:
				content = written(content, w.at, w.data[:rng.IntN(len(w.data)+1)])
			}
		}
		if !d.reached(filepath.Dir(path)) {
			continue
		}
		scratch.Write(t, filepath.Join(dir, path), content)
	}
}

// reached tells whether a folder and those above it are on the disk.
func (d *disk) reached(folder string) bool {
	for ; folder != "."; folder = filepath.Dir(folder) {
		if !d.folders[folder] {
			return false
		}
	}
	return true
}

// recorded is a run, with the operations that it made.
func recorded(t *testing.T, p *plan.Plan, forget func(kind string) bool) (*trace, string) {
	t.Helper()
	r := &trace{root: t.TempDir(), names: map[*files.File]int{}, done: map[string]int{}, forget: forget}
	restore := files.Intercept(r.intercept)
	err := briefly(p, r.root, func(e Progress) {
		if e.Event == Done {
			r.mu.Lock()
			r.done[e.Task.ID] = len(r.ops)
			r.mu.Unlock()
		}
	})
	restore()
	if err != nil {
		t.Fatal(err)
	}
	return r, madeBy(t, r.root)
}

// powerLoss turns the power off after operations of a run: all of them, or so
// many, several times each. Records of tasks that were reported as done are
// there, and the next run ends in the same bytes.
func powerLoss(t *testing.T, most, times int) {
	p := fakePlan(t, Standard(), brief)
	r, want := recorded(t, p, nil)
	step, count := max(1, len(r.ops)/most), 0
	for k := 0; k <= len(r.ops); k += step {
		for seed := range times {
			dir := filepath.Join(t.TempDir(), "run")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			replay(r.ops[:k]).cut(t, rand.New(rand.NewPCG(uint64(k), uint64(seed))), dir)
			what := fmt.Sprintf("power lost after %d operations, seed %d", k, seed)
			for id, by := range r.done {
				if _, err := os.Stat(filepath.Join(dir, "tasks", id+".json")); by <= k && err != nil {
					t.Errorf("%s: a task that was done is lost: %v", what, err)
				}
			}
			recovers(t, what, p, dir, want, briefly)
			count++
		}
	}
	t.Logf("%d operations that change the disk; power lost %d times", len(r.ops), count)
}

// What was not synced when the power goes may be lost, torn or there, in any
// order: the next run ends in the same bytes all the same.
func TestPowerLoss(t *testing.T) { powerLoss(t, 15, 1) }

// The simulation would notice a program that does not sync.
func TestPowerLossWithoutSync(t *testing.T) {
	p := fakePlan(t, Standard(), brief)
	r, _ := recorded(t, p, func(kind string) bool { return kind == "sync" })
	torn := 0
	for seed := range uint64(10) {
		dir := t.TempDir()
		replay(r.ops).cut(t, rand.New(rand.NewPCG(seed, 0)), dir)
		for _, task := range p.Tasks {
			data, err := os.ReadFile(store.Folder(dir).Record(task))
			if err == nil && !strings.HasSuffix(string(data), "}\n") {
				torn++
			}
		}
	}
	if torn == 0 {
		t.Error("no record is torn")
	}
}
