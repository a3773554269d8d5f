package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// Whoever reads a table verifies its checksum, and names what makes it again.
func TestReadersVerifyTables(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "out", "--set", "collect.at.distance=[.1,.2]").want(t, 0)
	damage := map[string]func(text string) string{
		"a digit": func(text string) string { return strings.Replace(text, "0.", "1.", 1) },
		"a row": func(text string) string {
			return text[:strings.LastIndex(text[:strings.LastIndex(text, "#")-1], "\n")+1] + text[strings.LastIndex(text, "#"):]
		},
		"its checksum": func(text string) string { return text[:strings.LastIndex(text, "#")] },
		"all of it":    func(string) string { return "" },
	}
	for _, table := range []string{"local_entropy", "theory_max", "samples", "local_entropy_at"} {
		path := filepath.Join(dir, "out", table+".tsv")
		sound := scratch.Read(t, path)
		for what, change := range damage {
			scratch.Write(t, path, change(sound))
			readers := [][]string{{"report", "out"}}
			switch table {
			case "local_entropy", "theory_max": // what is drawn
				readers = append(readers, []string{"plot", "out"}, []string{"plot", "out", "--emit"})
			}
			before := outputs(t, filepath.Join(dir, "out"))
			for _, reader := range readers {
				o := fbp(t, dir, reader...).want(t, 1).says(t, table+".tsv: ", "fbp collect out")
				if strings.Count(o.stderr, "\n") != 1 {
					t.Errorf("%v of %s without %s: more than one line:\n%s", reader, table, what, o.stderr)
				}
			}
			if outputs(t, filepath.Join(dir, "out")) != before {
				t.Errorf("%s without %s: files were changed", table, what)
			}
		}
		scratch.Write(t, path, sound)
	}
	// A table of one's own is shown as it is.
	scratch.Write(t, filepath.Join(dir, "out/own.tsv"), "a\tb\n1\t2\n")
	fbp(t, dir, "report", "out").want(t, 0)
	scratch.Remove(t, filepath.Join(dir, "out/own.tsv"))
}

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

// checksums.tsv lists every file that the commands of a run have left and that has no sum of its
// own, with its length and its SHA-256 as another program finds it, and ends with its own.
func TestChecksums(t *testing.T) {
	t.Parallel()
	dir, text := withTheory(t)
	scratch.Write(t, filepath.Join(dir, "theory.toml"), strings.Replace(text, "[0.3, 0.5]", "[0.3]", 1))
	out := filepath.Join(dir, "out")
	listed := func() string {
		t.Helper()
		var list strings.Builder
		for _, name := range ofRun(t, out) {
			if dir := path.Dir(name); path.Ext(name) != ".tsv" && (dir == "." || dir == "weights") {
				data := scratch.Read(t, out, name)
				fmt.Fprintf(&list, "%s\t%d\t%x\n", name, len(data), sha256.Sum256([]byte(data)))
			}
		}
		return "path\tbytes\tsha256\n" + list.String()
	}
	for _, command := range [][]string{
		{"run", "theory.toml", "--out", "out", "--set", "collect.at.distance=[.1,.2]"}, {"export", "out"},
		{"export", "out", "--format", "txt"}, {"report", "out"}, {"plot", "out", "--emit"}, {"plot", "out", "--bars", "sem"},
		{"run", "theory.toml", "--out", "out"}, {"run", "theory.toml", "--out", "out", "--task", "1", "--force"},
		{"run", "theory.toml", "--out", "out", "--set", "samples=4"}, {"collect", "out"},
	} {
		fbp(t, dir, command...).want(t, 0)
		text := scratch.Read(t, out, "checksums.tsv")
		if err := results.CheckSum([]byte(text)); err != nil {
			t.Error(err)
		}
		if got, want := body(text), listed(); strings.Join(slices.Sorted(strings.Lines(got)), "") != strings.Join(slices.Sorted(strings.Lines(want)), "") {
			t.Errorf("%v: checksums are\n%swant\n%s", command, got, want)
		}
		fbp(t, dir, "check", "out").want(t, 0)
	}
	// Another run of the config has the same checksums, but of what depends on machine
	// and time.
	fbp(t, dir, "run", "theory.toml", "--out", "one", "-j", "1").want(t, 0)
	fbp(t, dir, "run", "theory.toml", "--out", "two", "-j", "2").want(t, 0)
	if one, two := scratch.Read(t, dir, "one/checksums.tsv"), scratch.Read(t, dir, "two/checksums.tsv"); reproducible(one) != reproducible(two) {
		t.Errorf("checksums are\n%sand\n%s", one, two)
	}
	// A file of the user is none of the run, and is left alone.
	scratch.Write(t, filepath.Join(out, "notes.txt"), "mine\n")
	fbp(t, dir, "collect", "out").want(t, 0)
	if text := scratch.Read(t, out, "checksums.tsv"); strings.Contains(text, "notes.txt") {
		t.Errorf("a file of the user is listed:\n%s", text)
	}
}

