package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

const theoryOfTiny = `
[[theory]]
name = "max"
kind = "franz_parisi"
kappa_ref = 0
alpha = 0.3
d = "0.05:0.3:3"
compare = true
`

// ofRun are the files that a run leaves, by path in its folder.
func ofRun(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// flip changes a bit in the middle of a file.
func flip(path string) error {
	data, err := os.ReadFile(path)
	if err == nil {
		data[len(data)/2] ^= 4
		err = os.WriteFile(path, data, 0o666)
	}
	return err
}

// folder puts a folder with one in it in the place of a file.
func folder(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(path, "of", "files"), 0o777)
}

// repairs are the commands of the findings of a check, which are one line each.
func repairs(t *testing.T, o outcome) (commands []string) {
	t.Helper()
	for line := range strings.Lines(o.stdout) {
		_, command, found := strings.Cut(strings.TrimSpace(line), "; to repair: ")
		if !found || strings.ContainsRune(line, '\x1b') {
			t.Errorf("the line %q", line)
		}
		commands = append(commands, strings.Replace(command, ", then ", " && ", 1))
	}
	return commands
}

// repaired does in a shell what a check of a folder has printed, and wants that it then finds nothing.
func repaired(t *testing.T, work, dir string, o outcome) {
	t.Helper()
	for range 3 { // one repair may be needed before another
		for _, command := range repairs(t, o) {
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = work
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", command, err, out)
			}
		}
		if o = fbp(t, work, "check", dir); o.code == 0 {
			return
		}
	}
	t.Errorf("%q is not repaired: %s%s", dir, o.stdout, o.stderr)
}

// Whatever happens to a file of a run, check finds it in that file alone and changes nothing, what it prints
// makes the file again, to the same bytes, and what stood in its place is kept. Where not all is run, one thing
// happens to one file of every second kind.
func TestCheckOfEveryFile(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	work := workdir(t)
	scratch.Change(t, filepath.Join(work, "tiny.toml"), func(text []byte) []byte { return append(text, theoryOfTiny...) })
	samples := "samples=1"
	if slow.All {
		samples = "samples=2"
	}
	out := filepath.Join(work, "it's a run")
	for _, command := range [][]string{{"run", "tiny.toml", "--set", samples, "--set", "collect.at.distance=[.1,.2]", "--out"}, {"export"}, {"report"}, {"plot", "--emit"}} {
		fbp(t, work, append(command, "it's a run")...).want(t, 0)
	}
	want := outputs(t, out)
	seen := map[string]bool{}
	for _, name := range ofRun(t, out) {
		kind := path.Dir(name) + path.Ext(name)
		if in := path.Dir(name); in == "solutions" || in == "measurements" {
			kind = in
		}
		if seen[kind] && (!slow.All || kind != "..tsv") || name == "config.toml" { // of which there is no other source
			continue
		}
		seen[kind] = true
		does := []func(string) error{flip, os.Remove, folder}
		if kind == "tasks.json" || kind == "measurements" { // a task without a record is not done, and the record has the readings
			does = []func(string) error{flip, folder}
		}
		if name == "report.html" || name == "figure.json" { // which are not missed
			does = []func(string) error{flip, folder}
		}
		if !slow.All {
			if len(seen)%2 == 0 {
				continue
			}
			does = does[len(seen)/2%len(does):][:1]
		}
		for _, do := range does {
			file := filepath.Join(out, name)
			if err := do(file); err != nil {
				t.Fatal(err)
			}
			changed, _ := os.Stat(file)
			o := fbp(t, work, "check", "it's a run").want(t, 1)
			if strings.Count(o.stdout, "\n") != 1 || !strings.HasPrefix(o.stdout, filepath.Join("it's a run", name)+": ") {
				t.Errorf("%s: findings\n%s", name, o.stdout)
			}
			if now, err := os.Stat(file); changed != nil && (err != nil || !now.ModTime().Equal(changed.ModTime())) {
				t.Errorf("%s: check has changed it: %v", name, err)
			}
			repaired(t, work, "it's a run", o)
			if changed != nil && changed.IsDir() {
				if err := os.Rename(file+".bad", filepath.Join(t.TempDir(), "kept")); err != nil {
					t.Errorf("%s: what stood there is gone: %v", name, err)
				}
			}
		}
	}
	fbp(t, work, "export", "it's a run").want(t, 0)
	if outputs(t, out) != want {
		t.Error("repaired, it has other bytes")
	}
}

// Commands that are printed do in a shell what they say, whatever the folder and files in it are called.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	for _, name := range slow.Some(1, []string{"-rf\n`touch PWNED`'$(touch PWNED);touch PWNED", "-rf", "x\ntouch PWNED\ny", "a;touch PWNED", "it's $(touch PWNED)", "\x1b[31m`touch PWNED`'", "a\u202eb !!"}) {
		work := workdir(t)
		at, in := "./"+name, filepath.Join(work, name)
		fbp(t, work, "run", "tiny.toml", "--set", "samples=1", "--out", at).want(t, 0)
		scratch.Write(t, filepath.Join(in, "samples.tsv"), "# samples\ndamage\n")
		solutions, err := os.ReadDir(filepath.Join(in, "solutions"))
		if err != nil || len(solutions) == 0 {
			t.Fatal(solutions, err)
		}
		scratch.Remove(t, filepath.Join(in, "solutions", solutions[0].Name()))
		scratch.Write(t, filepath.Join(in, "measurements", "';touch PWNED;'"), "damage")
		if err := os.Mkdir(filepath.Join(in, "solutions", "x;touch PWNED"), 0o777); err != nil {
			t.Fatal(err)
		}
		o := fbp(t, work, "check", at).want(t, 1)
		for _, command := range repairs(t, o) {
			if strings.Contains(command, "x;touch") {
				t.Errorf("it prints %s", command)
			}
		}
		repaired(t, work, at, o)
		for _, name := range []string{"PWNED", "PWNED'"} {
			if _, err := os.Stat(filepath.Join(work, name)); err == nil {
				t.Errorf("%q: something else was run", name)
			}
		}
	}
}
