package catalog

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHelp: each theory has a line, a page and examples, and each text is that of a theory.
func TestHelp(t *testing.T) {
	var names []string
	for _, e := range All() {
		names = append(names, e.Name)
		if e.Short == "" || strings.Contains(e.Short, "\n") || e.Long == "" || !strings.HasPrefix(e.Example, "  fbp theory "+e.Name) {
			t.Errorf("%s: %q, a page of %d bytes, examples %q", e.Name, e.Short, len(e.Long), e.Example)
		}
		if left := regexp.MustCompile(`(?m)^\{.*\}$`).FindString(e.Long); left != "" {
			t.Errorf("%s: there is no shared text %s", e.Name, left)
		}
	}
	files, err := texts.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name, is := strings.CutSuffix(file.Name(), ".txt"); is && !slices.Contains(names, name) {
			t.Errorf("help/%s is the text of no theory", file.Name())
		}
	}
}
