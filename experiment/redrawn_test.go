package experiment

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// TestRedrawnNames: alpha or p of the original instance give a search the same name, which its test set does not change.
func TestRedrawnNames(t *testing.T) {
	of := func(keys string) string {
		return fmt.Sprintf("name = \"x\"\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"redrawn\"\nshare = 0.1\nof = { kind = \"random\", %s }\n[algorithm]\nkind = \"sbpi\"\n", keys)
	}
	first := planned(t, of("p = 10"))
	for _, keys := range []string{"alpha = 0.5", "alpha = 0.49, inputs = \"binary\""} {
		if other := planned(t, of(keys)); other.Tasks[0].ID != first.Tasks[0].ID {
			t.Errorf("%s: %s, not %s", keys, other.Tasks[0].ID, first.Tasks[0].ID)
		}
	}
	tested := planned(t, of("p = 10, test = 5")).Tasks[0]
	if tested.Solution != first.Tasks[0].Solution || tested.ID == first.Tasks[0].ID {
		t.Errorf("a test set: %+v after %+v", tested, first.Tasks[0])
	}
	if !strings.Contains(first.Tasks[0].ID, "-p10-") {
		t.Error(first.Tasks[0].ID)
	}
}

// TestRedrawnLabels: the labels of redrawn patterns are words, though those of images are files: a resolved config keeps
// them in any folder, and a config as they are given.
func TestRedrawnLabels(t *testing.T) {
	dir := t.TempDir()
	scratch.Write(t, dir+"/x.toml", `name = "x"
[model]
kind = "perceptron"
n = 21
[instance]
kind = "redrawn"
share = 0.1
labels = "teacher"
of = { kind = "teacher", p = 10 }
[algorithm]
kind = "sbpi"
[sweep]
"algorithm.max_epochs" = [100, 200]
[[variant]]
name = "a"
[[variant]]
name = "b"
"instance.labels" = "kept"
`)
	s, err := plan.Load(t.Context(), dir+"/x.toml", nil, Standard())
	if err != nil {
		t.Fatal(err)
	}
	of := func(s *plan.Spec) []string {
		p, err := plan.New(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return ids(p)
	}
	for _, folder := range []string{"", dir} {
		again, err := plan.Parse(t.Context(), dir+"/y.toml", string(s.Resolved(folder)), nil, Standard())
		if err != nil {
			t.Fatal(err)
		}
		if first, second := of(s), of(again); !slices.Equal(first, second) {
			t.Errorf("tasks\n%v\nafter\n%v", second, first)
		}
	}
	moved, err := config.Rewrite(string(s.Resolved(dir)), Standard().FileKeys(), func(string) string { return "elsewhere" })
	if err != nil || strings.Contains(moved, "elsewhere") {
		t.Errorf("%v\n%s", err, moved)
	}
}

// TestUnsized: searches that differ in their size, and in what is only tested, are counted with each other, and others are not, of an instance of its own and of one that is made of another.
func TestUnsized(t *testing.T) {
	kind := func(instance string) map[string]any {
		s := parsed(t, "name = \"x\"\n[model]\nkind = \"perceptron\"\n"+instance+"\n[algorithm]\nkind = \"fbp\"\n")
		return kinds.Unsized(s.Points[0].Params(&plan.Task{}))
	}
	for _, of := range []string{"[instance]\nkind = \"random\"\n%s", "[instance]\nkind = \"redrawn\"\nshare = 0.1\n[instance.of]\nkind = \"random\"\n%s",
		"[instance]\nkind = \"redrawn\"\nshare = 0.1\n[instance.of]\nkind = \"features\"\nd = 7\n%s"} {
		first := kind("n = 21\n" + fmt.Sprintf(of, "p = 10"))
		for _, size := range []string{"p = 12", "alpha = 0.3\ntest = 5"} {
			if other := kind("n = 31\n" + fmt.Sprintf(of, size)); !reflect.DeepEqual(other, first) {
				t.Errorf("%v, not %v", other, first)
			}
		}
		if other := kind("n = 21\n" + fmt.Sprintf(strings.Replace(of, "0.1", "0.2", 1), "p = 10\ninputs = \"gaussian\"")); reflect.DeepEqual(other, first) {
			t.Errorf("%v: another kind", other)
		}
	}
}
