package plot

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
)

// gnuplot writes the figure for gnuplot.
func (s sheet) gnuplot() []byte {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Written by fbp plot --emit gnuplot. gnuplot figure.gp writes figure-gnuplot.pdf,")
	p("# gnuplot -e \"format='png'\" figure.gp a PNG.")
	p("if (!exists(\"format\")) format = \"pdf\"")
	p("folder = \"\" # of this file and the tables that it reads")
	p("if (exists(\"ARG0\")) do for [i=strlen(ARG0):1:-1] { if (ARG0[i:i] eq \"/\" || ARG0[i:i] eq \"\\\\\") { folder = ARG0[1:i]; break } }")
	// In the cairo terminals a point of a font is 1/72 inch at 96 dots per inch:
	// 4/3 of a point in PDF, measured with gnuplot 5.4.
	size := fmt.Sprintf("%scm,%scm", short(s.width/pointsPerCM), short(s.height/pointsPerCM))
	p("if (format eq \"png\") set terminal pngcairo enhanced font \"Times,9\" fontscale 3.125 linewidth 4.167 pointscale 4.167 size %d,%d; else set terminal pdfcairo enhanced font \"Times,9\" fontscale 0.75 linewidth 2 size %s",
		int(s.width*300/72), int(s.height*300/72), size)
	p("stroke(width) = format eq \"png\" ? 1/(0.267*width) : 1/(0.327*sqrt(width)) # of a dash pattern, for one of 1 point")
	p("set output sprintf(\"figure-gnuplot.%%s\", format)")
	p("set encoding utf8\nset datafile separator \"\\t\"\nset multiplot\nset border 31 lw 0.6\nunset x2tics; unset y2tics\nset errorbars 0.7")
	for i, a := range s.axes {
		s.gnuplotAxes(p, fmt.Sprintf("$a%d", i+1), a)
	}
	p("unset multiplot\nunset output")
	return []byte(b.String())
}

// gnuplotAxes draws one set of axes with data blocks of its name.
func (s sheet) gnuplotAxes(p func(string, ...any), name string, a sheetAxes) {
	v, f := a.view, a.view.frame
	parts := append(gnuplotMap(p, name, v), gnuplotSeries(p, name, v)...)
	if a.isInset {
		margin := a.margins
		p("set object 1 rectangle from screen %s,%s to screen %s,%s fc rgb \"white\" fs solid noborder behind", short((f.Min.X-margin.left)/s.width), short((f.Min.Y-margin.bottom)/s.height),
			short((f.Max.X+margin.right)/s.width), short((f.Max.Y+margin.top)/s.height))
	} else {
		p("unset object")
	}
	p("set lmargin at screen %s; set rmargin at screen %s; set bmargin at screen %s; set tmargin at screen %s",
		short(f.Min.X/s.width), short(f.Max.X/s.width), short(f.Min.Y/s.height), short(f.Max.Y/s.height))
	p("unset label; unset arrow")
	gnuplotAxis(p, "x", v.x, v.xTicks, v)
	gnuplotAxis(p, "y", v.y, v.yTicks, v)
	for _, g := range v.xGuide {
		p("set arrow from first %s,graph 0 to first %s,graph 1 nohead lw 0.4 lc rgb \"#A0A0A0\" back", exact(g), exact(g))
	}
	for _, g := range v.yGuide {
		p("set arrow from graph 0,first %s to graph 1,first %s nohead lw 0.4 lc rgb \"#A0A0A0\" back", exact(g), exact(g))
	}
	s.gnuplotTexts(p, a)
	s.gnuplotBar(p, v)
	p("unset key")
	s.gnuplotLegend(p, a)
	p("plot %s", strings.Join(parts, ", \\\n  "))
}

