package store

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/model"
	"fbp/results"
)

// Means of weights come back from a solution file to the bit, and change its fingerprint; a
// file without them is as before. What cannot be means is refused, before writing and after.
func TestMeansInFile(t *testing.T) {
	s := &model.Solution{Weights: []float64{1, -1, 1}, Means: []float64{1, -1.0 / 3, 5e-324}, Outcome: results.Solved}
	bare := &model.Solution{Weights: s.Weights, Outcome: s.Outcome}
	path := filepath.Join(t.TempDir(), "solution")
	var with, without SolutionFile
	if with.SetContent(s) != nil || without.SetContent(bare) != nil || with.Fingerprint() == without.Fingerprint() {
		t.Fatal("means make no difference")
	}
	for _, f := range []*SolutionFile{&with, &without} {
		data, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		scratch.Write(t, path, data)
		again, err := ReadSolutionFile(path)
		if err != nil {
			t.Fatal(err)
		}
		content, err := again.Content()
		if err != nil || again.Fingerprint() != f.Fingerprint() || strings.Contains(string(data), `"means"`) != (f == &with) {
			t.Fatalf("%s: %v", data, err)
		}
		if want := map[bool][]float64{true: s.Means}[f == &with]; !slices.Equal(content.Means, want) {
			t.Errorf("means %v, want %v", content.Means, want)
		}
	}
	for _, x := range []float64{1.5, math.NaN(), math.Inf(-1)} {
		s.Means[1] = x
		if new(SolutionFile).SetContent(s) == nil {
			t.Errorf("mean %v is taken", x)
		}
	}
	for name, bad := range map[string]means{"two of three": with.Means[:16], "part of one": with.Means[:23], "beyond 1": append(with.Means[:23:23], 0x40)} {
		damaged := with
		damaged.Means = bad
		data, err := damaged.Encode()
		if err != nil {
			t.Fatal(err)
		}
		scratch.Write(t, path, data)
		if _, err := ReadSolutionFile(path); err == nil || !strings.Contains(err.Error(), "mean") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
