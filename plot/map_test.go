package plot

import (
	"bytes"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// mapOf is a map of a function on a grid over [−1, 1]².
func mapOf(steps int, z func(x, y float64) float64) *Map {
	m := &Map{Label: "height"}
	for i := range steps + 1 {
		m.X = append(m.X, -1+2*float64(i)/float64(steps))
	}
	m.Y = m.X
	for _, y := range m.Y {
		var row []float64
		for _, x := range m.X {
			row = append(row, z(x, y))
		}
		m.Z = append(m.Z, row)
	}
	return m
}

// Values between those of the grid are interpolated; what is missing, and what is outside, has none.
func TestMapBetween(t *testing.T) {
	m := mapOf(4, func(x, y float64) float64 { return x + 2*y })
	for _, at := range [][2]float64{{-1, -1}, {0.3, -0.7}, {1, 1}, {-1, 0.25}} {
		if got, want := m.at(at[0], at[1]), at[0]+2*at[1]; math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
	m.Z[0][0] = math.NaN()
	for _, at := range [][2]float64{{-0.9, -0.9}, {1.1, 0}, {0, -1.1}} {
		if got := m.at(at[0], at[1]); !math.IsNaN(got) {
			t.Errorf("at %v: %v", at, got)
		}
	}
}

// A map fills the frame, cut off at its ends, with the darkest colour on top; its bar has one box
// more than levels, and the numbers of the levels between them; units are equal if asked for.
func TestMap(t *testing.T) {
	m := mapOf(8, func(x, y float64) float64 { return 4 - x*x - y*y })
	m.Levels = []float64{1, 2.5, 3.5}
	f := &Figure{WidthCM: 10, HeightCM: 5, Panels: []Panel{{Label: "(a)", X: Axis{Label: "$x$", Min: End(-0.5), Max: End(1)}, Y: Axis{Label: "$y$"}, Map: m, Equal: true}}}
	paths, texts := record(t, f)
	var fills []stroke
	for _, p := range paths {
		if p.filled && p.color != color.White {
			fills = append(fills, p)
		}
	}
	if len(fills) != 3 { // boxes of the bar
		t.Fatalf("%d areas", len(fills))
	}
	var frame vg.Rectangle
	for _, p := range paths {
		if !p.filled && p.color == color.Black && len(p.path) > 5 {
			frame = vg.Rectangle{Min: p.path[0].Pos, Max: p.path[2].Pos}
			break
		}
	}
	if size := frame.Size(); !near(size.X/1.5, size.Y/2) {
		t.Errorf("a unit is %v wide and %v high", size.X/1.5, size.Y/2)
	}
	v := f.sheet().axes[0].view
	img := v.image()
	for _, c := range []struct {
		x, y  float64
		level int
	}{{0, 0, 3}, {0.9, 0, 2}, {0.9, 0.9, 1}} {
		i, j := int((v.x.at(c.x)-v.frame.Min.X)/frame.Size().X*vg.Length(img.Rect.Dx())), int((v.frame.Max.Y-v.y.at(c.y))/frame.Size().Y*vg.Length(img.Rect.Dy()))
		if got := img.At(i, j); got != colorAt(c.level-1, 3) {
			t.Errorf("the colour at %v, %v is %v, not that of level %d", c.x, c.y, got, c.level)
		}
	}
	for _, p := range fills {
		if p.path[0].Pos.X < frame.Max.X {
			t.Errorf("a box of the bar at %v", p.path[0].Pos)
		}
	}
	for _, want := range []string{"1", "2.5", "3.5", "height", "(a)"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q among %q", want, texts)
		}
	}
	for _, format := range Formats() {
		if a, b := render(t, f, format), render(t, f, format); string(a) != string(b) {
			t.Errorf("%s: other bytes the second time", format)
		}
	}
}

// Levels by default have about a tenth of the values between two of them, equal steps where the values differ by little or have both
// signs; there are none of one value. The darker a colour the higher.
func TestLevels(t *testing.T) {
	hinge := mapOf(60, func(x, y float64) float64 { return max(0, x+y) * max(0, x+y) })
	levels := levelsOf(slices.Concat(hinge.Z...))
	counts, above := make([]int, len(levels)+1), 0
	for _, row := range hinge.Z {
		for _, z := range row {
			if z > 0 {
				above++
				k, _ := slices.BinarySearch(levels, z)
				counts[k]++
			}
		}
	}
	for k, n := range counts {
		if share := float64(n) / float64(above); share < 0.05 || share > 0.15 {
			t.Errorf("%.2f of the values are in band %d of %v", share, k, levels)
		}
	}
	for _, c := range []struct {
		z    func(x, y float64) float64
		want []float64
	}{
		{func(x, y float64) float64 { return 2 + x }, []float64{1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8}},
		{func(x, y float64) float64 { return -x }, []float64{-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8}},
		{func(x, y float64) float64 { return 0.3 }, nil},
	} {
		got := levelsOf(slices.Concat(mapOf(20, c.z).Z...))
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
	last := uint32(3 * 0xFFFF)
	for k := range 9 {
		r, g, b, _ := colorAt(k, 9).RGBA()
		if r+g+b >= last {
			t.Errorf("colour %d is not darker", k)
		}
		last = r + g + b
	}
}

// What is no map is an error and not a figure.
func TestNoMap(t *testing.T) {
	for name, change := range map[string]func(*Panel){
		"falling":    func(p *Panel) { slices.Reverse(p.Map.X) },
		"levels":     func(p *Panel) { p.Map.Levels = []float64{1, 1} },
		"row":        func(p *Panel) { p.Map.Z = p.Map.Z[1:] },
		"column":     func(p *Panel) { p.Map.Z[0] = p.Map.Z[0][1:] },
		"one column": func(p *Panel) { p.Map.X = p.Map.X[:1] },
		"log":        func(p *Panel) { p.X.Log = true },
		"label":      func(p *Panel) { p.Map.Label = "$x" },
	} {
		m := mapOf(2, func(x, y float64) float64 { return x })
		m.Y = slices.Clone(m.X)
		p := Panel{Map: m}
		change(&p)
		if err := (&Figure{Panels: []Panel{p}}).Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// mapped is a figure with a map, marks, and a missing value.
func mapped() *Figure {
	m := mapOf(6, func(x, y float64) float64 { return x*x + y*y })
	m.Z[1][2] = math.NaN()
	return &Figure{Panels: []Panel{{Label: "(a)", Map: m, Equal: true, Series: []Series{{X: []float64{0, 0.5}, Y: []float64{0, 0.5}, Style: Style{Marker: Circle, Hollow: true}}}}}}
}

// Maps of one width are always in the same order in a file.
func TestSameBytesOfMaps(t *testing.T) {
	f := &Figure{Columns: 3, WidthCM: TwoColumns}
	for i := range 3 {
		f.Panels = append(f.Panels, Panel{Map: mapOf(4, func(x, y float64) float64 { return x + float64(i)*y })})
	}
	first, err := f.Bytes("pdf")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 { // an order by chance is the same in one of 6⁵
		if again, _ := f.Bytes("pdf"); !bytes.Equal(again, first) {
			t.Fatal("other bytes")
		}
	}
}

// TestMostLevels: as many levels as an image with a palette has colours beside white are drawn; more are refused
// before anything is.
func TestMostLevels(t *testing.T) {
	m := mapOf(2, func(x, _ float64) float64 { return 1 + x })
	for k := range mostLevels + 1 {
		m.Levels = append(m.Levels, float64(k+1)/256)
	}
	f := &Figure{Panels: []Panel{{Map: m}}}
	if err := f.Check(); err == nil || !strings.Contains(err.Error(), "want at most 255 levels, not 256") {
		t.Errorf("256 levels: %v", err)
	}
	m.Levels = m.Levels[:mostLevels]
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Bytes("png"); err != nil {
		t.Error(err)
	}
}

// Maps of one quantity share their levels, and equal bars of a row are one, beside the last panel.
func TestSharedBar(t *testing.T) {
	f := &Figure{WidthCM: 17, Columns: 2, Panels: []Panel{
		{Map: mapOf(4, func(x, y float64) float64 { return x })}, {Map: mapOf(4, func(x, y float64) float64 { return 5 * x })}, {Map: mapOf(4, func(x, y float64) float64 { return x })},
	}}
	f.Panels[2].Map.Label = "another"
	s := f.settled()
	if a, b := s.Panels[0], s.Panels[1]; !slices.Equal(a.Map.Levels, b.Map.Levels) || a.bar() != nil || b.bar() == nil || s.Panels[2].bar() == nil {
		t.Errorf("levels %v and %v", a.Map.Levels, b.Map.Levels)
	}
	if len(f.Panels[0].Map.Levels) != 0 {
		t.Error("the figure itself has changed")
	}
}

// A key is a bar without a map: a box for each value, with its number in the middle.
func TestBarOfAKey(t *testing.T) {
	f := &Figure{Panels: []Panel{{Key: &Key{Label: "$N$", Values: []string{"7", "8", "9"}}, Series: []Series{{X: []float64{0, 1}, Y: []float64{0, 1}}}}}}
	v := f.sheet().axes[0].view
	boxes, numbers := v.bar()
	if len(boxes) != 3 || len(numbers) != 3 || v.colors.colors[2] != f.Panels[0].Key.Color(2) {
		t.Fatalf("%+v, %+v", boxes, numbers)
	}
	for i, n := range numbers {
		if middle := n.at.Y + digitHeight*v.sizes.tick/2; abs(middle-(boxes[i].Min.Y+boxes[i].Max.Y)/2) > 1e-9 {
			t.Errorf("number %d at %v", i, n.at)
		}
	}
	if _, err := f.JSON(); err != nil {
		t.Error(err)
	}
}
