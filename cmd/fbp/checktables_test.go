package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// beside are two runs with theory: run, and other, with other points of it and other samples.
func beside(t *testing.T) (work string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	work = workdir(t)
	tiny := scratch.Read(t, filepath.Join(work, "tiny.toml"))
	scratch.Write(t, filepath.Join(work, "theory.toml"), tiny+theoryOfTiny)
	scratch.Write(t, filepath.Join(work, "other.toml"), tiny+strings.Replace(theoryOfTiny, ":0.3:", ":0.2:", 1))
	fbp(t, work, "run", "theory.toml", "--set", "samples=3", "--out", "run").want(t, 0)
	fbp(t, work, "run", "other.toml", "--set", "samples=3", "--set", "seed=2", "--out", "other").want(t, 0)
	return work
}

// ofThisRun gives a table of another run the name, the hash, the seed and the physics version of a table of this
// one, and seals it.
func ofThisRun(this, other []byte) []byte {
	end := func(text []byte) int { return bytes.Index(text, []byte("\n# physics: ")) }
	rest, _, _ := bytes.Cut(other[end(other):], []byte("# sha256: "))
	return results.SealTSV(append(bytes.Clone(this[:end(this)]), rest...))
}

// A table of deviations or of theory that is not there, or is somebody else's, another one, that of another run
// or one that pretends to be of this run is found, and what check prints makes it again. Of theory this is
// told by what was asked for.
func TestCheckOfOtherTables(t *testing.T) {
	t.Parallel()
	work := beside(t)
	want := outputs(t, filepath.Join(work, "run"))
	fbp(t, work, "check", "run").want(t, 0)
	for _, name := range []string{"deviation.tsv", "theory_max.tsv"} {
		path := filepath.Join(work, "run", name)
		this, other := []byte(scratch.Read(t, path)), []byte(scratch.Read(t, filepath.Join(work, "other", name)))
		cases := map[string][]byte{
			"deleted": nil, "foreign": []byte("x\ty\n1\t2\n"), "another table": []byte(scratch.Read(t, filepath.Join(work, "run/success.tsv"))),
			"of another run": other, "pretending": ofThisRun(this, other),
		}
		for _, what := range slow.Some(3, slices.Sorted(maps.Keys(cases))) {
			text := cases[what]
			if scratch.Remove(t, path); text != nil {
				scratch.Write(t, path, text)
			}
			findings := 1
			if name == "theory_max.tsv" && what == "pretending" {
				findings = 4 // the figure is drawn of it
			}
			o := fbp(t, work, "check", "run").want(t, 1)
			if strings.Count(o.stdout, "\n") > findings || !strings.HasPrefix(o.stdout, "run/"+name+": ") {
				t.Errorf("%s, %s: findings %q", name, what, o.stdout)
			}
			repaired(t, work, "run", o)
			if outputs(t, filepath.Join(work, "run")) != want {
				t.Errorf("%s, %s: other bytes", name, what)
			}
		}
	}
}

// Numbers of theory that were changed together with their sum are found.
func TestCheckOfChangedTheory(t *testing.T) {
	t.Parallel()
	work := beside(t)
	path := filepath.Join(work, "run/theory_max.tsv")
	text := scratch.Read(t, path)
	body, _, _ := strings.Cut(text, "# sha256: ")
	scratch.Write(t, path, results.SealTSV([]byte(strings.Replace(body, "\t0.05\t0.1", "\t0.05\t0.9", 1))))
	o := fbp(t, work, "check", "run").want(t, 1)
	if !strings.HasPrefix(o.stdout, "run/theory_max.tsv: ") {
		t.Errorf("findings %q", o.stdout)
	}
	repaired(t, work, "run", o)
}

// Tables of a measurement that was removed from the config, of theory that the next plan does not ask for and of
// an experiment that was replaced are found where they stay, and removed by the next run or fbp collect; what is
// the user's own stays.
func TestTablesOfEarlierPlans(t *testing.T) {
	t.Parallel()
	work := beside(t)
	run := filepath.Join(work, "run")
	earlier := map[string]string{}
	for _, name := range []string{"local_entropy.tsv", "deviation.tsv", "theory_max.tsv"} {
		earlier[name] = scratch.Read(t, filepath.Join(run, name))
	}
	own := map[string]string{"mine.tsv": "x\n1\n", "kept_success.tsv": scratch.Read(t, filepath.Join(run, "success.tsv"))}
	for name, text := range own {
		scratch.Write(t, filepath.Join(run, name), text)
	}
	none := func(when string) {
		t.Helper()
		for name := range earlier {
			if _, err := os.Stat(filepath.Join(run, name)); err == nil {
				t.Errorf("%s: %s is there", when, name)
			}
		}
		for name, text := range own {
			if scratch.Read(t, filepath.Join(run, name)) != text {
				t.Errorf("%s: %s is another", when, name)
			}
		}
		fbp(t, work, "check", "run").want(t, 0)
	}
	less := strings.Split(scratch.Read(t, filepath.Join(work, "tiny.toml")), "\n[[measure]]\nkind = \"local_entropy\"")[0]
	scratch.Write(t, filepath.Join(work, "less.toml"), less+"\n[sweep]\n\"instance.alpha\" = [0.3, 0.5]\n")
	for _, replaced := range [][]string{{"run", "less.toml"}, {"run", "less.toml", "--set", "model.n=33", "--replace"}} {
		fbp(t, work, append(replaced, "--set", "samples=3", "--out", "run")...).want(t, 0)
		none(strings.Join(replaced, " "))
		for name, text := range earlier {
			scratch.Write(t, filepath.Join(run, name), text)
		}
		if o := fbp(t, work, "check", "run").want(t, 1); strings.Count(o.stdout, "\n") != len(earlier) || strings.Count(o.stdout, ": of another run or plan: ") != len(earlier) {
			t.Errorf("findings\n%s", o.stdout)
		}
		fbp(t, work, "collect", "run").want(t, 0)
		none("collected")
	}
}

// Deviations that the config asks for no more, though the plan is the same, are found and removed.
func TestDeviationsOfAnEarlierConfig(t *testing.T) {
	t.Parallel()
	work := beside(t)
	scratch.Change(t, filepath.Join(work, "run/config.toml"), func(text []byte) []byte {
		return regexp.MustCompile(`(?m)^compare( *)= true`).ReplaceAll(text, []byte("compare$1= false"))
	})
	o := fbp(t, work, "check", "run").want(t, 1)
	if !strings.Contains(o.stdout, "run/deviation.tsv: nothing in the config asks for it any more; to repair: fbp collect run\n") {
		t.Errorf("findings %q", o.stdout)
	}
	fbp(t, work, "collect", "run").want(t, 0)
	if _, err := os.Stat(filepath.Join(work, "run/deviation.tsv")); err == nil {
		t.Error("it is still there")
	}
	fbp(t, work, "check", "run").want(t, 0)
}
