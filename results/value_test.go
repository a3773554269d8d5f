package results

import "testing"

// A reading is asked for a coordinate or a value by its name.
func TestReadingValue(t *testing.T) {
	r := Reading{Table: "t", At: []Quantity{{"rho", 0.5}}, Values: []Quantity{{"entropy", 0.25}, {"zero", 0}}}
	for name, want := range map[string]float64{"rho": 0.5, "entropy": 0.25, "zero": 0} {
		if x, ok := r.Value(name); x != want || !ok {
			t.Errorf("%s: %v, %v", name, x, ok)
		}
	}
	if x, ok := r.Value("distance"); x != 0 || ok {
		t.Errorf("a value that is not there: %v, %v", x, ok)
	}
}
