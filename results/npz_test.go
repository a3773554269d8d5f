package results

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// loadNPZ is a small reader of what numpy.lib.format, version 1.0, describes.
func loadNPZ(t *testing.T, data []byte) map[string]any {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	arrays := map[string]any{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r) // checks the CRC
		if err != nil {
			t.Fatal(err)
		}
		arrays[strings.TrimSuffix(f.Name, ".npy")] = loadNPY(t, b)
	}
	return arrays
}

var npyDict = regexp.MustCompile(`^\{'descr': '<(f8|U(\d+))', 'fortran_order': False, 'shape': \((\d+),\), \} *\n$`)

func loadNPY(t *testing.T, b []byte) any {
	t.Helper()
	if string(b[:8]) != "\x93NUMPY\x01\x00" {
		t.Fatalf("magic %q", b[:8])
	}
	start := 10 + int(binary.LittleEndian.Uint16(b[8:]))
	dict := npyDict.FindStringSubmatch(string(b[10:start]))
	if dict == nil || start%64 != 0 {
		t.Fatalf("header %q", b[:start])
	}
	n, _ := strconv.Atoi(dict[3])
	b = b[start:]
	if dict[1] == "f8" {
		list := make([]float64, n)
		if err := binary.Read(bytes.NewReader(b), binary.LittleEndian, list); err != nil || len(b) != 8*n {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		return list
	}
	width, _ := strconv.Atoi(dict[2])
	runes := make([]rune, n*width)
	if err := binary.Read(bytes.NewReader(b), binary.LittleEndian, runes); err != nil || len(b) != 4*n*width {
		t.Fatalf("%d bytes, %v", len(b), err)
	}
	list := make([]string, n)
	for i := range list {
		list[i] = strings.TrimRight(string(runes[i*width:(i+1)*width]), "\x00")
	}
	return list
}

func TestNPZ(t *testing.T) {
	table := &Table{
		Columns: []string{"instance.alpha", "n", "kind", "empty"},
		Rows: [][]Value{
			{Num(1.0 / 3), Int(-2), Text("fbp"), Missing},
			{Num(math.Inf(1)), Missing, Text("γ-schedule"), Missing},
			{Num(0), Num(0.5), Num(0.5), Missing}, // a number in a column of texts
			{Num(1), Int(1), Missing, Missing},
		},
	}
	nan := math.NaN()
	want := map[string]any{
		"instance.alpha": []float64{1.0 / 3, math.Inf(1), 0, 1},
		"n":              []float64{-2, nan, 0.5, 1},
		"kind":           []string{"fbp", "γ-schedule", "0.5", ""},
		"empty":          []float64{nan, nan, nan, nan},
	}
	var a, b bytes.Buffer
	if err := table.WriteNPZ(&a); err != nil {
		t.Fatal(err)
	}
	if got := loadNPZ(t, a.Bytes()); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if err := table.WriteNPZ(&b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("written twice, the bytes differ (%v)", err)
	}

	var none bytes.Buffer
	if err := (&Table{Columns: []string{"x"}}).WriteNPZ(&none); err != nil {
		t.Fatal(err)
	}
	if got := loadNPZ(t, none.Bytes()); fmt.Sprint(got) != "map[x:[]]" {
		t.Errorf("no rows: %v", got)
	}
}
