package catalog

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"fbp/internal/scratch"
)

var update = flag.Bool("update", false, "write docs/theory.md anew")

// TestDocument: docs/theory.md has what the help of every theory says.
func TestDocument(t *testing.T) {
	const name = "../../docs/theory.md"
	data := []byte(scratch.Read(t, name))
	i := strings.Index(string(data), "<!-- from here on")
	head, rest, found := strings.Cut(string(data[max(i, 0):]), "\n")
	if i < 0 || !found {
		t.Fatal("docs/theory.md: no mark where the help begins")
	}
	var b strings.Builder
	for _, e := range All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n```\n%s\n```\n\n```sh\n%s\n```\n", e.Name,
			capital(e.Short), strings.Trim(e.Long, "\n"), unindented(e.Example))
	}
	if rest == b.String() {
		return
	}
	if !*update {
		t.Fatal("docs/theory.md differs from the help: go test ./theory/catalog -run Document -update")
	}
	scratch.Write(t, name, string(data[:i])+head+"\n"+b.String())
}

// capital makes the first letter a capital, but not a Greek one: κ_min is a symbol.
func capital(text string) string {
	if text[0] < utf8.RuneSelf {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

func unindented(text string) string {
	var lines []string
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}
