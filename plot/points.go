package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawBars draws the error bars of a series. A bar that leaves the frame ends
// there without a cap, and one that reaches 0 on a logarithmic axis in an arrow.
func (v *view) drawBars(c draw.Canvas, s Series) {
	c.SetColor(s.Style.Color)
	c.SetLineWidth(v.sizes.bar)
	c.SetLineDash(nil, 0)
	for part := range slices.Chunk(v.barPath(s), 2*mostLines) {
		c.Stroke(part)
	}
}

// mostLines is how many lines are drawn at a time: the time of a PNG grows as their square.
const mostLines = 600

// barPath holds all bars of a series and their caps.
func (v *view) barPath(s Series) (path vg.Path) {
	cap := v.sizes.cap
	for i := range s.X {
		hidden := vg.Length(0) // bars that a marker covers are not drawn, since their caps would show at its border
		if s.Style.Marker != NoMarker && !s.at(i).Hollow {
			hidden = vg.Length(s.Style.Size*v.sizes.marker) / 2
		}
		at := v.spot(s, i)
		x, y := at.X, at.Y
		if e := half(s.XErr, i); e > 0 && v.y.holds(s.Y[i]) && finite(x) {
			x0, cut0 := v.x.clamped(s.X[i] - e)
			x1, cut1 := v.x.clamped(s.X[i] + e)
			path = append(path, bar(vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y}, vg.Point{Y: cap}, cut0, cut1, hidden)...)
			if v.x.log && reachesZero(s.X[i], e) {
				path = append(path, strokes(vg.Point{X: x0, Y: y}, 0, 0, 2*cap, cap, 0, 0, 2*cap, -cap)...)
			}
		}
		if up, down := half(s.YErr, i), s.down(i); up+down > 0 && v.x.holds(s.X[i]) && finite(y) {
			y0, cut0 := v.y.clamped(s.Y[i] - down)
			y1, cut1 := v.y.clamped(s.Y[i] + up)
			path = append(path, bar(vg.Point{X: x, Y: y0}, vg.Point{X: x, Y: y1}, vg.Point{X: cap}, cut0, cut1, hidden)...)
			if v.y.log && reachesZero(s.Y[i], down) {
				path = append(path, strokes(vg.Point{X: x, Y: y0}, 0, 0, cap, 2*cap, 0, 0, -cap, 2*cap)...)
			}
		}
	}
	return path
}

// bar goes from p to q, with a cap to both sides at each end that is not cut.
// There is none if it is no longer than 2·hidden or lies wholly outside.
func bar(p, q, cap vg.Point, cutP, cutQ bool, hidden vg.Length) (path vg.Path) {
	if d := q.Sub(p); max(abs(d.X), abs(d.Y)) <= 2*hidden {
		return nil
	}
	path.Move(p)
	path.Line(q)
	if !cutP {
		path.Move(p.Sub(cap))
		path.Line(p.Add(cap))
	}
	if !cutQ {
		path.Move(q.Sub(cap))
		path.Line(q.Add(cap))
	}
	return path
}

// drawPoints draws the markers that lie in the frame, ends included; one on
// the frame is drawn in full.
func (v *view) drawPoints(c draw.Canvas, s Series) {
	if s.Style.Marker == NoMarker {
		return
	}
	s.Style.Size *= v.sizes.marker
	for i := range s.X {
		if v.x.holds(s.X[i]) && v.y.holds(s.Y[i]) {
			drawMarker(c, s.at(i), v.spot(s, i))
		}
	}
}

// at is the look of a point: hollow where it is not as planned, a cross where it had not converged.
func (s Series) at(i int) Style {
	st := s.Style
	if i >= len(s.Why) || len(s.Why[i]) == 0 {
		return st
	}
	if st.Hollow = true; slices.Contains(s.Why[i], NotConverged) {
		st.Marker, st.Size, st.Hollow = Cross, st.Size*1.3, false
	}
	return st
}

// spot is where a point of a series stands.
func (v *view) spot(s Series, i int) vg.Point {
	return vg.Point{X: v.x.at(s.X[i]) + s.beside(i), Y: v.y.at(s.Y[i])}
}

// dot gives a curve that is too short to be seen as a line markers at its points.
func (v *view) dot() {
	for i, s := range v.series {
		var x, y []vg.Length
		for k := range s.X {
			if at := v.spot(s, k); finite(at.X) && finite(at.Y) {
				x, y = append(x, at.X), append(y, at.Y)
			}
		}
		if s.Style.Line != NoLine && s.Style.Marker == NoMarker && len(x) > 0 && max(slices.Max(x)-slices.Min(x), slices.Max(y)-slices.Min(y)) < marker {
			v.series[i].Style.Marker = Circle
		}
	}
}

// shrink makes markers smaller whose size nobody gives, where the bars of y in the frame are mostly shorter than they are.
func (v *view) shrink() {
	var bars []vg.Length
	eachValue(v.series, func(s Series, i int) {
		if low, high := s.Y[i]-s.down(i), s.Y[i]+half(s.YErr, i); s.free && high > low && v.x.holds(s.X[i]) && v.y.holds(s.Y[i]) {
			from, _ := v.y.clamped(low)
			to, _ := v.y.clamped(high)
			bars = append(bars, to-from)
		}
	})
	if slices.Sort(bars); len(bars) == 0 || bars[len(bars)/2] > marker {
		return
	}
	for i := range v.series {
		if v.series[i].free {
			v.series[i].Style.Size = smallMarker
		}
	}
}
