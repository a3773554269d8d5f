package experiment

import "testing"

// TestHelpOfKinds: each text is that of a kind. That each kind has one is asked where docs/keys.md is made.
func TestHelpOfKinds(t *testing.T) {
	of := map[string]bool{}
	for _, k := range Standard().Kinds() {
		of[k.Section+"."+k.Name] = true
	}
	for name := range explained() {
		if !of[name] {
			t.Errorf("help/%s.txt is the text of no kind", name)
		}
	}
}
