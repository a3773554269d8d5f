package experiment

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// What plan.json says of points is decoded to what the config was: kinds with the same keys and values, for
// all configs and all kinds with each other. Names of files are left out of it.
//
// Check: sections read back from plan.json | sections of the config | the same text
func TestSectionsOfPlanFile(t *testing.T) {
	c, plans := Standard(), map[string]*plan.Plan{}
	paths, err := filepath.Glob("../configs/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		if s, err := plan.Load(t.Context(), path, []string{"samples=1"}, c); err == nil && len(s.Points)*s.Searches < 2000 {
			if plans[path], err = plan.New(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	type combined struct{ model, instance, algorithm, measurement string }
	var all []combined
	for _, m := range modelsOf(c) {
		for _, source := range instancesOf(c) {
			for _, a := range ours(c) {
				for _, measurement := range slices.Sorted(maps.Keys(c.Measurements)) {
					all = append(all, combined{m, source, a, measurement})
				}
			}
		}
	}
	for _, k := range slow.Some(701, all) { // a prime, so that every kind is among them
		if p, err := plantest.Try(t, c, combination(k.model, k.instance, k.algorithm, k.measurement, "")); err == nil {
			plans[fmt.Sprint(k)] = p
		}
	}
	path := filepath.Join(t.TempDir(), "plan.json")
	for name, want := range plans {
		scratch.Write(t, path, want.Encode())
		got, err := plan.Read(path)
		if err != nil {
			t.Fatal(name, err)
		}
		if err := c.Decode(got); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if string(got.Encode()) != string(want.Encode()) {
			t.Errorf("%s: the plan is written again as another one", name)
		}
		for i := range got.Points {
			p, q := got.At(i), want.At(i)
			same := len(p.Measures) == len(q.Measures) && p.Model.Traits() == q.Model.Traits() && p.Model.Dim() == q.Model.Dim()
			for k := range p.Measures {
				same = same && textOf(p.Measures[k].Measurement) == textOf(q.Measures[k].Measurement) && p.Measures[k].Skips == q.Measures[k].Skips
			}
			files := len(p.Source.About().Files)+len(p.Algorithm.About().Files) > 0
			if !same || !files && (textOf(p.Source) != textOf(q.Source) || textOf(p.Algorithm) != textOf(q.Algorithm)) {
				t.Errorf("%s: point %d has other kinds than its config", name, i)
			}
		}
	}
}

// textOf are the keys of a kind as they are hashed.
func textOf(kind any) string { return config.NewSection("", kind).JSON }
