//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// pasted gives a shell what the program has printed, as a user would, and tells what a file
// named PWNED that appears means.
func pasted(t *testing.T, dir, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", command, err, out)
	}
	for _, name := range []string{"PWNED", "PWNED'"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s: it has run something else", command)
		}
	}
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

// repaired checks a folder, does what is printed, and wants the next check to find nothing.
func repaired(t *testing.T, work, dir string) {
	t.Helper()
	for range 3 { // one repair may be needed before another
		o := fbp(t, work, "check", dir)
		if o.code == 0 {
			return
		}
		for _, command := range repairs(t, o) {
			pasted(t, work, command)
		}
	}
	o := fbp(t, work, "check", dir)
	t.Errorf("%q is not repaired: %s%s", dir, o.stdout, o.stderr)
}

// TestHostileNames: commands that are printed do in a shell what they say, whatever the folder
// is called.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	for _, name := range []string{"-rf", "a;touch PWNED", "it's $(touch PWNED)", "x\ntouch PWNED\ny", "\x1b[31m`touch PWNED`'", "a\u202eb !!"} {
		at := "./" + name
		fbp(t, work, "run", "tiny.toml", "--set", "samples=1", "--out", at).want(t, 0)
		scratch.Write(t, filepath.Join(work, name, "samples.tsv"), "# samples\ndamage\n")
		solutions, err := filepath.Glob(filepath.Join(work, strings.ReplaceAll(name, "[", `\[`), "solutions", "*"))
		if err != nil || len(solutions) == 0 {
			t.Fatal(solutions, err)
		}
		scratch.Remove(t, solutions[0])
		scratch.Write(t, filepath.Join(work, name, "measurements", "';touch PWNED;'"), "damage")
		if err := os.Mkdir(filepath.Join(work, name, "solutions", "x;touch PWNED"), 0o777); err != nil {
			t.Fatal(err)
		}
		fbp(t, work, "fit", at, "--by", "x") // reads checked tables
		repaired(t, work, at)
	}
}

// TestHostileChecksums: what somebody has written into checksums.tsv is not printed as a command.
func TestHostileChecksums(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	fbp(t, work, "run", "tiny.toml", "--set", "samples=1", "--out", "a").want(t, 0)
	path := filepath.Join(work, "a", "checksums.tsv")
	text, _, _ := strings.Cut(scratch.Read(t, path), "# sha256: ")
	text += fmt.Sprintf("figure.pdf;touch PWNED\t1\t%064d\n", 0)
	scratch.Write(t, path, string(results.SealTSV([]byte(text))))
	for _, command := range repairs(t, fbp(t, work, "check", "a").want(t, 1)) {
		if strings.Contains(command, "touch") {
			t.Errorf("it prints %s", command)
		}
	}
	repaired(t, work, "a")
}

// TestTextThatIsNone: bytes that are no UTF-8 are refused before any work where they would be kept
// as other text; those that the system tells, and that nothing is found by, are replaced.
func TestTextThatIsNone(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	for _, args := range [][]string{{"run", "tiny.toml", "--out", "r\xe9s"}, {"run", "r\xe9s.toml"}, {"run", "tiny.toml", "--set", "name=r\xe9s"},
		{"check", "\xff"}, {"init", "\xff"}, {"\xff"}, {"export", "x", "--out", "\xff"}, {"plan", "tiny.toml", "--write-data", "\xff"}} {
		o := fbp(t, work, args...).want(t, 2).says(t, "want text in UTF-8")
		if strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%q: %s", args, o.stderr)
		}
	}
	in := filepath.Join(work, "r\xe9s")
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Skip(err) // a file system of texts
	}
	fbp(t, work, "plan", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=0.3", "--write-patterns", ".").want(t, 0)
	patterns, err := filepath.Glob(filepath.Join(work, "*.txt"))
	if err != nil || len(patterns) != 1 {
		t.Fatal(patterns, err)
	}
	scratch.Write(t, filepath.Join(in, "p.txt"), scratch.Read(t, patterns[0]))
	args := []string{"run", "../tiny.toml", "--set", "samples=1", "--set", "instance.kind=file", "--set", "instance.path=p.txt"}
	fbp(t, in, append(args, "--out", "../outside")...).want(t, 2).says(t, "could not be read back")
	if _, err := os.Stat(filepath.Join(work, "outside")); err == nil {
		t.Error("a folder was made whose config could not be read back")
	}
	cmd := command(t, in, append(args, "--out", "inside")...)
	cmd.Env = append(os.Environ(), "SLURM_JOB_ID=\xff7")
	finished(t, cmd, cmd.Run).want(t, 0)
	fbp(t, in, "check", "inside").want(t, 0)
	fbp(t, in, append(args, "--out", "inside")...).want(t, 0).says(t, "1 done before")
}

