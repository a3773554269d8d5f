package experiment

import (
	"fmt"
	"strings"
	"testing"
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
