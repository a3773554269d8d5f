package plot

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// ScriptFile is the name of the file for a kind of script; what the scripts write
// does not overwrite the files of Figure.Write.
func ScriptFile(kind string) string {
	return map[string]string{"gnuplot": "figure.gp", "matplotlib": "figure.py", "pgfplots": "figure-pgfplots.tex"}[kind]
}

// ScriptKinds lists the kinds of Script.
func ScriptKinds() []string { return []string{"gnuplot", "pgfplots", "matplotlib"} }

// Script writes the figure as a program for gnuplot (5.4 or later), pgfplots
// (LaTeX) or matplotlib, which draws the same frames, ticks, lines, points and
// legends, to be edited by hand. Numbers with a Source are read there by gnuplot
// and matplotlib, others are part of the program.
func (f *Figure) Script(kind string) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	s := f.sheet()
	switch kind {
	case "gnuplot":
		return s.gnuplot(), nil
	case "pgfplots":
		return s.pgfplots(), nil
	case "matplotlib":
		return s.matplotlib(), nil
	}
	return nil, fmt.Errorf("plot: unknown kind of script %q: want one of %s", kind, strings.Join(ScriptKinds(), ", "))
}

// sheet is a figure with the places of its axes.
type sheet struct {
	width, height vg.Length
	axes          []sheetAxes
}

// sheetAxes are one set of axes: a panel, or an inset, which follows its panel.
type sheetAxes struct {
	stage
	isInset bool
}

// anchor is the side at which the legend is fixed, so that it stays inside if
// another program sets its text wider.
func (a sheetAxes) anchor() (x vg.Length, side string) {
	f := a.view.frame
	if a.box.Min.X+a.box.Max.X > f.Min.X+f.Max.X {
		return a.box.Max.X, "right"
	}
	return a.box.Min.X, "left"
}

// sheet lays the figure out, on a canvas that draws nothing.
func (f *Figure) sheet() sheet {
	f = f.settled()
	w, h := f.size()
	s := sheet{width: w, height: h}
	for _, st := range f.draw(draw.NewCanvas(new(recorder.Canvas), w, h)) {
		s.axes = append(s.axes, sheetAxes{stage: st})
		if st.inset != nil {
			s.axes = append(s.axes, sheetAxes{stage: stage{view: st.inset, margins: st.inset.margins()}, isInset: true})
		}
	}
	return s
}

// run is a stretch of a line in the units of the axes, without gaps and of one
// kind.
type run struct {
	line Line
	x, y []float64
	at   []int // of the points in the series
}

// runs are the stretches of the line of a series.
func (s Series) runs() (out []run) {
	if s.Style.Line == NoLine {
		return nil
	}
	joined := false
	for i := range s.X {
		if math.IsNaN(s.X[i]) || math.IsNaN(s.Y[i]) {
			joined = false
			continue
		}
		line := s.Style.Line
		if dashed(s, i) || joined && dashed(s, i-1) {
			line = Dashed
		}
		if n := len(out); !joined || out[n-1].line != line && len(out[n-1].x) > 1 {
			next := run{line: line}
			if joined {
				last := out[n-1]
				k := len(last.x) - 1
				next.x, next.y, next.at = append(next.x, last.x[k]), append(next.y, last.y[k]), append(next.at, last.at[k])
			}
			out = append(out, next)
		}
		last := &out[len(out)-1]
		last.line = line
		last.x, last.y, last.at = append(last.x, s.X[i]), append(last.y, s.Y[i]), append(last.at, i)
		joined = true
	}
	return out
}

// sourceRows are those of the source for points of the series.
func (s Series) sourceRows(at []int) (rows []int) {
	for _, i := range at {
		rows = append(rows, s.Source.Rows[i])
	}
	return rows
}

// dots are the points of a series with their error bars, of x, of y upwards and
// downwards, 0 where there is none.
func (s Series) dots() (rows [][5]float64) {
	if s.Style.Marker == NoMarker {
		return nil
	}
	for i := range s.X {
		if !math.IsNaN(s.X[i]) && !math.IsNaN(s.Y[i]) {
			rows = append(rows, [5]float64{s.X[i], s.Y[i], half(s.XErr, i), half(s.YErr, i), s.down(i)})
		}
	}
	return rows
}

// outline is the band of a series as one closed path in the units of the axes.
func (s Series) outline() (x, y []float64) {
	for i := range s.Low {
		if !math.IsNaN(s.Low[i]) && !math.IsNaN(s.High[i]) {
			x, y = append(x, s.X[i]), append(y, s.Low[i])
		}
	}
	for i := len(s.High) - 1; i >= 0; i-- {
		if !math.IsNaN(s.Low[i]) && !math.IsNaN(s.High[i]) {
			x, y = append(x, s.X[i]), append(y, s.High[i])
		}
	}
	return x, y
}

// hex is a colour as six digits.
func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("%02X%02X%02X", n.R, n.G, n.B)
}

// short is a length or a fraction with the digits that matter.
func short[T ~float64](x T) string {
	return strconv.FormatFloat(math.Round(float64(x)*1e4)/1e4, 'f', -1, 64)
}

// bandSample is the line that represents a band in a legend.
func bandSample(st Style) Style { return Style{Color: tint(st.Color, 0.3), Line: Solid, Width: 5} }

// exact is a number of the data.
func exact(x float64) string { return strconv.FormatFloat(x+0, 'g', 10, 64) }

// exacts are numbers with a separator.
func exacts(x []float64, separator string) string {
	text := make([]string, len(x))
	for i := range x {
		text[i] = exact(x[i])
	}
	return strings.Join(text, separator)
}
