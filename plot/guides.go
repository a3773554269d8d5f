package plot

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// guide is a line across the frame, with its name.
type guide struct {
	from, to vg.Point
	name     string
}

// guides are those that the frame shows.
func (v *view) guides() (all []guide) {
	f := v.frame
	add := func(axis Axis, s scale, line func(at vg.Length) (from, to vg.Point)) {
		for i, value := range axis.Guides {
			if s.holds(value) {
				g := guide{}
				if g.from, g.to = line(s.at(value)); i < len(axis.Names) {
					g.name = axis.Names[i]
				}
				all = append(all, g)
			}
		}
	}
	add(v.xAxis, v.x, func(x vg.Length) (from, to vg.Point) { return vg.Point{X: x, Y: f.Min.Y}, vg.Point{X: x, Y: f.Max.Y} })
	add(v.yAxis, v.y, func(y vg.Length) (from, to vg.Point) { return vg.Point{X: f.Min.X, Y: y}, vg.Point{X: f.Max.X, Y: y} })
	return all
}

// level tells whether a guide is one of y.
func (g guide) level() bool { return g.from.X != g.to.X }

// drawGuides draws the lines across the frame, and on to names outside.
func (v *view) drawGuides(c draw.Canvas) {
	style := draw.LineStyle{Color: color.Gray{0xA0}, Width: v.sizes.guide}
	for _, g := range v.guides() {
		c.StrokeLine2(style, g.from.X, g.from.Y, g.to.X, g.to.Y)
	}
	levels := v.levels()
	for i, n := range v.namesOutside() {
		g := levels[i]
		c.StrokeLine2(style, g.to.X, g.to.Y, n.at.X-1, n.at.Y+digitHeight*n.label.size/2)
	}
}

// levels are the guides of y that have names, from below.
func (v *view) levels() []guide {
	all := slices.DeleteFunc(v.guides(), func(g guide) bool { return g.name == "" || !g.level() })
	slices.SortStableFunc(all, func(a, b guide) int { return cmp.Compare(a.to.Y, b.to.Y) })
	return all
}

// lead is the length of the lines to names outside.
const lead = 8

// outside are the labels of the names of guides of y, if two of them are too close to stand at their lines: then all stand to the right of the
// frame.
func (v *view) outside() (labels []label) {
	var at []vg.Length
	for i, name := range v.yAxis.Names {
		if value := v.yAxis.Guides[i]; name != "" && v.y.holds(value) {
			at, labels = append(at, v.y.left(value)), append(labels, label{name, v.sizes.legend, draw.XLeft, 0})
		}
	}
	slices.Sort(at)
	for i := 1; i < len(at); i++ {
		if (at[i]-at[i-1])*v.room.Y < v.sizes.legend {
			return labels
		}
	}
	return nil
}

// namesOutside are the names of the levels, each at the height of its line or as near to it as the next name lets it.
func (v *view) namesOutside() (names []placed) {
	if v.outside() == nil {
		return nil
	}
	levels := v.levels()
	heights := make([]vg.Length, len(levels))
	for i, g := range levels {
		heights[i] = g.to.Y
	}
	for range 50 { // two that are too close move apart by as much
		for i := 1; i < len(heights); i++ {
			if short := 1.1*v.sizes.legend - (heights[i] - heights[i-1]); short > 0 {
				heights[i-1], heights[i] = heights[i-1]-short/2, heights[i]+short/2
			}
		}
	}
	for i, g := range levels {
		l := label{g.name, v.sizes.legend, draw.XLeft, 0}
		names = append(names, placed{l, vg.Point{X: g.to.X + lead, Y: heights[i] - digitHeight*l.size/2}})
	}
	return names
}

// nameRoom is the room that names outside take.
func (v *view) nameRoom() (room vg.Length) {
	for _, l := range v.outside() {
		width, _, _ := l.box()
		room = max(room, lead+width)
	}
	return room
}

// guideNames are the names of guides, each beside its line, where it covers least: of a guide of x from the upper end of the line, to
// its right or left, of one of y from the right end, over it or under it, if not outside. Their boxes are taken then.
func (v *view) guideNames(taken *crowd) (names []placed) {
	names = v.namesOutside()
	outside := len(names) > 0
	for _, g := range v.guides() {
		if g.name == "" || g.level() && outside {
			continue
		}
		l := label{g.name, v.sizes.legend, draw.XLeft, 0}
		width, height, depth := l.box()
		size, best, fewest := vg.Point{X: width, Y: height + depth}, vg.Rectangle{}, -1
		for _, min := range g.beside(size) {
			box := boxAt(min, size)
			inside := box.Min.X > v.frame.Min.X && box.Max.X < v.frame.Max.X && box.Min.Y > v.frame.Min.Y && box.Max.Y < v.frame.Max.Y
			if n := taken.covered(grown(box, 1)); inside && (fewest < 0 || n < fewest) {
				best, fewest = box, n
			}
		}
		if fewest >= 0 {
			names = append(names, placed{l, best.Min.Add(vg.Point{Y: depth})})
			taken.boxes = append(taken.boxes, best)
		}
	}
	return names
}

// beside are the lower left corners of boxes of a size beside a guide, from the end at which its name is wanted.
func (g guide) beside(size vg.Point) (corners []vg.Point) {
	const gap, steps = 2, 24
	for k := range steps + 1 {
		share := float64(k) / steps
		if !g.level() {
			top, bottom := vg.Point{X: g.to.X, Y: g.to.Y - clear - size.Y}, vg.Point{X: g.from.X, Y: g.from.Y + clear}
			at := between(top, bottom, share)
			corners = append(corners, at.Add(vg.Point{X: gap}), at.Sub(vg.Point{X: gap + size.X}))
			continue
		}
		right, left := vg.Point{X: g.to.X - clear - size.X, Y: g.to.Y}, vg.Point{X: g.from.X + clear, Y: g.from.Y}
		at := between(right, left, share)
		corners = append(corners, at.Add(vg.Point{Y: gap}), at.Sub(vg.Point{Y: gap + size.Y}))
	}
	return corners
}