// gnuplotSeries writes the data blocks of all series and returns what is plotted: bands
// beneath, then lines, points and error bars.
func gnuplotSeries(p func(string, ...any), name string, v *view) (parts []string) {
	block := 0
	data := func(columns int, rows [][]float64) string {
		block++
		id := fmt.Sprintf("%s_%d", name, block)
		p("%s << EOD", id)
		for _, row := range rows {
			p("%s", exacts(row[:columns], "\t"))
		}
		p("EOD")
		return id
	}
	for _, series := range v.series {
		if x, y := series.outline(); len(x) > 0 {
			parts = append(parts, fmt.Sprintf("%s using 1:2 with filledcurves closed fc rgb \"#%s\" notitle", data(2, zipped(x, y)), hex(tint(series.Style.Color, 0.3))))
		}
	}
	for _, series := range v.series {
		for _, r := range series.runs() {
			from := ""
			if series.read() {
				from = series.Source.gnuplotFile(series.sourceRows(r.at), []string{gnuplotColumn(series.Source.X), gnuplotColumn(series.Source.Y)}, true)
			}
			if from == "" {
				from = data(2, zipped(r.x, r.y)) + " using 1:2"
			}
			parts = append(parts, fmt.Sprintf("%s with lines %s notitle", from, gnuplotLine(series.Style, r.line)))
		}
		if rows := series.dots(); len(rows) > 0 {
			series.Style = v.marked(series)
			parts = append(parts, gnuplotDots(series, v.x.log, func() string {
				table := make([][]float64, len(rows))
				for i := range rows {
					table[i] = rows[i][:]
				}
				return data(5, table)
			})...)
		}
	}
	return parts
}

// gnuplotDots are the points of a series with their bars: those of its table, or of a data block.
func gnuplotDots(series Series, log bool, block func() string) (parts []string) {
	name := ""
	draw := func(using string, columns []string, with string, st Style) {
		from := ""
		if series.read() && series.barred() {
			from = series.Source.gnuplotFile(series.Source.Rows, columns, false)
		} else {
			if name == "" {
				name = block()
			}
			from = name + " using " + using
		}
		parts = append(parts, fmt.Sprintf("%s with %s %s notitle", from, with, gnuplotPoint(st)))
	}
	st, columns := series.Style, series.gnuplotBars(log)
	at, bars := "1", len(series.XErr)+len(series.YErr) > 0
	if series.Aside != 0 {
		at = "(" + series.asideOf("$1", log) + ")"
	}
	if bars { // xerrorbars and yerrorbars would leave a gap around the point
		draw(fmt.Sprintf("%s:2:(%s):(%s):($2-$5):($2+$4)", at, series.asideOf("$1-$3", log), series.asideOf("$1+$3", log)), columns, "xyerrorbars", st)
	}
	if st.Hollow { // gnuplot's own are transparent
		white := st
		white.Hollow, white.Color = false, color.White
		draw(at+":2", columns[:2], "points", white)
	}
	if !bars || st.Hollow {
		draw(at+":2", columns[:2], "points", st)
	}
	return parts
}

// gnuplotTexts sets the labels around and in a frame.
func (s sheet) gnuplotTexts(p func(string, ...any), a sheetAxes) {
	v, f := a.view, a.view.frame
	m := a.margins
	if v.xLabel != "" {
		p("set label %s at screen %s,%s center font \",%s\"", gnuplotString(enhanced(v.xLabel)), short((f.Min.X+f.Max.X)/2/s.width), short((f.Min.Y-m.bottom+0.5*v.labelX().size)/s.height), short(v.labelX().size))
	}
	if v.yLabel != "" {
		p("set label %s at screen %s,%s center rotate by 90 font \",%s\"", gnuplotString(enhanced(v.yLabel)), short((f.Min.X-m.left+0.3*v.labelY().size)/s.width), short((f.Min.Y+f.Max.Y)/2/s.height), short(v.labelY().size))
	}
	if v.yTicks.factor != "" {
		p("set label %s at graph 0,graph 1 offset 0,0.5 font \",%s\"", gnuplotString(enhanced(v.yTicks.factor)), short(v.sizes.tick))
	}
	if v.xTicks.factor != "" {
		y := f.Min.Y - v.sizes.pad - (digitHeight+1.2-0.3)*v.sizes.tick
		p("set label %s at screen %s,%s right font \",%s\"", gnuplotString(enhanced(v.xTicks.factor)), short(f.Max.X/s.width), short(y/s.height), short(v.sizes.tick))
	}
	for _, n := range v.guideNames() {
		p("set label %s at screen %s,%s center font \",%s\"", gnuplotString(enhanced(n.label.text)), short(n.at.X/s.width), short((n.at.Y+0.45*n.label.size)/s.height), short(n.label.size))
	}
	if a.label.text != "" {
		p("set label %s at screen %s,%s left font \",%s\"", gnuplotString(enhanced(a.label.text)), short(a.labelAt.X/s.width), short((a.labelAt.Y+0.3*a.label.size)/s.height), short(a.label.size))
	}
}