// Every file that a run leaves, changed or deleted or swapped with another, is found by
// check, and what it names makes it again, to the same bytes. Where not all is run, files are
// changed and deleted in turn.
func TestCheckSeesEveryFile(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir, text := withTheory(t)
	scratch.Write(t, filepath.Join(dir, "theory.toml"), strings.Replace(text, "[0.3, 0.5]", "[0.3]", 1))
	out := filepath.Join(dir, "out")
	for _, command := range [][]string{
		{"run", "theory.toml", "--out", "out", "--set", "collect.at.distance=[.1,.2]"}, {"export", "out"},
		{"report", "out"}, {"plot", "out", "--emit"},
	} {
		fbp(t, dir, command...).want(t, 0)
	}
	want := outputs(t, out)
	seen, always := map[string]bool{}, []string{"checksums.tsv", "local_entropy_at.tsv", "plan.json", "provenance.json", "theory_max.tsv", "weights/weights.tsv"}
	last := func(name string) bool { return name == "checksums.tsv" } // which is begun anew without what plot, export and report make
	names := ofRun(t, out)
	for _, name := range append(slices.DeleteFunc(names, last), "checksums.tsv") {
		kind := path.Dir(name) + path.Ext(name)
		if folder := path.Dir(name); folder == "solutions" || folder == "measurements" {
			kind = folder
		}
		if name == "config.toml" || seen[kind] && !slices.Contains(always, name) { // one file of a kind; there is no other source of the config
			continue
		}
		seen[kind] = true
		file := filepath.Join(out, name)
		lasting := name == "checksums.tsv" || kind == "tasks.json" || kind == "measurements" // a task without a record is not done, which has its readings
		if lasting || slow.All || len(seen)%2 == 0 {
			flip(t, file)
			checked(t, dir, "out", name)
		}
		if lasting || !slow.All && len(seen)%2 == 0 {
			continue
		}
		scratch.Remove(t, file)
		checked(t, dir, "out", name)
	}
	fbp(t, dir, "export", "out").want(t, 0)
	if outputs(t, out) != want {
		t.Error("repaired, it has other bytes")
	}
	swap := func(a, b string) {
		a, b = filepath.Join(out, a), filepath.Join(out, b)
		x, y := scratch.Read(t, a), scratch.Read(t, b)
		scratch.Write(t, a, y)
		scratch.Write(t, b, x)
	}
	weights, err := filepath.Glob(filepath.Join(out, "weights/*.npy"))
	if err != nil || len(weights) < 2 {
		t.Fatal(weights, err)
	}
	a, b := "weights/"+filepath.Base(weights[0]), "weights/"+filepath.Base(weights[1])
	swap(a, b)
	o := fbp(t, dir, "check", "out").want(t, 1)
	if strings.Count(o.stdout, "\n") != 2 || !strings.Contains(o.stdout, a) || !strings.Contains(o.stdout, b) {
		t.Errorf("swapped weights:\n%s", o.stdout)
	}
	for _, command := range [][]string{{"plot", "out"}, {"report", "out"}, {"collect", "out"}, {"run", "theory.toml", "--out", "out"}} {
		fbp(t, dir, command...).want(t, 0) // no command seals what it has not made
		fbp(t, dir, "check", "out").want(t, 1)
	}
	fbp(t, dir, "export", "out").want(t, 0)
	fbp(t, dir, "check", "out").want(t, 0)
}

// Tables that are deleted come back with the same bytes, by the command that made the others.
func TestRunMakesTablesAgain(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, _ := withTheory(t)
	out := filepath.Join(dir, "out")
	run := []string{"run", "theory.toml", "--out", "out", "--set", "collect.at.distance=[.1]"}
	fbp(t, dir, run...).want(t, 0)
	had := map[string]string{}
	for _, name := range []string{"theory_max.tsv", "samples.tsv", "summary.tsv", "local_entropy_at.tsv"} {
		had[name] = scratch.Read(t, out, name)
		scratch.Remove(t, filepath.Join(out, name))
	}
	fbp(t, dir, run...).want(t, 0)
	for name, text := range had {
		if scratch.Read(t, out, name) != text {
			t.Errorf("%s differs", name)
		}
	}
	fbp(t, dir, "check", "out").want(t, 0)
}

