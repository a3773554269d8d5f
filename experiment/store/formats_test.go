package store

import (
	"testing"

	"fbp/internal/scratch"
)

// Files of today's formats, with the characters that JSON in web pages escapes, are read and
// written again as they are. Their sums were made by the program that first had these formats.
func TestFormats(t *testing.T) {
	const measurement = "x-s000-0123456789ab.stability-5bba485ac2b7"
	s, err := ReadSolutionFile("testdata/solution")
	if err != nil {
		t.Fatal(err)
	}
	m := new(MeasurementFile)
	if _, err := readSealed("testdata/"+measurement, measurementFormat, m); err != nil {
		t.Fatal(err)
	}
	for name, encode := range map[string]func() ([]byte, error){"solution": s.Encode, measurement: m.Encode} {
		if text, err := encode(); err != nil || string(text) != scratch.Read(t, "testdata", name) {
			t.Errorf("%s is written as\n%s%v", name, text, err)
		}
	}
}
