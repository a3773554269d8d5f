package results

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkReadLine reads a record of the usual size: 30 steps, 49 values of ρ,
// 130 bins.
func BenchmarkReadLine(b *testing.B) {
	r := &Record{Task: "x", Physics: PhysicsVersion, Params: map[string]any{"a": map[string]any{"b": 1.5}}, Status: Solved, Readings: map[string]*Rows{}}
	for name, size := range map[string][2]int{"focusing": {30, 10}, "local_entropy": {49, 4}, "biased_bp": {49, 3}, "stability": {130, 2}} {
		s := &Rows{Keys: []string{"k"}}
		for i := range size[1] - 1 {
			s.Values = append(s.Values, string(rune('a'+i)))
		}
		for i := range size[0] {
			row := make([]Number, size[1])
			for k := range row {
				row[k] = Number(1 / float64(3+i+k))
			}
			s.Rows = append(s.Rows, row)
		}
		r.Readings[name] = s
	}
	path := filepath.Join(b.TempDir(), "x.json")
	if err := WriteRecord(path, r); err != nil {
		b.Fatal(err)
	}
	if info, err := os.Stat(path); err == nil {
		b.SetBytes(info.Size())
	}
	for b.Loop() {
		if _, err := ReadLine(path); err != nil {
			b.Fatal(err)
		}
	}
}
