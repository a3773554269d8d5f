package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// notRun are the words behind sh of blocks that the test does not run, each with the reason.
var notRun = map[string]string{
	"release": "it begins with an archive of a release, which step release of .ci/run makes and runs",
	"source":  "it compiles the program",
	"images":  "it needs files of images, which are not part of this repository",
}

// TestGuides does what README, tutorial and guides say, block by block, in a folder of each: files are written, commands run, and what
// the document shows of their output is in it. A block of shell whose head has a word of notRun is not run.
func TestGuides(t *testing.T) {
	slow.Only(t)
	for _, program := range []string{"sh", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	files, _ := filepath.Glob("../../docs/guides/*.md")
	if len(files) < 6 {
		t.Errorf("guides: %v", files)
	}
	for _, file := range append(files, "../../README.md", "../../docs/tutorial.md") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			follow(t, file)
		})
	}
}

// follow does what a document says.
func follow(t *testing.T, file string) {
	dir := t.TempDir()
	for _, name := range []string{"python/fbp", "configs", "scripts"} {
		to := filepath.Join(dir, strings.TrimPrefix(name, "python/"))
		if err := os.CopyFS(to, os.DirFS("../../"+name)); err != nil {
			t.Fatal(err)
		}
	}
	output := ""
	for _, block := range regexp.MustCompile("(?ms)^```(\\w*) ?(\\S*)\n(.*?)^```$").FindAllStringSubmatch(scratch.Read(t, file), -1) {
		kind, name, text := block[1], block[2], block[3]
		switch {
		case kind == "sh" && name == "":
			cmd := exec.Command("sh", "-ec", text)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s%v\n%s", text, err, out)
			}
			output = string(out)
		case kind == "sh" && notRun[name] == "":
			t.Errorf("a block of shell has the word %q, and notRun no reason for it", name)
		case kind == "" && name == "":
			shows(t, output, text)
		case name != "" && kind != "sh":
			path := filepath.Join(dir, strings.TrimPrefix(name, ">>"))
			if strings.HasPrefix(name, ">>") {
				text = scratch.Read(t, path) + text
			}
			scratch.Write(t, path, text)
		case !slices.Contains([]string{"sh", "toml"}, kind): // a toml block without a name shows a part of a config
			t.Errorf("a block of %s is neither a file nor run", kind)
		}
	}
}

// shows compares an output with what a document shows of it: lines in their order, in which … stands for what is left out.
func shows(t *testing.T, output, text string) {
	t.Helper()
	rest := output
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); line == "…" {
			continue
		}
		at := regexp.MustCompile("(?m)^" + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "$").FindStringIndex(rest)
		if at == nil {
			t.Fatalf("no line %q follows in\n%s", line, output)
		}
		rest = rest[at[1]:]
	}
}
