package fbp_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
	"fbp/results"
)

// configReference is the document that explains configs.
const configReference = "docs/config.md"

// TestDependencies: go.mod has the reason for each direct dependency behind it.
func TestDependencies(t *testing.T) {
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+(.*)$`).FindAllStringSubmatch(scratch.Read(t, "go.mod"), -1) {
		if !strings.HasPrefix(m[2], " // ") {
			t.Errorf("go.mod: what is %s for?", m[1])
		}
	}
}

// TestExamples: every TOML block of the documents is a config, or becomes one
// when its sections replace those of the first of docs/config.md. One with the name of a file, or >> and the name, is that file or the rest of it.
func TestExamples(t *testing.T) {
	blocks := regexp.MustCompile("(?ms)^```toml ?(\\S*)\n(.*?)^```$")
	first := blocks.FindStringSubmatch(scratch.Read(t, configReference))
	if first == nil {
		t.Fatalf("%s has no config", configReference)
	}
	whole := first[2]
	for _, name := range documents(t) {
		files := map[string]string{}
		for i, m := range blocks.FindAllStringSubmatch(scratch.Read(t, name), -1) {
			file, text := strings.TrimPrefix(m[1], ">>"), m[2]
			if file != "" {
				text = files[file] + text
				if files[file] = text; strings.Contains(text, "path =") {
					continue // it takes files that the document makes: TestGuides of cmd/fbp runs it
				}
			} else if !strings.Contains(text, "[model]") {
				text = replaced(whole, text)
			}
			if _, err := planned(text); err != nil {
				t.Errorf("%s, TOML block %d: %v\n%s", name, i+1, err, text)
			}
		}
	}
}

// TestNamesOfWeights: files of weights that a document names are those of configs/quick.toml.
func TestNamesOfWeights(t *testing.T) {
	quick, err := planned(scratch.Read(t, "configs/quick.toml"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range documents(t) {
		for _, m := range regexp.MustCompile(`weights/([a-z]+-n\d+-[\w-]+)\.npy`).FindAllStringSubmatch(scratch.Read(t, name), -1) {
			found++
			if !slices.ContainsFunc(quick.Tasks, func(task plan.Task) bool { return task.Solution == m[1] }) {
				t.Errorf("%s: no search of configs/quick.toml is named %s", name, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no file of weights is named")
	}
}

// documents are those at the top and what is in docs/.
func documents(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("docs/*.md")
	if err != nil || len(found) < 5 {
		t.Fatalf("docs/ has %v, %v", found, err)
	}
	guides, _ := filepath.Glob("docs/guides/*.md")
	return slices.Concat([]string{"README.md", "CONTRIBUTING.md", "SECURITY.md"}, found, guides)
}

// TestLinks: what a document links to in the repository is there, headings too,
// and so is every Go file that it names.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	source := regexp.MustCompile("`([\\w/]+/\\w+\\.go)`")
	for _, name := range append(documents(t), "bench/README.md") {
		for _, m := range source.FindAllStringSubmatch(scratch.Read(t, name), -1) {
			if !exists(m[1]) && !exists("internal/"+m[1]) {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(scratch.Read(t, name), -1) {
			target, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.Join(filepath.Dir(name), target)
			}
			if !exists(file) {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			} else if heading != "" && !slices.Contains(headings(scratch.Read(t, file)), heading) {
				t.Errorf("%s links to %s, and %s has no such heading", name, m[1], file)
			}
		}
	}
}

// TestOneLetter: the local entropy is φ in every document, as in the figures.
func TestOneLetter(t *testing.T) {
	other := regexp.MustCompile("s₀|s̄|ds/dd|dS/dD|s = .?(?:φ|.varphi)|`entropy` [sS]\\b|`normalized` [sS]\\b|\\bd, s\\b|\\bs and d\\b|\\bd and s\\b")
	for _, name := range documents(t) {
		if found := other.FindAllString(scratch.Read(t, name), -1); found != nil {
			t.Errorf("%s has another letter for the local entropy: %q", name, found)
		}
	}
}

// TestShortCells: no cell of a table is longer than 220 characters, in any document; what needs
// more is below the table. And every document is UTF-8.
func TestShortCells(t *testing.T) {
	for _, name := range append(documents(t), "bench/README.md") {
		text := scratch.Read(t, name)
		if !utf8.ValidString(text) {
			t.Errorf("%s is not UTF-8", name)
		}
		for i, line := range strings.Split(text, "\n") {
			for _, cell := range cellsOf(line) {
				if n := utf8.RuneCountInString(cell); n > 220 {
					t.Errorf("%s:%d: a cell of %d characters: %.60s…", name, i+1, n, cell)
				}
			}
		}
	}
}

// headings are the anchors of a Markdown text: small letters, digits and
// hyphens for blanks.
func headings(text string) (anchors []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		s := regexp.MustCompile(`[^\p{L}\p{N}\- ]`).ReplaceAllString(strings.ToLower(m[1]), "")
		anchors = append(anchors, strings.ReplaceAll(s, " ", "-"))
	}
	return anchors
}

// TestReadmeIsShort: the README is an entrance, of 9000 bytes at most; the rest is in
// docs/.
func TestReadmeIsShort(t *testing.T) {
	text := scratch.Read(t, "README.md")
	if len(text) > 9000 {
		t.Errorf("the README has %d bytes, want at most 9000: move what is not for a first reader to docs/", len(text))
	}
	for _, command := range []string{"go run ./cmd/fbp run configs/alpha05.toml", "go test ./..."} {
		if !strings.Contains(text, command) {
			t.Errorf("the README lacks %q", command)
		}
	}
}

// TestByHand: what is written by hand, without what a test or script makes, has at most 165 kB: what is new makes room for itself.
func TestByHand(t *testing.T) {
	bench, _ := filepath.Glob("bench/*.md")
	made := []string{"docs/keys.md", "docs/columns.md", checks, "docs/combinations.md"}
	sum := 0
	for _, name := range slices.Concat(documents(t), bench, []string{"CHANGELOG.md"}) {
		text, _, _ := strings.Cut(scratch.Read(t, name), "<!-- from here on") // theory.md: help of its commands
		if name == "bench/defaults.md" {
			tables, rest, _ := strings.Cut(text, "## Presets")
			text = regexp.MustCompile(`(?m)^\|.*\n`).ReplaceAllString(tables, "") + rest // scripts/defaults makes the tables before
		}
		if !slices.Contains(made, name) {
			sum += len(text)
		}
	}
	if sum > 165_000 {
		t.Errorf("%d bytes are written by hand, want at most 165 000", sum)
	}
	t.Logf("%d bytes by hand", sum)
}

// TestMap: the README links to the map of the documents, and the map to every document.
func TestMap(t *testing.T) {
	if !strings.Contains(scratch.Read(t, "README.md"), "(docs/index.md)") {
		t.Error("the README does not link to docs/index.md")
	}
	text := scratch.Read(t, "docs/index.md")
	for _, name := range documents(t) {
		if !strings.Contains(text, "("+strings.TrimPrefix(name, "docs/")) && !strings.Contains(text, "(../"+name) && name != "docs/index.md" {
			t.Errorf("docs/index.md does not link to %s", name)
		}
	}
}

// TestFiguresShown: every picture of docs/figures is shown by a document.
func TestFiguresShown(t *testing.T) {
	text := ""
	for _, name := range documents(t) {
		text += scratch.Read(t, name)
	}
	pictures, _ := filepath.Glob("docs/figures/*.png")
	for _, path := range pictures {
		if !strings.Contains(text, "]("+strings.TrimPrefix(path, "docs/")+")") && !strings.Contains(text, "("+path+")") {
			t.Errorf("no document shows %s", path)
		}
	}
}

// TestVersionsAgree: the first entry of the list of changes and CITATION.cff are
// those of the version in the source.
func TestVersionsAgree(t *testing.T) {
	changes := regexp.MustCompile(`(?m)^## (\S+)`).FindStringSubmatch(scratch.Read(t, "CHANGELOG.md"))
	citation := regexp.MustCompile(`(?m)^version: (\S+)$`).FindStringSubmatch(scratch.Read(t, "CITATION.cff"))
	if changes == nil || citation == nil || changes[1] != results.Version || citation[1] != results.Version {
		t.Errorf("the source has version %s, CHANGELOG.md %v, CITATION.cff %v", results.Version, changes, citation)
	}
	if !strings.Contains(scratch.Read(t, "CHANGELOG.md"), fmt.Sprintf("\nPhysics version %d.", results.PhysicsVersion)) {
		t.Errorf("CHANGELOG.md does not explain physics version %d", results.PhysicsVersion)
	}
}

