package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/sealed"
	"fbp/internal/slow"
	"fbp/results"
)

// everything is all that a folder holds.
func everything(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			fmt.Fprintf(&all, "%s\n%s\n", path, scratch.Read(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// flip changes a bit in the middle of a file.
func flip(t *testing.T, path string) {
	t.Helper()
	data := []byte(scratch.Read(t, path))
	data[len(data)/2] ^= 4
	scratch.Write(t, path, data)
}

// checked runs fbp check, which has to find one thing, in one file, and mends it
// by the command that it names.
func checked(t *testing.T, dir, out, file string) {
	t.Helper()
	before := everything(t, filepath.Join(dir, out))
	o := fbp(t, dir, "check", out).want(t, 1)
	if everything(t, filepath.Join(dir, out)) != before {
		t.Errorf("%s: check has changed something", file)
	}
	if strings.Count(o.stdout, "\n") != 1 || !strings.HasPrefix(o.stdout, filepath.Join(out, file)+": ") {
		t.Errorf("%s: findings\n%s", file, o.stdout)
	}
	_, mend, _ := strings.Cut(strings.TrimSpace(o.stdout), "; to repair: ")
	cmd := exec.Command("sh", "-c", strings.Replace(mend, ", then ", " && ", 1))
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %s: %v\n%s", file, mend, err, said)
	}
	if o := fbp(t, dir, "check", out); o.code != 0 {
		t.Errorf("%s: after %s: %s%s", file, mend, o.stdout, o.stderr)
	}
}

// Every file of a run that is damaged, lost or of something else is one finding,
// whose command mends it, to the same bytes.
func TestCheck(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir := workdir(t)
	const out = "it's a run"
	theory := "[[theory]]\nname = \"max\"\nkind = \"kappa_max\"\nalpha = [0.3, 0.5]\n"
	config := filepath.Join(dir, "tiny.toml")
	scratch.Write(t, config, scratch.Read(t, config)+theory)
	fbp(t, dir, "run", "tiny.toml", "--out", out).want(t, 0)
	fbp(t, dir, "export", out).want(t, 0)
	fbp(t, dir, "check", out).want(t, 0).says(t, "no findings: 6 records (tasks without one: 0), 6 solutions (errors counted again: 6), ")
	want := outputs(t, filepath.Join(dir, out))
	task := strings.TrimSuffix(filepath.Base(records(t, filepath.Join(dir, out))[3]), ".json")
	solutions, err := os.ReadDir(filepath.Join(dir, out, "solutions"))
	if err != nil {
		t.Fatal(err)
	}
	solution := solutions[2].Name()
	measurements, err := os.ReadDir(filepath.Join(dir, out, "measurements"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slow.Some(2, []string{"tasks/" + task + ".json", "solutions/" + solution, "measurements/" + measurements[3].Name(), "plan.json", "records.jsonl", "samples.tsv", "local_entropy.tsv", "theory_max.tsv", "weights/weights.tsv"}) { // TestCheckSeesEveryFile has the others
		flip(t, filepath.Join(dir, out, file))
		checked(t, dir, out, file)
	}
	for _, file := range slow.Some(2, []string{"samples.tsv", "focusing.tsv", "records.jsonl", "provenance.json", "plan.json"}) {
		scratch.Remove(t, filepath.Join(dir, out, file))
		checked(t, dir, out, file)
	}
	// A table that is sound by its sum, and not that of the records.
	table := filepath.Join(dir, out, "stability.tsv")
	text := strings.Split(strings.TrimSpace(scratch.Read(t, table)), "\n")
	text = append(text[:len(text)-2], "")
	scratch.Write(t, table, results.SealTSV([]byte(strings.Join(text, "\n"))))
	checked(t, dir, out, "stability.tsv")
	if outputs(t, filepath.Join(dir, out)) != want {
		t.Error("mended, it has other bytes")
	}
}

// A newer format and no run at all are 2.
func TestCheckOfNoRun(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "check", "nothing").want(t, 2).says(t, "want the folder of a run")
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0)
	path := records(t, filepath.Join(dir, "out"))[1]
	body, _, _ := strings.Cut(scratch.Read(t, path), `,"sum":`)
	line, _, err := sealed.Encode(json.RawMessage(strings.Replace(body, `{"format":1,`, `{"format":9,"new":"field",`, 1)+"}"), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	text := string(line)
	scratch.Write(t, path, text)
	for _, command := range [][]string{{"check", "out"}, {"status", "out"}, {"collect", "out"}, {"run", "tiny.toml", "--out", "out"}} {
		fbp(t, dir, command...).want(t, 2).says(t, "format 9, written by a newer fbp (this one knows 1)")
	}
	if scratch.Read(t, path) != text {
		t.Error("the newer record has changed")
	}
}

// The physics of a config.toml that was edited under a finished run is not that of the plan: run
// says so, and check names the command that does its tasks. The config it was made from repairs
// it as well.
func TestEditedUnderARun(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=0.3", "--out", "r").want(t, 0)
	edited := filepath.Join(dir, "r/config.toml")
	scratch.Change(t, edited, func(text []byte) []byte { return bytes.Replace(text, []byte("alpha = 0.3"), []byte("alpha = 0.4"), 1) })
	const again = "fbp run r/config.toml --out r --replace"
	if o := fbp(t, dir, "check", "r").want(t, 1); !strings.Contains(o.stdout, "r/plan.json: is not the plan of config.toml; if this was edited by mistake, run the config that it was made from instead; to repair: "+again+"\n") {
		t.Errorf("findings:\n%s", o.stdout)
	}
	fbp(t, dir, "run", "r/config.toml", "--out", "r").want(t, 2).says(t, "r: holds another experiment (plan.json has other tasks than config.toml there, which was edited); ")
	fbp(t, dir, strings.Fields(again)[1:]...).want(t, 0)
	fbp(t, dir, "check", "r").want(t, 0)
}
