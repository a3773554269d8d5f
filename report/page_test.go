package report

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// spread is a page with one text in all places.
func spread(text string) *Page {
	t := &results.Table{Columns: []string{text}, Rows: [][]results.Value{{results.Text(text)}}}
	made := store.NewProvenance(&plan.Plan{})
	made.Name, made.Config = text, text
	made.Add(&results.Record{Run: &results.Run{Origin: results.Origin{Version: text, Commit: text, Args: []string{text, text}}}})
	return &Page{Name: text, Made: text, Status: t, Missing: 1, Bad: []error{errors.New(text)}, Excluded: t, Figure: []byte("<svg></svg>"), Caption: text,
		Tables: []store.NamedTable{{File: text, Table: t}}, Config: text, Provenance: made}
}

var tag = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`)

// FuzzPage: whatever text a run's files hold, the page has the same elements, with
// the same attributes, and none of its own.
func FuzzPage(f *testing.F) {
	for _, text := range []string{"plain", "<script>alert(1)</script>", `" onmouseover="alert(1)`, "' onload='x", "</pre><img src=x onerror=y>", "--><b>", "</style><b>", "&lt;b&gt;", "javascript:x", "{{.Name}}", "\x00", "\xff<b>"} {
		f.Add(text)
	}
	skeleton := func(t testing.TB, text string) string {
		data, err := spread(text).HTML()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(tag.FindAllString(string(data), -1), "\n")
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

// Names can be copied, numbers have six digits, and long tables say how long they are.
func TestTables(t *testing.T) {
	id := "0123-4567-89ab"
	long := &results.Table{Columns: []string{"task", "x"}}
	for range 501 {
		long.Rows = append(long.Rows, []results.Value{results.Text(id), results.Num(-1. / 3)})
	}
	data, err := (&Page{Name: id, Tables: []store.NamedTable{{File: "long.tsv", Table: long}}}).HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>" + id, "<td>" + id + "</td><td>-0.333333</td>", "500 of 501 rows"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q", want)
		}
	}
}
