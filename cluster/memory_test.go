package cluster

import "testing"

func TestMebibytes(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "0": 0, "500": 500, "500M": 500, "2048k": 2, "4G": 4096, "1t": 1 << 20} {
		if got, err := Mebibytes(text); got != want || err != nil {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"3x", "x", "G", "-1", "+1", "1.5G", "4 G", "4GB", "1e3", "99999999999999999999", "\n4G"} {
		if got, err := Mebibytes(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
