package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func always([]string, vg.Length) bool { return true }

func TestTickLabels(t *testing.T) {
	for _, c := range []struct {
		min, max    float64
		log         bool
		length, gap vg.Length
		want        string
	}{
		{0, 0.27, false, 200, 34, "0 0.05 0.10 0.15 0.20 0.25"},
		{0, 1, false, 100, 34, "0 0.5 1.0"},
		{-0.02, 0.37, false, 140, 24, "0 0.1 0.2 0.3"},
		{-10, 10, false, 200, 30, "−10 −5 0 5 10"},
		{0, 300, false, 140, 24, "0 100 200 300"},
		{0, 8e5, false, 200, 34, "0 2 4 6 8 ×10^{5}"},
		{0, 2e-3, false, 100, 34, "0 1 2 ×10^{−3}"},
		{99999, 100001, false, 100, 40, "0.99999 1.00000 1.00001 ×10^{5}"},
		{1e-3, 10, true, 240, 34, "10^{−3} 10^{−2} 10^{−1} 10^{0} 10^{1}"},
		{1e-8, 1, true, 100, 48, "10^{−8} 10^{−6} 10^{−4} 10^{−2} 10^{0}"},
		{0.3, 7, true, 100, 34, "0.5 1 2 5"},
		{0.042, 1.05, true, 180, 34, "0.05 0.1 0.2 0.5 1"},
		{0.042, 1.05, true, 60, 34, "10^{−1} 10^{0}"},
		{2e3, 4e4, true, 180, 34, "2000 5000 10000 20000"},
		{2e3, 4e5, true, 60, 34, "10^{4} 10^{5}"},
		{2e4, 4e5, true, 180, 34, "2×10^{4} 5×10^{4} 10^{5} 2×10^{5}"},
		{1.2e-5, 4e-5, true, 100, 34, "2 3 4 ×10^{−5}"},
		{14, 42, true, 200, 34, "15 20 25 30 35 40"},
		{1, 100, true, 100, 34, "10^{0} 10^{1} 10^{2}"},
	} {
		s := scale{min: c.min, max: c.max, log: c.log}
		ticks := s.ticks(c.length, c.gap, always)
		got := strings.Join(ticks.labels(), " ")
		if ticks.factor != "" {
			got += " " + ticks.factor
		}
		got = strings.NewReplacer("$", "", "{-", "{−").Replace(got)
		if got != c.want {
			t.Errorf("%g…%g log=%v: %s, want %s", c.min, c.max, c.log, got, c.want)
		}
	}
}

// On any axis ticks lie on the axis, ascend, and the labels say their values.
func TestTicksAreTrue(t *testing.T) {
	for exponent := -12; exponent <= 12; exponent++ {
		for _, r := range [][2]float64{{0, 1}, {-0.3, 0.7}, {1.234, 5.678}, {-9, -2}, {0.99, 1.01}} {
			s := scale{min: r[0] * math.Pow(10, float64(exponent)), max: r[1] * math.Pow(10, float64(exponent))}
			ticks := s.linearTicks(200, 34, always)
			factor := 1.0
			if ticks.factor != "" {
				var n int
				if _, err := fmt.Sscanf(strings.ReplaceAll(ticks.factor, "−", "-"), "$×10^{%d}$", &n); err != nil {
					t.Fatal(ticks.factor, err)
				}
				factor = math.Pow(10, float64(n))
			}
			last, span := math.Inf(-1), s.max-s.min
			for _, m := range ticks.marks {
				if m.value < s.min-1e-6*span || m.value > s.max+1e-6*span || m.value <= last {
					t.Errorf("%v: tick at %g after %g", s, m.value, last)
				}
				last = m.value
				var v float64
				if m.label == "" {
					continue
				}
				if _, err := fmt.Sscan(strings.ReplaceAll(m.label, "−", "-"), &v); err != nil || math.Abs(v*factor-m.value) > 1e-6*span {
					t.Errorf("%v: %q at %g (%v)", s, m.label, m.value, err)
				}
			}
			if n := len(ticks.labels()); n < 2 || n > 7 {
				t.Errorf("%v: %d labels on 200 points", s, n)
			}
		}
	}
}

// Labels that do not fit push the ticks apart.
func TestTicksMakeRoom(t *testing.T) {
	s := scale{max: 0.27}
	ticks := s.linearTicks(200, 10, func(labels []string, apart vg.Length) bool { return apart > 60 })
	if got := strings.Join(ticks.labels(), " "); got != "0 0.1 0.2" {
		t.Errorf("%s", got)
	}
}

func TestFrameTicksPointInside(t *testing.T) {
	f := &Figure{Panels: []Panel{{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(0), Max: End(1)}}}}
	paths, _ := record(t, f)
	frame, ticks := frameOf(t, paths)
	if w, _ := f.size(); !(frame.Min.X > 0 && frame.Max.X < w) {
		t.Fatalf("frame %v", frame)
	}
	var sides [4]int
	for i := 0; i < len(ticks); i += 2 {
		p, q := ticks[i].Pos, ticks[i+1].Pos
		var inward vg.Length
		switch {
		case near(p.X, q.X) && near(p.Y, frame.Min.Y):
			inward = q.Y - p.Y
			sides[0]++
		case near(p.X, q.X) && near(p.Y, frame.Max.Y):
			inward = p.Y - q.Y
			sides[1]++
		case near(p.Y, q.Y) && near(p.X, frame.Min.X):
			inward = q.X - p.X
			sides[2]++
		case near(p.Y, q.Y) && near(p.X, frame.Max.X):
			inward = p.X - q.X
			sides[3]++
		}
		if !near(inward, panelSizes.major) && !near(inward, panelSizes.minor) {
			t.Errorf("tick from %v to %v", p, q)
		}
	}
	if sides[0] < 6 || sides[0] != sides[1] || sides[2] < 6 || sides[2] != sides[3] {
		t.Errorf("ticks at bottom, top, left, right: %v", sides)
	}
}

// TestTicksOfAPartOfADecade: a logarithmic axis without a decade, twice or five times one has the ticks of a linear axis.
func TestTicksOfAPartOfADecade(t *testing.T) {
	s := scale{min: 6.2, max: 9.3, log: true}
	var labels []string
	for _, m := range s.ticks(200, 30, func([]string, vg.Length) bool { return true }).marks {
		if m.label != "" {
			labels = append(labels, m.label)
		}
	}
	if got := strings.Join(labels, " "); got != "6.5 7.0 7.5 8.0 8.5 9.0" {
		t.Errorf("ticks %s", got)
	}
}
