package plot

import (
	"image/color"

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

// drawGuides draws the lines across the frame.
func (v *view) drawGuides(c draw.Canvas) {
	for _, g := range v.guides() {
		c.StrokeLine2(draw.LineStyle{Color: color.Gray{0xA0}, Width: v.sizes.guide}, g.from.X, g.from.Y, g.to.X, g.to.Y)
	}
}

// guideNames are the names of guides, each beside its line, where it covers least: of a guide of x from the upper end of the line, to
// its right or left, of one of y from the right end, over it or under it. Their boxes are taken then.
func (v *view) guideNames(taken *crowd) (names []placed) {
	for _, g := range v.guides() {
		if g.name == "" {
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
		if g.from.X == g.to.X {
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
