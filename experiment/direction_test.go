package experiment

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/results"
)

// A stored solution on a sphere whose weights have no direction is unsolved with the reason, though its margin is
// negative and its file says that it is solved; nothing of it is measured.
func TestStoredWithoutDirection(t *testing.T) {
	const text = `samples = 1
[model]
kind = "perceptron"
n = 21
weights = "spherical"
kappa = -2.0
[instance]
kind = "random"
p = 10
[algorithm]
kind = "lal"
[[measure]]
kind = "stability"
unsolved = "include"
`
	dir := t.TempDir()
	p := plantest.Plan(t, Standard(), text)
	ran(t, p, Options{Dir: dir})
	found, err := store.ReadSolutionFile(store.Folder(dir).Solution(p.Tasks[0]))
	if err != nil || found.Outcome != results.Solved {
		t.Fatal(found, err)
	}
	for size, why := range map[float64]string{0: "all are 0", 1e-170: "underflow", 1e170: "overflows", 1: ""} {
		w, err := found.Weights()
		if err != nil {
			t.Fatal(err)
		}
		scaled := make([]float64, len(w))
		for i, x := range w {
			scaled[i] = size * x
		}
		own := *found
		if err := own.SetWeights(scaled); err != nil {
			t.Fatal(err)
		}
		line, err := own.Encode()
		if err != nil {
			t.Fatal(err)
		}
		file, dir := filepath.Join(t.TempDir(), "stored"), t.TempDir()
		scratch.Write(t, file, line)
		stored := plantest.Plan(t, Standard(), strings.Replace(text, `"lal"`, `"file"`+"\npath = '"+file+"'", 1))
		ran(t, stored, Options{Dir: dir})
		r, err := store.Folder(dir).Read(stored.Tasks[0])
		if err != nil {
			t.Fatal(err)
		}
		solved := r.Status == results.Solved
		if solved != (why == "") || !strings.Contains(r.Omitted[results.Errors], why) || (r.Readings["stability"] != nil) != solved {
			t.Errorf("times %v: %s, %q, readings %v", size, r.Status, r.Omitted, r.Readings)
		}
	}
}
