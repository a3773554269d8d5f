package experiment

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
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
