package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

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