// TestRepairsRepair: whatever stands in the place of a file of a run, the command that check
// prints puts the file there again; nothing is lost.
func TestRepairsRepair(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	args := []string{"run", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=0.3", "--out"}
	fbp(t, work, append(args, "a")...).want(t, 0)
	fbp(t, work, "export", "a").want(t, 0)
	fbp(t, work, "report", "a").want(t, 0)
	patterns := []string{"tasks/*", "solutions/*", "measurements/*", "samples.tsv", "figure.svg"}
	if slow.All {
		patterns = append(patterns, "local_entropy.tsv", "records.jsonl", "provenance.json", "plan.json", "report.html", "weights/*")
	}
	patterns = append(patterns, "checksums.tsv") // the last: made again, it does not know of report and weights
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(work, "a", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		puts := []func() error{func() error { return os.MkdirAll(filepath.Join(paths[0], "of", "files"), 0o777) }}
		if pattern == "checksums.tsv" || slow.All {
			puts = append(puts, func() error { return syscall.Mkfifo(paths[0], 0o666) }, func() error { return os.Mkdir(paths[0], 0o777) })
		}
		for k, put := range puts {
			scratch.Remove(t, paths[0])
			if err := put(); err != nil {
				t.Fatal(err)
			}
			if o := fbp(t, work, "check", "a"); o.code != 1 {
				t.Errorf("%s, %d: exit code %d: %s%s", pattern, k, o.code, o.stdout, o.stderr)
			}
			repaired(t, work, "a")
			if err := os.Rename(paths[0]+".bad", filepath.Join(t.TempDir(), "kept")); err != nil {
				t.Errorf("%s, %d: it is gone: %v", pattern, k, err)
			}
		}
	}
}

// TestOutputsThatAreNone: what is no regular file is not replaced, and there is a folder for what
// is new; both are known before any work.
func TestOutputsThatAreNone(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	fbp(t, work, "run", "tiny.toml", "--set", "samples=1", "--out", "a").want(t, 0)
	for name, put := range map[string]func(path string) error{
		"pipe.png": func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"dir.png":  func(path string) error { return os.Mkdir(path, 0o777) },
		"link.png": func(path string) error { return os.Symlink("a/samples.tsv", path) },
		"lost.png": func(path string) error { return os.Symlink("nowhere", path) },
	} {
		path := filepath.Join(work, name)
		if err := put(path); err != nil {
			t.Skip(err)
		}
		before, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"fit", "a", "--out", name}, {"fit", "a", "--figure", name}, {"cost", "a", "--out", name}, {"cost", "a", "--figure", name}, {"plot", "a", "--out", name}} {
			fbp(t, work, args...).want(t, 2).says(t, name+": ", "not a regular file")
		}
		for _, args := range [][]string{{"run", "tiny.toml", "--out", name}, {"collect", "a", "--out", name}, {"export", "a", "--out", name},
			{"plan", "tiny.toml", "--write-patterns", name}, {"plan", "tiny.toml", "--write-data", name}, {"submit", "tiny.toml", "--dry-run", "--out", name}} {
			if name != "dir.png" {
				fbp(t, work, args...).want(t, 2).says(t, args[len(args)-2]+" "+name+": ")
			}
		}
		if after, err := os.Lstat(path); err != nil || after.Mode() != before.Mode() || after.Size() != before.Size() {
			t.Errorf("%s is %v now, %v", name, after, err)
		}
	}
	for _, args := range [][]string{{"fit", "a", "--out", "no/x"}, {"cost", "a", "--out", "tiny.toml/x"}, {"plot", "a", "--out", "no/x.png"}, {"init", "no/x"}, {"fit", "a", "--out", "x\ny/z"},
		{"export", "a", "--out", "tiny.toml"}, {"run", "tiny.toml", "--out", "lost.png/x"}} {
		if o := fbp(t, work, args...).want(t, 2); strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%q: %s", args, o.stderr)
		}
	}
}