// gnuplotLegend draws the legend piece by piece: gnuplot's own key has columns of
// equal width, which need not fit.
func (s sheet) gnuplotLegend(p func(string, ...any), a sheetAxes) {
	l := a.legend
	text := func(label string, x, y vg.Length) {
		p("set label %s at screen %s,%s left font \",%s\" front", gnuplotString(enhanced(label)), short(x/s.width), short((y+0.3*l.size)/s.height), short(l.size))
	}
	title, entries := l.places(a.box)
	if l.title != "" && len(entries) > 0 {
		text(l.title, title.X, title.Y)
	}
	for i, e := range l.entries {
		at, st := entries[i], e.Style
		if st.Line == NoLine && st.Marker == NoMarker {
			st = bandSample(st)
		}
		y := short((at.Y + digitHeight*l.size/2) / s.height)
		if st.Line != NoLine {
			p("set arrow from screen %s,%s to screen %s,%s nohead front %s", short(at.X/s.width), y, short((at.X+sampleWidth)/s.width), y, gnuplotLine(st, st.Line))
		}
		if a.view.hasBar(e) {
			middle := short((at.X + sampleWidth/2) / s.width)
			base := at.Y + digitHeight*l.size/2
			p("set arrow from screen %s,%s to screen %s,%s heads size screen 0.003,90 lw 0.5 lc rgb \"#%s\" front", middle, short((base-barReach)/s.height), middle, short((base+barReach)/s.height), hex(st.Color))
		}
		if st.Marker != NoMarker {
			if white := st; st.Hollow {
				white.Hollow, white.Color = false, color.White
				p("set label '' at screen %s,%s point %s front", short((at.X+sampleWidth/2)/s.width), y, gnuplotPoint(white))
			}
			p("set label '' at screen %s,%s point %s front", short((at.X+sampleWidth/2)/s.width), y, gnuplotPoint(st))
		}
		text(e.Name, at.X+sampleWidth+sampleGap, at.Y)
	}
}

// gnuplotAxis sets range and ticks of an axis.
func gnuplotAxis(p func(string, ...any), axis string, s scale, t tickMarks, v *view) {
	p("unset logscale %s\nset %srange [%s:%s]", axis, axis, exact(s.min), exact(s.max))
	if s.log {
		p("set logscale %s", axis)
	}
	var ticks []string
	for _, m := range t.marks {
		level := 1
		if m.major {
			level = 0
		}
		ticks = append(ticks, fmt.Sprintf("%s %s %d", gnuplotString(enhanced(m.label)), exact(m.value), level))
	}
	offset := map[string]string{"x": "0,0.2", "y": "0.4,0"}[axis]
	const unit = 3.5 // points of a tick of scale 1, gnuplot 5.4
	p("set %stics in mirror scale %s,%s offset %s font \",%s\" (%s)", axis, short(v.sizes.major/unit), short(v.sizes.minor/unit), offset, short(v.sizes.tick), strings.Join(ticks, ", "))
}

// zipped are rows of x and y.
func zipped(x, y []float64) (rows [][]float64) {
	for i := range x {
		rows = append(rows, []float64{x[i], y[i]})
	}
	return rows
}

func gnuplotLine(st Style, line Line) string {
	return fmt.Sprintf("lw %s dt %s lc rgb \"#%s\"", short(st.Width), gnuplotDashes(st, line), hex(st.Color))
}

func gnuplotPoint(st Style) string {
	filled := map[Marker]int{Circle: 7, Square: 5, Triangle: 9, Diamond: 13, TriangleDown: 11, Cross: 2, Plus: 1}[st.Marker]
	if st.Hollow && filled > 2 {
		filled--
	}
	return fmt.Sprintf("pt %d ps %s lw 0.5 lc rgb \"#%s\"", filled, short(gnuplotSize(st)), hex(st.Color))
}
