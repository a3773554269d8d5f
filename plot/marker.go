package plot

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marker is the shape of a point.
type Marker int

// The shapes, all of about the same area.
const (
	NoMarker Marker = iota
	Circle
	Square
	Triangle
	Diamond
	TriangleDown
	Cross // of what has not converged, for no config
)

// markerNames are the shapes in words.
var markerNames = []string{"none", "circle", "square", "triangle", "diamond", "triangle_down", "cross"}

// String is the shape in a word.
func (m Marker) String() string { return markerNames[m] }

// MarkerNamed is a shape by its word, NoMarker for none.
func MarkerNamed(name string) Marker { return Marker(max(0, slices.Index(markerNames, name))) }

// MarkerIn is the i-th filled shape, to go with Color(i), or among points of one colour.
func MarkerIn(i int) Marker { return Circle + Marker(i%Shapes) }

// drawMarker draws the marker of a style at a point of the canvas.
func drawMarker(c draw.Canvas, st Style, at vg.Point) {
	path := st.Marker.path(at, vg.Length(st.Size)/2)
	c.SetLineDash(nil, 0)
	c.SetLineWidth(0.6)
	switch {
	case st.Marker == Cross:
		c.SetColor(st.Color)
		c.Stroke(path)
	case st.Hollow:
		c.SetColor(color.White)
		c.Fill(path)
		c.SetColor(st.Color)
		c.Stroke(path)
	default:
		c.SetColor(st.Color)
		c.Fill(path)
	}
}

// shapes are the corners of markers in units of a part of their radius: of a closed path, or of a
// cross the ends of its strokes.
var shapes = map[Marker]struct {
	part    vg.Length
	corners []vg.Length
}{
	Square:       {0.89, []vg.Length{-1, -1, 1, -1, 1, 1, -1, 1}},
	Triangle:     {1.25, []vg.Length{-1, -0.6, 1, -0.6, 0, 1.1}},
	TriangleDown: {1.25, []vg.Length{-1, 0.6, 1, 0.6, 0, -1.1}},
	Diamond:      {1.25, []vg.Length{0, -1, 1, 0, 0, 1, -1, 0}},
	Cross:        {0.8, []vg.Length{-1, -1, 1, 1, -1, 1, 1, -1}},
}

// path is the outline of a marker of radius r.
func (m Marker) path(at vg.Point, r vg.Length) vg.Path {
	if m == Circle {
		return circle(at, r)
	}
	var corners []vg.Length
	for _, x := range shapes[m].corners {
		corners = append(corners, x*(shapes[m].part*r))
	}
	if m == Cross {
		return strokes(at, corners...)
	}
	return polygon(at, corners...)
}

// circle is made of four cubics: the back ends treat arcs differently: the one
// for PDF fills an arc before the path is closed.
func circle(at vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498 // of r: the control points of a quarter
	p := func(x, y vg.Length) vg.Point { return vg.Point{X: at.X + x*r, Y: at.Y + y*r} }
	var path vg.Path
	path.Move(p(1, 0))
	path.CubeTo(p(1, k), p(k, 1), p(0, 1))
	path.CubeTo(p(-k, 1), p(-1, k), p(-1, 0))
	path.CubeTo(p(-1, -k), p(-k, -1), p(0, -1))
	path.CubeTo(p(k, -1), p(1, -k), p(1, 0))
	path.Close()
	return path
}

// polygon is the closed path through at + (x, y) for the pairs of xy.
func polygon(at vg.Point, xy ...vg.Length) vg.Path {
	var path vg.Path
	for i := 0; i < len(xy); i += 2 {
		p := at.Add(vg.Point{X: xy[i], Y: xy[i+1]})
		if i == 0 {
			path.Move(p)
		} else {
			path.Line(p)
		}
	}
	path.Close()
	return path
}

// strokes are separate segments at + (x0, y0) → at + (x1, y1).
func strokes(at vg.Point, xy ...vg.Length) vg.Path {
	var path vg.Path
	for i := 0; i < len(xy); i += 4 {
		path.Move(at.Add(vg.Point{X: xy[i], Y: xy[i+1]}))
		path.Line(at.Add(vg.Point{X: xy[i+2], Y: xy[i+3]}))
	}
	return path
}
