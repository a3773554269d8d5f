package experiment

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/internal/scratch"
)

// Where the plan of a folder is missing or has a flipped byte, its records, or its config where there are
// none, tell that another experiment would take the place of the run, and a folder of the same one goes on.
func TestNoPlanIsNoLeaveToReplace(t *testing.T) {
	lose := func(t *testing.T, path string) { scratch.Remove(t, path) }
	flip := func(at string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			scratch.Change(t, path, func(b []byte) []byte {
				b[strings.Index(string(b), at)+len(at)] ^= 4
				return b
			})
		}
	}
	for how, change := range map[string]func(*testing.T, string){
		"missing": lose, "its name": flip(`"name":"`), "its format": flip(`"format":`), "its physics": flip(`"physics":`), "a task": flip(`"id":"`),
	} {
		for _, bare := range []bool{false, true} { // nothing was done in it
			c, _ := fakes()
			p, other, dir, from := fakePlan(t, c, game), fakePlan(t, c, game, "seed=7"), t.TempDir(), t.TempDir()
			more := fakePlan(t, c, game, "samples=4")
			ran(t, p, Options{Dir: dir})
			ran(t, other, Options{Dir: from})
			f := store.Folder(dir)
			if bare {
				for _, sub := range []string{"tasks", "solutions", "measurements"} {
					if err := os.RemoveAll(f.In(sub)); err != nil {
						t.Fatal(err)
					}
				}
			}
			change(t, f.In("plan.json"))
			if _, err := f.Plan(); err == nil {
				t.Fatalf("%s: not noticed", how)
			}
			want := content(t, dir)
			_, ran1 := Run(context.Background(), other, Options{Dir: dir})
			for command, err := range map[string]error{"run": ran1, "submit": store.CheckFits(other, dir), "collect": collect(dir, from, from)} {
				if !errors.As(err, new(*say.Error)) || !strings.Contains(err.Error(), "another experiment") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s, %v, %s: error %v", how, bare, command, err)
				}
			}
			if content(t, dir) != want {
				t.Errorf("%s, %v: the folder has changed", how, bare)
			}
			next := more
			if bare {
				next = p
			}
			if report := ran(t, next, Options{Dir: dir}); report.Skipped+report.Finished != len(next.Tasks) || !bare && report.Skipped != len(p.Tasks) {
				t.Errorf("%s, %v: the same experiment: %+v", how, bare, report)
			}
			if _, err := f.Plan(); err != nil {
				t.Error(err)
			}
			change(t, f.In("plan.json"))
			if report := ran(t, other, Options{Dir: dir, Replace: true}); report.Finished != len(other.Tasks) {
				t.Errorf("%s, %v: with replace: %+v", how, bare, report)
			}
		}
	}
}

// Records of another experiment than the config, which was edited, are not replaced either.
func TestTasksTellBesideTheConfig(t *testing.T) {
	c, _ := fakes()
	p, other, dir := fakePlan(t, c, game), fakePlan(t, c, game, "seed=7"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	f := store.Folder(dir)
	scratch.Remove(t, f.In("plan.json"))
	scratch.Write(t, f.In("config.toml"), other.Spec.Resolved(dir))
	if _, err := Run(context.Background(), other, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "the tasks that are there are not those of this config") {
		t.Errorf("error %v", err)
	}
	scratch.Remove(t, f.In("config.toml"))
	if report := ran(t, p, Options{Dir: dir}); report.Skipped != len(p.Tasks) {
		t.Errorf("%+v", report)
	}
}