// TestEmptyFlags: a flag without its value is none that was not given.
func TestEmptyFlags(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	for _, args := range [][]string{{"run", "tiny.toml", "--shard", ""}, {"run", "tiny.toml", "--out", ""}, {"run", "tiny.toml", "--set", ""}, {"submit", "tiny.toml", "--time", ""},
		{"collect", "a", "--out="}, {"fit", "a", "--by", ""}, {"theory", "rs", "--alpha", ""}, {"init", "--measure", ""}} {
		fbp(t, work, args...).want(t, 2).says(t, "the value is empty")
	}
	if _, err := os.Stat(filepath.Join(work, "results")); err == nil {
		t.Error("something was done")
	}
}

// TestLineEndInAPath: what is printed has a line for each of its lines.
func TestLineEndInAPath(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	const out = "a\nPWNED: b"
	for _, args := range [][]string{{"run", "tiny.toml", "--set", "samples=1", "--out", out}, {"run", "tiny.toml", "--set", "samples=1", "--out", out}, {"collect", out}, {"plot", out}, {"report", out},
		{"export", out}, {"check", out}, {"status", out}, {"status", out, "--failed"}, {"fit", out}, {"cost", out}, {"fit", out, "--out", out + "/x"}, {"plot", out, out, "--out", out + ".png"}} {
		if o := fbp(t, work, args...); strings.Contains(o.stdout+o.stderr, "\nPWNED") {
			t.Errorf("%q: %s%s", args, o.stdout, o.stderr)
		}
	}
}

// TestNamesThatCannotBeDrawn: of guides and of groups, they are mistakes, and nothing is written.
func TestNamesThatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	rows := "v\tn\talpha\tsolved\tsamples\n漢\t101\t.5\t10\t10\n漢\t101\t.6\t8\t10\n漢\t101\t.7\t4\t10\n漢\t101\t.8\t0\t10\n"
	scratch.Write(t, filepath.Join(work, "t.tsv"), rows)
	for _, args := range [][]string{{"--guide", "0.7=漢"}, {"--guide", "0.7=$\\foo$"}, {"--guide", "0.7=$x"}, {"--guide", "0.7=a\nb"}, {"--guide", "0.7=a\x1bb"}, {"--by", "v"}} {
		o := fbp(t, work, append([]string{"fit", "t.tsv", "--figure", "f.png", "--out", "f.tsv"}, args...)...).want(t, 2)
		if strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%q: %s", args, o.stderr)
		}
	}
	for _, name := range []string{"f.png", "f.tsv"} {
		if _, err := os.Stat(filepath.Join(work, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestFewOpenFiles: with too few of them allowed the program says so.
func TestFewOpenFiles(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	for _, n := range []int{4, 5, 6, 7, 8, 12, 16} {
		cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -n %d && exec fbp run tiny.toml -j 1 --set samples=1", n))
		cmd.Dir = work
		o := finished(t, cmd, cmd.Run)
		if n < leastFiles && (o.code != 2 || o.stderr != fmt.Sprintf("ulimit -n: %d open files: want at least %d\n", n, leastFiles)) || n == leastFiles && o.code != 0 {
			t.Errorf("%d: exit code %d: %s", n, o.code, o.stderr)
		}
	}
}

// TestReportOfOwnFiles: a page shows what the run has, not what a link in its folder leads to, nor
// what somebody has written into provenance.json.
func TestReportOfOwnFiles(t *testing.T) {
	t.Parallel()
	work := workdir(t)
	fbp(t, work, "run", "tiny.toml", "--set", "samples=1", "--out", "a").want(t, 0)
	scratch.Write(t, filepath.Join(work, "secret"), "SECRET\n")
	scratch.Write(t, filepath.Join(work, "a", "provenance.json"), `{"runs": [{"commit": "FORGED", "argv": ["FORGED"]}]}`)
	fbp(t, work, "report", "a").want(t, 0)
	page := scratch.Read(t, work, "a/report.html")
	if strings.Contains(page, "FORGED") || !strings.Contains(page, "&#34;argv&#34;") {
		t.Error("the page has another provenance than the records")
	}
	for _, name := range []string{"x.tsv", "samples.tsv", "config.toml", "plan.json"} {
		path := filepath.Join(work, "a", name)
		before, err := os.ReadFile(path)
		if err == nil {
			scratch.Remove(t, path)
		}
		if err := os.Symlink("../secret", path); err != nil {
			t.Skip(err)
		}
		if o := fbp(t, work, "report", "a"); o.code == 0 || strings.Contains(o.stderr+scratch.Read(t, work, "a/report.html"), "SECRET") {
			t.Errorf("%s: exit code %d: %s", name, o.code, o.stderr)
		}
		scratch.Remove(t, path)
		if before != nil {
			scratch.Write(t, path, string(before))
		}
	}
	fbp(t, work, "report", "a").want(t, 0)
}
