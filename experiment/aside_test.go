package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/internal/scratch"
	"fbp/internal/sealed"
)

// unreadable makes every reading of files whose path has a text in it fail.
func unreadable(t *testing.T, part string, number syscall.Errno) {
	t.Helper()
	t.Cleanup(files.Intercept(func(op *files.Op, do func() error) error {
		if op.Kind == "open" && strings.Contains(op.Path, part) {
			return &fs.PathError{Op: op.Kind, Path: op.Path, Err: number}
		}
		return do()
	}))
}

// A file that the system cannot read ends the run with the system's words; it
// stays where it is, and no task is done again.
func TestUnreadableIsNotDamaged(t *testing.T) {
	for _, number := range []syscall.Errno{syscall.EACCES, syscall.EIO, syscall.ESTALE, syscall.EMFILE, syscall.ENOMEM} {
		c, w := fakes()
		p, dir := fakePlan(t, c, game), t.TempDir()
		ran(t, p, Options{Dir: dir})
		if err := os.Remove(store.Folder(dir).Record(p.Tasks[2])); err != nil { // so that its solution is read
			t.Fatal(err)
		}
		want := content(t, dir)
		for _, file := range []string{"tasks/" + p.Tasks[1].ID, "solutions/" + p.Tasks[2].Solution, "measurements/" + p.Tasks[2].Solution, "plan.json", "config.toml"} {
			t.Run(number.Error()+" "+file, func(t *testing.T) {
				unreadable(t, filepath.FromSlash(file), number)
				if _, err := Run(context.Background(), p, Options{Dir: dir}); !errors.Is(err, number) || !strings.Contains(err.Error(), number.Error()) {
					t.Errorf("run: error %v", err)
				}
				if strings.HasPrefix(file, "tasks") {
					if _, err := store.Folder(dir).Scan(context.Background(), p, nil); !errors.Is(err, number) {
						t.Errorf("status: error %v", err)
					}
					if _, _, err := table.Write(context.Background(), p, dir, nil, table.Options{}); !errors.Is(err, number) {
						t.Errorf("tables: error %v", err)
					}
				}
			})
		}
		if content(t, dir) != want || w.searches.Load() != 6 {
			t.Errorf("%v: the folder has changed, or %d searches are not 6", number, w.searches.Load())
		}
	}
}

// ofNewerFormat makes a file one of a newer format, which has a sum as those of today.
func ofNewerFormat(t *testing.T, path string) {
	t.Helper()
	body, _, _ := strings.Cut(strings.TrimSuffix(scratch.Read(t, path), "}\n"), `,"sum":`)
	_, body, _ = strings.Cut(body, ",")
	line, _, err := sealed.Encode(json.RawMessage(`{"format":9,"new":1,`+body+"}"), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, path, line)
}

// What a newer fbp wrote is refused, and left alone.
func TestNewerIsNotDamaged(t *testing.T) {
	for name, file := range map[string]func(store.Folder, plan.Task) string{
		"record": store.Folder.Record, "solution": store.Folder.Solution,
		"measurement": func(f store.Folder, task plan.Task) string {
			return measurementFiles(t, string(f), "census")[1] // in the order of the tasks
		},
		"plan": func(f store.Folder, _ plan.Task) string { return f.In("plan.json") },
	} {
		c, w := fakes()
		p, dir := fakePlan(t, c, game), t.TempDir()
		ran(t, p, Options{Dir: dir})
		f := store.Folder(dir)
		if name == "solution" || name == "measurement" {
			scratch.Remove(t, f.Record(p.Tasks[1]))
		}
		ofNewerFormat(t, file(f, p.Tasks[1]))
		want := content(t, dir)
		for _, o := range []Options{{}, {Force: true}, {RetryFailed: true}, {Replace: true}, {Force: true, Replace: true, RetryFailed: true}} {
			o.Dir = dir
			_, err := Run(context.Background(), p, o)
			if !errors.As(err, new(*sealed.NewerError)) || !strings.Contains(err.Error(), "written by a newer fbp") {
				t.Errorf("%s, force %v, retry %v, replace %v: error %v", name, o.Force, o.RetryFailed, o.Replace, err)
			}
			if content(t, dir) != want || w.searches.Load() != 6 {
				t.Errorf("%s, force %v, retry %v, replace %v: the folder has changed", name, o.Force, o.RetryFailed, o.Replace)
			}
		}
	}
}

// Every bad file is kept under a name of its own.
func TestNumberedBadFiles(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "samples=1", "instance.p=5"), t.TempDir()
	path := store.Folder(dir).Record(p.Tasks[0])
	for _, name := range []string{"", ".bad", ".bad.2", ".bad.3"} {
		if name != "" {
			scratch.Write(t, path, "damage"+name)
		}
		ran(t, p, Options{Dir: dir})
		if data, err := os.ReadFile(path + name); err != nil || name != "" && string(data) != "damage"+name {
			t.Errorf("%s holds %q, %v", name, data, err)
		}
	}
}
