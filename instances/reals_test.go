package instances

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/npy"
	"fbp/internal/scratch"
)

// Real inputs are the same numbers in text and in arrays, labels are kept beside
// them, and what is written is read back.
func TestRealInputs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		scratch.Write(t, path, text)
		return path
	}
	l := plain(3)
	f := File{Real: true, Test: 1, Path: write("x.txt", "# gray\n0.5 -1.25 0\n1e-3 2 -3\n\n7 8 9\n"), Labels: write("labels", "-1 1 -1")}
	d, err := f.Data(t.Context(), l, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Train
	if p.P != 2 || d.Test.P != 1 || !p.IsReal() || !slices.Equal(p.Real(0), []float64{-0.5, 1.25, 0}) || !slices.Equal(d.Test.Real(0), []float64{-7, -8, -9}) {
		t.Fatalf("%+v, %+v", p, d.Test)
	}
	x := make([]float64, 3)
	if !slices.Equal(p.Input(x, 0), []float64{0.5, -1.25, 0}) || math.Signbit(p.Real(0)[2]) || p.At(1, 2) != -3 {
		t.Errorf("input %v", p.Input(x, 0))
	}
	if got := p.Dot(0, []float64{2, 1, 5}); got != 0.25 {
		t.Errorf("dot %v", got)
	}
	if part := p.Inputs(1, 3); part.N != 2 || !slices.Equal(part.Real(1), []float64{2, -3}) {
		t.Errorf("part %+v", part)
	}
	prefix := filepath.Join(dir, "out-")
	if err := d.WriteNPY(prefix); err != nil {
		t.Fatal(err)
	}
	again, err := File{Real: true, Path: prefix + "inputs.npy", Labels: prefix + "labels.npy"}.Data(t.Context(), l, 1, 0)
	if err != nil || !slices.Equal(again.Train.reals, p.reals) || !slices.Equal(again.Train.Labels, p.Labels) {
		t.Errorf("%v, %+v", err, again)
	}
	var b bytes.Buffer
	p.write(&b)
	if q, err := readReal(&b); err != nil || !slices.Equal(q.reals, p.reals) {
		t.Errorf("%v, %+v", err, q)
	}
}

// Bits as numbers are those that Input gives.
func TestValues(t *testing.T) {
	p, err := Random{Size: Size{P: 3}}.Patterns(70, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := p.Values(make([]float64, 70), 2)
	for i, v := range x {
		if v != p.At(2, i) {
			t.Errorf("input %d is %v", i, v)
		}
	}
}

func readReal(r io.Reader) (*Patterns, error) {
	return read(context.Background(), r, form{real: true})
}

func TestRealInputsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"1 2\n3 x\n":      `line 2, entry 2: "x": want a number`,
		"1 2\n3 inf\n":    `line 2, entry 2: "inf": want a number`,
		"1 2\n3\n":        "line 2: 1 entries, want 2 as in line 1",
		"# nothing\n\n":   "no patterns",
		"1 2\n0 -0.0\n":   "pattern 2 of 2: all its inputs are 0, want one that is not",
		"0 1e-400\n1 2\n": "pattern 1 of 2: all its inputs are 0, want one that is not",
	} {
		if _, err := readReal(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("1 0.5\n")); err == nil {
		t.Error("a real number was read as a sign")
	}
	array := npy.Append(nil, "<f8", 3, 2) // patterns (1, 2), (0, −0), (0, 4)
	for _, x := range []float64{1, 2, 0, math.Copysign(0, -1), 0, 4} {
		array = binary.LittleEndian.AppendUint64(array, math.Float64bits(x))
	}
	if _, err := readReal(bytes.NewReader(array)); err == nil || err.Error() != "pattern 2 of 3: all its inputs are 0, want one that is not" {
		t.Errorf("zeros in an array: %v", err)
	}
	byColumns := bytes.Replace(array, []byte("False"), []byte("True "), 1) // (1, −0), (2, 0), (0, 4)
	if p, err := readReal(bytes.NewReader(byColumns)); err != nil || !slices.Equal(p.Real(2), []float64{0, 4}) {
		t.Errorf("no zeros by columns: %v", err)
	}
	path := filepath.Join(t.TempDir(), "x.txt")
	scratch.Write(t, path, "1 2 3\n4 5 6\n0 0 0\n")
	if err := (File{Real: true, Test: 1, Path: path}).Validate(t.Context(), plain(3)); err == nil || !strings.Contains(err.Error(), "pattern 3 of 3") {
		t.Errorf("a test pattern of zeros: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern of zeros in memory")
		}
	}()
	NewRealPatterns(2, []float64{1, 2, 0, 0})
}

// Real inputs have no bits.
func TestNoBitsOfReals(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the bits of real inputs")
		}
	}()
	NewRealPatterns(2, []float64{1, 2}).Row(0)
}
