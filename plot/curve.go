package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawCurve joins the points of a series.
func (v *view) drawCurve(c draw.Canvas, s Series) {
	if s.Style.Line == NoLine {
		return
	}
	for _, stretch := range v.stretches(s) {
		c.StrokeLines(s.Style.stroke(stretch.line), v.clipped(c, stretch.points)...)
	}
}

// stroke is a line of the colour and width of a style.
func (st Style) stroke(l Line) draw.LineStyle {
	return draw.LineStyle{Color: st.Color, Width: vg.Length(st.Width), Dashes: l.dashes()}
}

// clipped is what the frame shows of a line.
func (v *view) clipped(c draw.Canvas, points []vg.Point) [][]vg.Point {
	return (&draw.Canvas{Canvas: c.Canvas, Rectangle: v.frame}).ClipLinesXY(points)
}

// stretch is a part of a line without gaps and of one kind.
type stretch struct {
	line   Line
	first  int // point of the series
	points []vg.Point
}

// stretches cuts the line of a series at missing points and where it turns
// from solid to dashed.
func (v *view) stretches(s Series) []stretch {
	var out []stretch
	var last vg.Point
	joined := false // to the point before
	for i := range s.X {
		at := v.spot(s, i)
		if !finite(at.X) || !finite(at.Y) {
			joined = false
			continue
		}
		line := s.Style.Line
		if dashed(s, i) || joined && dashed(s, i-1) {
			line = Dashed
		}
		if joined {
			if n := len(out); n > 0 && out[n-1].line == line && len(out[n-1].points) > 0 && out[n-1].points[len(out[n-1].points)-1] == last {
				out[n-1].points = append(out[n-1].points, at)
			} else {
				out = append(out, stretch{line, i - 1, []vg.Point{last, at}})
			}
		}
		last, joined = at, true
	}
	return out
}

func dashed(s Series, i int) bool { return i < len(s.Dashed) && s.Dashed[i] }

func finite(l vg.Length) bool {
	return !math.IsNaN(float64(l)) && !math.IsInf(float64(l), 0)
}