// Without its solutions a run is damaged: check and export say so, run searches for
// them when something needs them or with --force, and makes missing tables and
// figures again.
func TestMissingSolutions(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, _ := withTheory(t)
	out := filepath.Join(dir, "out")
	fbp(t, dir, "run", "theory.toml", "--out", "out").want(t, 0)
	want := outputs(t, out)
	solutions, err := filepath.Glob(filepath.Join(out, "solutions/*"))
	if err != nil || len(solutions) != 6 {
		t.Fatal(solutions, err)
	}
	for _, path := range solutions[1:] {
		scratch.Remove(t, path)
	}
	lost := filepath.Base(solutions[1])
	fbp(t, dir, "export", "out").want(t, 1).says(t, "wrote the weights of 1 search to out/weights", "missing: solutions/"+lost, "fbp check out")
	if err := os.RemoveAll(filepath.Join(out, "weights")); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, "run", "theory.toml", "--out", "out").want(t, 0).says(t, "6 done before")
	if left, _ := filepath.Glob(filepath.Join(out, "solutions/*")); len(left) != 1 {
		t.Errorf("%d solutions were searched for, and nothing needs them", len(left)-1)
	}
	if o := fbp(t, dir, "check", "out").want(t, 1); strings.Count(o.stdout, "\n") != 5 || !strings.Contains(o.stdout, lost+": missing") {
		t.Errorf("findings\n%s", o.stdout)
	}
	scratch.Remove(t, solutions[0])
	fbp(t, dir, "check", "out").want(t, 1)
	fbp(t, dir, "check", "out", "--aside").want(t, 0)
	fbp(t, dir, "run", "out/config.toml", "--out", "out").want(t, 0)
	fbp(t, dir, "check", "out").want(t, 0)
	for _, pattern := range []string{"figure.*", "*.tsv"} {
		gone, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range gone {
			scratch.Remove(t, path)
		}
	}
	fbp(t, dir, "run", "theory.toml", "--out", "out").want(t, 0)
	if outputs(t, out) != want {
		t.Error("tables and figures that were made again have other bytes")
	}
	fbp(t, dir, "check", "out").want(t, 0)
}

// A folder whose checksums are those of an earlier moment, since a command was stopped
// before it wrote them, says so and is brought up to date by the next; one without any
// is not damaged.
func TestChecksumsThatAreLate(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir, text := withTheory(t)
	scratch.Write(t, filepath.Join(dir, "theory.toml"), strings.Replace(text, "[0.3, 0.5]", "[0.3]", 1))
	out := filepath.Join(dir, "out")
	fbp(t, dir, "run", "theory.toml", "--out", "out").want(t, 0)
	sums := filepath.Join(out, "checksums.tsv")
	late := scratch.Read(t, sums)
	for _, mend := range [][]string{{"collect", "out"}, {"run", "theory.toml", "--out", "out"}} {
		fbp(t, dir, "run", "theory.toml", "--out", "out", "--force").want(t, 0)
		fbp(t, dir, "plot", "out", "--bars", "sem").want(t, 0)
		scratch.Write(t, sums, late)
		o := fbp(t, dir, "check", "out").want(t, 1)
		if !strings.Contains(o.stdout, "figure.pdf: it is not the file of checksums.tsv: it was changed, or the command that wrote it was stopped before its end; to repair: fbp collect out") {
			t.Errorf("findings\n%s", o.stdout)
		}
		fbp(t, dir, mend...).want(t, 0)
		fbp(t, dir, "check", "out").want(t, 0)
	}
	scratch.Remove(t, sums)
	fbp(t, dir, "check", "out").want(t, 0).says(t, "there is no checksums.tsv", "fbp collect out makes it")
	fbp(t, dir, "collect", "out").want(t, 0)
	text = body(scratch.Read(t, sums))
	for _, path := range []string{"../one", "tasks/../../one", "/etc/passwd", ""} {
		scratch.Write(t, sums, string(results.SealTSV([]byte("# checksums\n"+text+path+"\t1\t00\n"))))
		if o := fbp(t, dir, "check", "out").want(t, 1); !strings.Contains(o.stdout, "is no file of a run") {
			t.Errorf("%q: findings\n%s", path, o.stdout)
		}
	}
	fbp(t, dir, "collect", "out").want(t, 0).says(t, "bad checksums, begun anew")
	fbp(t, dir, "check", "out").want(t, 0)
}
