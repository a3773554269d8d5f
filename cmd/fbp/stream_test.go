package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

func TestMessagesShowHiddenCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext\n":             "plain\ttext\n",
		"α κ̃ ✓ 可\n":                "α κ̃ ✓ 可\n",
		"a\u202egnp.exe":            `a\u202egnp.exe`,
		"\x1b]0;title\a\x1b[2J\r\n": `\u001b]0;title\u0007\u001b[2J\u000d` + "\n",
		"\x9b31m":                   "\uFFFD31m",
		"\u009b31m\u2028":           `\u009b31m\u2028`,
		"\U000e0041\u2067":          `\udb40\udc41\u2067`,
	} {
		var b bytes.Buffer
		if n, err := (&stream{out: &b, messages: true}).Write([]byte(text)); n != len(text) || err != nil || b.String() != want {
			t.Errorf("%q: %q, want %q", text, b.String(), want)
		}
	}
}

// Whatever names of files, claims and paths contain, no stream of a command has a
// hidden character.
func TestNoHiddenCharacters(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	const evil = "a\u202egnp\x1b[31m\u2066b"
	write := func(data string, path ...string) {
		t.Helper()
		name := filepath.Join(append([]string{dir}, path...)...)
		err := os.MkdirAll(filepath.Dir(name), 0o777)
		if err == nil {
			err = os.WriteFile(name, []byte(data), 0o666)
		}
		if err != nil {
			t.Skip(err) // no such names here
		}
	}
	tiny := scratch.Read(t, "testdata/tiny.toml")
	write(strings.Replace(tiny, "samples", "sanples", 1), evil+".toml")
	write("[model]\nkind = \""+strings.ReplaceAll(evil, "\x1b", `\u001b`)+"\"", "evil.toml")
	fbp(t, dir, "run", "tiny.toml", "--out", "run").want(t, 0)
	owner, err := json.Marshal(map[string]any{"host": evil, "pid": 1, "job": evil, "machine": evil})
	if err != nil {
		t.Fatal(err)
	}
	write(string(owner), "run", "claims", evil)
	write("{}", "run", "tasks", evil+".json")
	write("{}", "run", "solutions", evil)
	write("{}", "run", "measurements", evil)
	write("x", "run", evil+".tsv")
	for _, args := range [][]string{
		{"plan", evil + ".toml"}, {"plan", "evil.toml"}, {"run", evil + ".toml"}, {"run", "tiny.toml", "--out", "run"}, {"run", "tiny.toml", "--out", evil},
		{"plan", "tiny.toml", "--set", "model.kind=" + evil}, {"plan", "tiny.toml", "--set", evil}, {"plan", "tiny.toml", "--write-patterns", evil, "--set", "instance.alpha=0.5"},
		{"check", "run"}, {"status", "run"}, {"status", evil}, {"collect", "run", evil}, {"collect", "run", "--out", evil + "2"}, {"export", "run", "--out", evil},
		{"plot", evil}, {"report", evil}, {"report", "run"}, {evil}, {"run", "--" + evil}, {"theory", evil}, {"config", evil}, {"init", evil}, {"fit", evil}, {"submit", evil + ".toml", "--dry-run"},
	} {
		o := fbp(t, dir, args...)
		for _, stream := range []string{o.stdout, o.stderr} {
			if strings.ContainsAny(stream, "\u202e\u2066\x1b") {
				t.Errorf("%q: %q", args, stream)
			}
		}
	}
}
