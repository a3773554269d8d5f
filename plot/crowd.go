package plot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// crowd is the occupied part of a frame: points of the canvas that represent
// data, lines and bars, and boxes of what was placed before.
type crowd struct {
	points  []vg.Point
	boxes   []vg.Rectangle
	markers []vg.Point // the middles of markers, which are too
}

// apart is the distance between the points that represent a line.
const apart = 2

// crowd collects what the series of a view cover.
func (v *view) crowd(c draw.Canvas) (taken crowd) {
	for _, g := range v.guides() {
		taken.addLine([]vg.Point{g.from, g.to})
	}
	for _, s := range v.series {
		if s.Style.Line != NoLine {
			for _, part := range v.stretches(s) {
				for _, line := range v.clipped(c, part.points) {
					taken.addLine(line)
				}
			}
		}
		bars := v.barPath(s)
		for i := 1; i < len(bars); i++ {
			if bars[i].Type == vg.LineComp {
				taken.addLine([]vg.Point{bars[i-1].Pos, bars[i].Pos})
			}
		}
		for i := range s.X {
			if s.Style.Marker != NoMarker && v.x.holds(s.X[i]) && v.y.holds(s.Y[i]) {
				taken.markers = append(taken.markers, v.spot(s, i))
			}
		}
	}
	taken.points = append(taken.points, taken.markers...)
	return taken
}

// addLine adds points along a polyline.
func (t *crowd) addLine(line []vg.Point) {
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		d := q.Sub(p)
		steps := int(max(abs(d.X), abs(d.Y))/apart) + 1
		for k := range steps + 1 {
			t.points = append(t.points, between(p, q, float64(k)/float64(steps)))
		}
	}
}

// covered counts the points in a box. A box placed before counts more than any
// number of points, since text over text cannot be read.
func (t crowd) covered(r vg.Rectangle) (n int) {
	for _, p := range t.points {
		if p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y {
			n++
		}
	}
	for _, b := range t.boxes {
		if b.Min.X < r.Max.X && b.Max.X > r.Min.X && b.Min.Y < r.Max.Y && b.Max.Y > r.Min.Y {
			n += 1 + len(t.points)
		}
	}
	return n
}

// clear reports whether the box of a text lies on nothing, on no part of a marker either, and
// nothing touches its ends. Over and under the text the box has room of its own.
func (t crowd) clear(r vg.Rectangle) bool {
	ends := vg.Point{X: 1}
	return t.covered(vg.Rectangle{Min: r.Min.Sub(ends), Max: r.Max.Add(ends)}) == 0 && crowd{points: t.markers}.covered(grown(r, markerRadius)) == 0
}

// markerRadius is about the radius of a marker.
const markerRadius = 1.7

func abs[T ~int | ~float64](x T) T { return max(x, -x) }
