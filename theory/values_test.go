package theory

import (
	"math"
	"strings"
	"testing"
)

func TestParseValues(t *testing.T) {
	for text, want := range map[string][]float64{
		"0.5": {0.5}, "0.1, 2,-3": {0.1, 2, -3}, "0:1:3": {0, 0.5, 1}, "1:100:3:log": {1, 10, 100},
		"1,2:3:2": {1, 2, 3}, "max,0.1": {Max, 0.1}, "0.3:0.1:2": {0.3, 0.1},
	} {
		got, err := ParseValues(text, "max")
		if err != nil || len(got) != len(want) {
			t.Errorf("%q: %v, %v", text, got, err)
			continue
		}
		for i := range want {
			if got[i] != want[i] && math.Abs(got[i]-want[i]) > 1e-14 { // a power
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"": "not a finite", "x": "not a finite", "1,": "not a finite", "nan": "not a finite", "inf": "not a finite", "1:2": "not a range",
		"1:2:1": "2 to", "1:2:x": "2 to", "1:2:3:lin": "spacing", "0:1:3:log": "positive", "1:2:3:log:4": "not a range",
		"1:2:1000001": "2 to", "max": "not a finite",
	} {
		if got, err := ParseValues(text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error with %q", text, got, err, want)
		}
	}
}

func FuzzParseValues(f *testing.F) {
	f.Add("0:1:3,max,1e-3")
	f.Fuzz(func(t *testing.T, text string) {
		values, err := ParseValues(text, "max")
		if err == nil && len(values) == 0 {
			t.Errorf("%q: no values and no error", text)
		}
	})
}