// planned plans a config. One that takes files which only a run would make is
// parsed and no more.
func planned(text string) (*plan.Plan, error) {
	spec, err := plan.Parse(context.Background(), "example.toml", text, nil, experiment.Standard())
	if err != nil || strings.Contains(text, "\npath ") {
		return nil, err
	}
	return plan.New(context.Background(), spec)
}

// replaced is a config in which sections of the same header as those of part
// make way for them.
func replaced(whole, part string) string {
	header := regexp.MustCompile(`(?m)^\[.*\]`)
	cut := func(text string) (sections []string) {
		last := 0
		for _, at := range header.FindAllStringIndex(text, -1) {
			sections = append(sections, text[last:at[0]])
			last = at[0]
		}
		return append(sections, text[last:])
	}
	news := header.FindAllString(part, -1)
	kept := slices.DeleteFunc(cut(whole), func(s string) bool { return slices.Contains(news, header.FindString(s)) })
	return strings.Join(kept, "") + "\n" + part
}

// TestPlainWords: turns of phrase that are not English, or that have a plainer word, are in no
// document, comment of a config or help of a theory: a table gives a number and does not say
// it, and "except for" is not "but for".
func TestPlainWords(t *testing.T) {
	avoided := regexp.MustCompile(`(?i)\bas its head says|\bas is stated|\bsays? (why|which|neither|how|what|that)\b|` +
		`\bby little\b|\bof itself\b|\bmakes? (it|both|them) again\b|\bfor one when\b|\bthey are no (solutions|inputs|part)\b|` +
		`\bbut for\b|, say\b|\ball happens\b|\bthe text that we had\b|\bgoes? on\b|\bdone again\b|^(<{7}|>{7}) `)
	configs, err := filepath.Glob("configs/*.toml")
	if err != nil || len(configs) < 30 {
		t.Fatalf("configs has %v, %v", configs, err)
	}
	for _, name := range slices.Concat(documents(t), configs, []string{"bench/README.md"}) {
		for i, line := range strings.Split(scratch.Read(t, name), "\n") {
			if found := avoided.FindString(line); found != "" {
				t.Errorf("%s:%d: %q: find a plainer word: %s", name, i+1, found, strings.TrimSpace(line))
			}
		}
	}
}
