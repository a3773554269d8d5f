package plot

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func success() (t columns, keys []Key) {
	nan := math.NaN()
	return columns{
		"alpha": {0.7, 0.6, 0.7, 0.6, 0.65}, "probability": {0.5, 1, 0.3, 0.9, nan}, "probability_low": {0.2, 0.7, 0.1, 0.6, nan},
		"probability_high": {0.8, 1, 0.6, 0.98, nan}, "samples": {10, 10, 9, 10, 0},
	}, []Key{{"model.n", []string{"101", "101", "201", "201", "201"}}}
}

// One curve for each N, rising in α, with the interval; points of fewer samples
// hollow; guides with names that the axis reaches.
func TestSuccess(t *testing.T) {
	table, keys := success()
	f, err := Success(table, keys, SuccessOptions{Samples: 10, Guides: []Guide{{Name: `$\alpha_c$`, Value: 0.75}, {Name: "far", Value: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Panels[0]
	if len(p.Series) != 4 || p.Series[0].Name != "$N$ = 101" {
		t.Fatalf("%+v", p.Series)
	}
	a := p.Series[0]
	if !slices.Equal(a.X, []float64{0.6, 0.7}) || a.Y[0] != 1 || a.YErr[0] != 0 || math.Abs(a.YDown[0]-0.3) > 1e-12 || a.Style.Line == NoLine || a.Style.Marker == NoMarker || a.Style.Hollow {
		t.Errorf("%+v", a)
	}
	line, filled, hollow := p.Series[1], p.Series[2], p.Series[3]
	if len(line.X) != 3 || line.Style.Marker != NoMarker || filled.Name != "$N$ = 201" || !slices.Equal(hollow.X, []float64{0.65, 0.7}) || !hollow.Style.Hollow ||
		!slices.Equal(legendOf(f), []string{"$N$ = 101", "$N$ = 201", "fewer than 10 samples"}) {
		t.Errorf("%+v", p.Series[1:])
	}
	if *p.X.Max < 0.75 || *p.X.Max > 0.8 || *p.X.Min > 0.6 || *p.X.Min < 0.58 || *p.Y.Min > 0 || *p.Y.Max < 1 {
		t.Errorf("axes %v, %v", p.X, p.Y)
	}
	for _, format := range Formats() {
		render(t, f, format)
	}
	for _, missing := range []string{"alpha", "probability", "probability_low", "probability_high", "samples"} {
		table, _ := success()
		delete(table, missing)
		if _, err := Success(table, nil, SuccessOptions{}); err == nil {
			t.Errorf("no column %s, and no error", missing)
		}
	}
	if _, err := Success(table, []Key{{"y", nil}}, SuccessOptions{}); err == nil {
		t.Error("a key without values")
	}
}

// Names of guides stand over the frame, without running into each other.
func TestGuideNames(t *testing.T) {
	f := &Figure{Panels: []Panel{{X: Axis{Min: End(0), Max: End(1), Guides: []float64{0.2, 0.21, 0.9, 2}, Names: []string{"first", "second", "third", "outside"}}}}}
	v := f.sheet().axes[0].view
	names := v.guideNames()
	if len(names) != 2 || names[0].label.text != "first" || names[1].label.text != "third" || names[0].at.Y < v.frame.Max.Y || names[0].at.X != v.x.at(0.2) {
		t.Errorf("%+v", names)
	}
	f.Panels[0].X.Guides[1] = 0.28 // of which the name needs a bit more room
	v = f.sheet().axes[0].view
	first, second := v.guideNames()[0], v.guideNames()[1]
	width := func(p placed) vg.Length { w, _, _ := p.label.box(); return w }
	if d := second.at.X - first.at.X - (width(first)+width(second))/2; second.label.text != "second" || d < nameGap-1e-9 || first.at.X < v.x.at(0.2)-mostAside {
		t.Errorf("names at %v and %v, %v apart", first.at, second.at, d)
	}
	f.Panels[0].X.Names[0] = "$"
	if err := f.check(); err == nil {
		t.Error("a name that does not parse")
	}
}
