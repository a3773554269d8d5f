package report

import (
	"regexp"
	"strings"
	"testing"

	"fbp/results"
)

// spread is a page with one text in all places.
func spread(text string) *page {
	t := &tableView{File: text, Columns: []string{text}, Rows: [][]string{{text}}}
	return &page{Name: text, Facts: []fact{{text, text}}, Missing: 1, Success: t, Deviations: t, Tables: []*tableView{t}, Quantities: []string{"q"},
		Samples: []sample{{Name: text, Status: results.Status(text)}}, Failures: []failure{{text, text}}, Config: text, Provenance: text}
}

var tag = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`)

// FuzzPage: whatever text a run's files hold, the page has the same elements, with
// the same attributes but for classes, and none of its own.
func FuzzPage(f *testing.F) {
	for _, text := range []string{"plain", "<script>alert(1)</script>", `" onmouseover="alert(1)`, "' onload='x", "</pre><img src=x onerror=y>", "--><b>", "</style><b>", "&lt;b&gt;", "javascript:x", "{{.Name}}", "\x00", "\xff<b>"} {
		f.Add(text)
	}
	class := regexp.MustCompile(`class="[^"]*"`)
	skeleton := func(t testing.TB, text string) string {
		data, err := spread(text).html()
		if err != nil {
			t.Fatal(err)
		}
		return class.ReplaceAllString(strings.Join(tag.FindAllString(string(data), -1), "\n"), "class")
	}
	want := skeleton(f, "x")
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" { // has no sections
			return
		}
		if got := skeleton(t, text); got != want {
			t.Errorf("%q: elements\n%s\nwant\n%s", text, got, want)
		}
	})
}
