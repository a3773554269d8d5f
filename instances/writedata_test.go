package instances

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What WriteNPY writes is read back by File: the same patterns with the same labels.
func TestWriteNPY(t *testing.T) {
	dir := t.TempDir()
	for _, l := range []Labeller{plain(65), committee{21, 3}} {
		d := data(t, Teacher{Size: Size{P: 10, Test: 4}}, l)
		if err := d.WriteNPY(filepath.Join(dir, "a.")); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]*Patterns{"": d.Train, "test_": d.Test} {
			f := File{Path: filepath.Join(dir, "a."+name+"inputs.npy"), Labels: filepath.Join(dir, "a."+name+"labels.npy")}
			got := data(t, f, l).Train
			if !slices.Equal(got.bits, want.bits) || !slices.Equal(got.Labels, want.Labels) || got.N != want.N {
				t.Errorf("%T: %sinputs.npy and %slabels.npy hold other patterns", l, name, name)
			}
		}
		teacher, err := ReadSigns(filepath.Join(dir, "a.teacher.npy"), 0)
		if err != nil || !slices.Equal(teacher, d.Teacher) {
			t.Errorf("%T: teacher %v, %v", l, teacher, err)
		}
	}
	// A teacher whose weights are not signs has 8 bytes for each.
	real := &Data{Train: NewPatterns(3, 2), Teacher: []float64{0.5, -2, 1}}
	if err := real.WriteNPY(filepath.Join(dir, "b.")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "b.teacher.npy"))
	if err != nil || info.Size() != 128+24 {
		t.Errorf("teacher of 3 doubles: %v, %v", info, err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "b.*")); len(names) != 3 {
		t.Errorf("files %v, want inputs, labels and teacher", names)
	}
	if err := real.WriteNPY(filepath.Join(dir, "none", "b.")); err == nil {
		t.Error("no folder, no error")
	}
}
