package values

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string][]float64{
		"0.5": {0.5}, "0.1, 2,-3": {0.1, 2, -3}, "0:1:3": {0, 0.5, 1}, "1:100:3:log": {1, 10, 100},
		"1,2:3:2": {1, 2, 3}, "max,0.1": {math.Inf(1), 0.1}, "0.3:0.1:2": {0.3, 0.1},
		"0.3:0.7:5": {0.3, 0.4, 0.5, 0.6, 0.7}, "-0.1:0.2:4": {-0.1, 0, 0.1, 0.2}, "101:501:3": {101, 301, 501},
	} {
		got, err := Parse(text, "max")
		if err != nil || len(got) != len(want) {
			t.Errorf("%q: %v, %v", text, got, err)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"": "not a finite", "x": "not a finite", "1,": "not a finite", "nan": "not a finite", "inf": "not a finite", "1:2": "not a range",
		"1:2:1": "2 to", "1:2:x": "2 to", "1:2:3:lin": "spacing", "0:1:3:log": "positive", "1:2:3:log:4": "not a range",
		"1:2:1000001": "2 to", "max": "not a finite", "-1e308:1e308:3": "too far", "1e-300:1e300:3:log": "too far",
	} {
		if got, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error with %q", text, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("0:1:3,max,1e-3")
	f.Fuzz(func(t *testing.T, text string) {
		values, err := Parse(text, "max")
		if err == nil && (len(values) == 0 || slices.ContainsFunc(values, math.IsNaN)) {
			t.Errorf("%q: %v and no error", text, values)
		}
	})
}

func TestIsRange(t *testing.T) {
	for text, want := range map[string]bool{"0:1:3": true, "1:2": true, "1:2:x": true, "0.5": false, "a:b:3": false, "set1:2.txt": false, "": false} {
		if IsRange(text) != want {
			t.Errorf("IsRange(%q) = %v", text, !want)
		}
	}
}
