package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The readers of docs/formats.md read a run: Python's here, where Python is
// there, and its description of a sum holds.
func TestFormats(t *testing.T) {
	doc := read(t, "../../docs/formats.md")
	for _, name := range []string{"config.toml", "plan.json", "records.jsonl", "provenance.json", "report.html"} {
		if !strings.Contains(doc, "`"+name+"`") {
			t.Errorf("docs/formats.md does not explain %s", name)
		}
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3", "--set", "samples=1").want(t, 0)
	fbp(t, dir, "export", "results/tiny", "--format", "txt").want(t, 0)
	block := regexp.MustCompile("(?s)```python\n(import json\n\ndef weights.*?)```").FindStringSubmatch(doc)
	if block == nil {
		t.Fatal("docs/formats.md has no reader in Python")
	}
	find := func(pattern string) string {
		paths, err := filepath.Glob(filepath.Join(dir, "results/tiny", pattern))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %v, %v", pattern, paths, err)
		}
		return paths[0]
	}
	program := block[1] + fmt.Sprintf(`
import hashlib, re
for x in weights(%q): print(x)
print(rows(%q, "solution")[0]["errors"])
line = open(%[2]q, "rb").read()
body, rest = line.rsplit(b',"sum":', 1)
print(hashlib.sha256(body + b"}").hexdigest() == rest[1:65].decode())
line = open(%[1]q, "rb").read().rstrip(b"\n")
bare = re.sub(rb',"sum":"[0-9a-f]*"', b"", line)
print(hashlib.sha256(bare).hexdigest().encode() in line)
`, find("solutions/*"), find("tasks/*.json"))
	cmd := exec.Command(python, "-c", program)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if want := read(t, find("weights/*.txt")) + "0\nTrue\nTrue\n"; err != nil || string(out) != want {
		t.Errorf("Python reads\n%s\nwant\n%s%v", out, want, err)
	}
}
