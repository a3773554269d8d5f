package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// TestTutorial does what docs/tutorial.md says, block by block: files are written,
// commands run, and what the document shows of their output is in it.
func TestTutorial(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, program := range []string{"sh", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "fbp"), os.DirFS("../../python/fbp")); err != nil {
		t.Fatal(err)
	}
	output := ""
	for _, block := range regexp.MustCompile("(?ms)^```(\\w*) ?(\\S*)\n(.*?)^```$").FindAllStringSubmatch(scratch.Read(t, "../../docs/tutorial.md"), -1) {
		kind, name, text := block[1], block[2], block[3]
		switch kind {
		case "toml":
			file := filepath.Join(dir, strings.TrimPrefix(name, ">>"))
			if strings.HasPrefix(name, ">>") {
				text = scratch.Read(t, file) + text
			}
			scratch.Write(t, file, text)
		case "sh":
			cmd := exec.Command("sh", "-ec", text)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s%v\n%s", text, err, out)
			}
			output = string(out)
		default:
			rest := output
			for line := range strings.Lines(text) {
				if line = strings.TrimSuffix(line, "\n"); line == "…" {
					continue // lines left out
				}
				at := regexp.MustCompile("(?m)^" + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "$").FindStringIndex(rest)
				if at == nil {
					t.Fatalf("no line %q follows in\n%s", line, output)
				}
				rest = rest[at[1]:]
			}
		}
	}
}
