package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sbatchValue reads an option as sbatch does: a backslash takes the next
// character as it is, quotes go in pairs, a # outside of them starts a comment, a
// blank ends the value.
func sbatchValue(line, name string) (value string, ok bool) {
	rest, ok := strings.CutPrefix(line, "#SBATCH --"+name+"=")
	if !ok {
		return "", false
	}
	var quote byte
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c == '\\':
			return "", false // versions differ
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && (c == '#' || c == ' ' || c == '\t'):
			return value, false
		default:
			value += rest[i : i+1]
		}
	}
	return value, quote == 0
}

// FuzzScripts: a path is refused, or sbatch and the shell read it as it is.
func FuzzScripts(f *testing.F) {
	for _, text := range []string{"plain", "two words", "it's", `say "yes"`, `both ' and "`, "a\ntouch ran", "a#b", `a\b`, "$(touch ran)", "`touch ran`", "';touch ran;'", "%j", "é", "\xff", "a\u2028b", "\t"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "/\x00") || len(text) > 100 || text == "" || text == "." || text == ".." {
			return
		}
		dir, err := os.MkdirTemp("", "fbp") // t.TempDir has a # in its name
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		j := &Job{Name: "x", Dir: filepath.Join(dir, text), Work: filepath.Join(dir, text), Program: filepath.Join(dir, text, "fbp"), Shares: 3, Wanted: []int{0, 1, 2}, CPUs: 1}
		scripts := j.Scripts(10)
		if err := j.Check(); err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "a batch script cannot carry") {
				t.Errorf("%q", err)
			}
			return
		}
		for _, s := range scripts {
			seen := map[string]string{}
			for line := range strings.Lines(s.Text) {
				for _, name := range []string{"chdir", "output"} {
					if strings.HasPrefix(line, "#SBATCH --"+name) {
						value, ok := sbatchValue(strings.TrimSuffix(line, "\n"), name)
						if !ok {
							t.Errorf("sbatch cannot read %q", line)
						}
						seen[name] = value
					}
				}
			}
			if seen["chdir"] != j.Work || !strings.HasPrefix(strings.ReplaceAll(seen["output"], "%%", "%"), j.Folder()) {
				t.Errorf("sbatch reads %q, want %q", seen, j.Work)
			}
		}
		if err := os.MkdirAll(j.Dir, 0o777); err != nil {
			t.Skip(err)
		}
		if err := os.WriteFile(j.Program, []byte("#!/bin/sh\nfor a; do echo \"$a\"; done\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("bash", "-c", scripts[0].Text)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "SLURM_ARRAY_TASK_ID=2")
		out, err := cmd.CombinedOutput()
		if want := strings.Join([]string{"run", j.Dir + "/config.toml", "--out", j.Dir, "--shard", "2/3", "--requeue", ""}, "\n"); err != nil || string(out) != want {
			t.Errorf("the shell runs %q, want %q: %v", out, want, err)
		}
	})
}
