package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestFormats: docs/formats.md names every file and folder that a run leaves, and
// its readers in Julia read them, where it has the package JSON. Its description of checksums holds.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3", "--set", "samples=1").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--format", "txt").want(t, 0)
	doc, run := scratch.Read(t, "../../docs/formats.md"), filepath.Join(dir, "results/tiny")
	left, err := os.ReadDir(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		name, end := entry.Name(), filepath.Ext(entry.Name())
		if !strings.Contains(doc, "`"+name) && end != ".tsv" && !(strings.HasPrefix(name, "figure") && strings.Contains(doc, "`"+end+"`")) {
			t.Errorf("docs/formats.md does not explain %s", name)
		}
	}
	find := func(pattern string) string {
		paths, err := filepath.Glob(filepath.Join(run, pattern))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %v, %v", pattern, paths, err)
		}
		return paths[0]
	}
	id := strings.TrimSuffix(filepath.Base(find("tasks/*")), ".json")
	want := scratch.Read(t, find("weights/*.txt")) + "0\n0 " + id + "\n" + id + "\n" + id + "\n"
	for _, reader := range []struct{ program, language, check string }{
		{"julia", "julia", `
cd(%q)
foreach(println, weights(%q))
println(readings(record(%q), "solution")[1]["errors"])
println(length(records("records.jsonl")) - 1, " ", plan("plan.json")[1]["id"])
println(table("samples.tsv")[1]["task"])
println(records("records.jsonl")[1]["task"])
`},
	} {
		t.Run(reader.language, func(t *testing.T) {
			program, err := exec.LookPath(reader.program)
			if err != nil {
				t.Skip("not there")
			}
			if reader.language == "julia" && exec.Command(program, "-e", "using JSON").Run() != nil {
				t.Skip("no package JSON")
			}
			block := regexp.MustCompile("(?s)## Readers.*?```" + reader.language + "\n(.*?)```").FindStringSubmatch(doc)
			if block == nil {
				t.Fatal("docs/formats.md has no reader")
			}
			script := block[1] + fmt.Sprintf(reader.check, run, find("solutions/*"), find("tasks/*.json"))
			if got := execute(t, program, script); got != want {
				t.Errorf("it reads\n%s\nwant\n%s", got, want)
			}
		})
	}
	t.Run("sums", func(t *testing.T) {
		for _, file := range []string{find("tasks/*.json"), find("solutions/*")} {
			text := strings.TrimSuffix(scratch.Read(t, file), "\n")
			sum := regexp.MustCompile(`,"sum":"([0-9a-f]{64})"`).FindStringSubmatchIndex(text)
			if sum == nil {
				t.Fatalf("%s has no sum", file)
			}
			body := text[:sum[0]] + "}"
			if strings.Contains(file, "solutions") {
				body = text[:sum[0]] + text[sum[1]:]
			}
			if got := fmt.Sprintf("%x", sha256.Sum256([]byte(body))); got != text[sum[2]:sum[3]] {
				t.Errorf("%s: the sum is not that of docs/formats.md", file)
			}
		}
	})
}

// execute runs a script, given as an argument of -c or -e, and returns its output.
func execute(t *testing.T, program, script string) string {
	t.Helper()
	option := "-e"
	if strings.HasPrefix(filepath.Base(program), "python") {
		option = "-c"
	}
	cmd := exec.Command(program, option, script)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
