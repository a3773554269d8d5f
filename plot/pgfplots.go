package plot

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// pgfplots writes the figure for LaTeX.
func (s sheet) pgfplots() []byte {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("%% Written by fbp plot --emit pgfplots. pdflatex figure-pgfplots.tex; or \\input the")
	p("%% tikzpicture into a document with \\usepackage{pgfplots}.")
	p("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{amsmath,mathptmx,textcomp,pgfplots}\n\\pgfplotsset{compat=1.15}")
	p("\\usepackage[papersize={%sbp,%sbp}, margin=0pt]{geometry}\n\\pagestyle{empty}\\parindent0pt\\topskip0pt", short(s.width), short(s.height))
	p("\\begin{document}\n\\begin{tikzpicture}[x=1bp, y=1bp]")
	p("\\useasboundingbox (0,0) rectangle (%sbp,%sbp);", short(s.width), short(s.height))
	for _, a := range s.axes {
		s.pgfplotsAxes(p, a)
	}
	p("\\end{tikzpicture}\n\\end{document}")
	return []byte(b.String())
}

// pgfplotsAxes draws one set of axes.
func (s sheet) pgfplotsAxes(p func(string, ...any), a sheetAxes) {
	v, f := a.view, a.view.frame
	if a.isInset {
		m := a.margins
		p("\\fill[white] (%sbp,%sbp) rectangle (%sbp,%sbp);", short(f.Min.X-m.left), short(f.Min.Y-m.bottom), short(f.Max.X+m.right), short(f.Max.Y+m.top))
	}
	pgfplotsMap(p, v)
	p("\\begin{axis}[at={(%sbp,%sbp)}, width=%sbp, height=%sbp, scale only axis, scaled ticks=false,", short(f.Min.X), short(f.Min.Y), short(f.Max.X-f.Min.X), short(f.Max.Y-f.Min.Y))
	p("  tick align=inside, major tick length=%sbp, minor tick length=%sbp, axis line style={line width=%sbp}, every tick/.style={black, line width=%[3]sbp},", short(v.sizes.major), short(v.sizes.minor), short(v.sizes.frame))
	p("  tick label style={font=\\fontsize{%s}{%s}\\selectfont}, label style={font=\\fontsize{%s}{%s}\\selectfont},", short(v.sizes.tick), short(1.2*v.sizes.tick), short(v.sizes.label), short(1.2*v.sizes.label))
	middle, end := short(vg.Length(sampleWidth)/2), short(vg.Length(sampleWidth))
	p("  sample/.style={legend image code/.code={\\draw[mark repeat=2, mark phase=2, ##1] plot coordinates {(0bp,0bp) (%sbp,0bp) (%sbp,0bp)};}},", middle, end)
	if slices.ContainsFunc(a.legend.entries, v.hasBar) {
		p("  bar sample/.style={legend image code/.code={\\draw[##1, solid, no markers, line width=%sbp] (%sbp,-%sbp) -- (%[2]sbp,%[3]sbp)", short(v.sizes.bar), middle, short(barReach))
		for _, y := range []vg.Length{-barReach, barReach} {
			p("    (%sbp,%sbp) -- (%sbp,%[2]sbp)", short(sampleWidth/2-v.sizes.cap), short(y), short(sampleWidth/2+v.sizes.cap))
		}
		p("    ; \\draw[mark repeat=2, mark phase=2, ##1] plot coordinates {(0bp,0bp) (%sbp,0bp) (%sbp,0bp)};}},", middle, end)
	}
	pgfplotsAxis(p, "x", v.x, v.xTicks)
	pgfplotsAxis(p, "y", v.y, v.yTicks)
	if len(a.legend.entries) > 0 {
		x, side := a.anchor()
		p("  legend style={at={(%s,%s)}, anchor=north %s, draw=none, fill=none, inner sep=0pt, font=\\fontsize{%s}{%s}\\selectfont}, legend cell align=left, %s,",
			short((x-f.Min.X)/(f.Max.X-f.Min.X)), short((a.box.Max.Y-f.Min.Y)/(f.Max.Y-f.Min.Y)), map[string]string{"left": "west", "right": "east"}[side], short(a.legend.size), short(1.2*a.legend.size), pgfplotsColumns(a.legend.lines()+min(1, len(a.legend.title))))
	}
	p("  clip mode=individual]")
	pgfplotsLegend(p, a)
	for _, g := range v.xGuide {
		p("\\draw[%s] ({axis cs:%s,%s}|-{rel axis cs:0,0}) -- ({axis cs:%[2]s,%[3]s}|-{rel axis cs:0,1});", pgfplotsGuide(v), exact(g), exact(v.y.min))
	}
	for _, g := range v.yGuide {
		p("\\draw[%s] ({rel axis cs:0,0}|-{axis cs:%s,%s}) -- ({rel axis cs:1,0}|-{axis cs:%[2]s,%[3]s});", pgfplotsGuide(v), exact(v.x.min), exact(g))
	}
	pgfplotsSeries(p, v)
	p("\\end{axis}")
	pgfplotsTexts(p, a)
}

// pgfplotsColumns lays a legend out in so many lines, one column after the other.
func pgfplotsColumns(lines int) string {
	columns := fmt.Sprintf("legend columns=%d, transpose legend", lines)
	if lines == 1 { // which cannot be transposed
		columns = "legend columns=-1"
	}
	return fmt.Sprintf("%s, /tikz/every odd column/.append style={column sep=%dbp}, /tikz/every even column/.append style={column sep=%dbp}", columns, sampleGap, columnGap)
}

// pgfplotsLegend lists the entries of the legend.
func pgfplotsLegend(p func(string, ...any), a sheetAxes) {
	if a.legend.title != "" && len(a.legend.entries) > 0 {
		p("\\addlegendimage{empty legend}\n\\addlegendentry{\\hspace{-%dbp}%s}", sampleWidth+2*sampleGap, tex(a.legend.title))
	}
	for _, e := range a.legend.entries {
		if e.Style.Line == NoLine && e.Style.Marker == NoMarker {
			e.Style = bandSample(e.Style)
		}
		style := pgfplotsLine(e.Style, e.Style.Line)
		switch {
		case e.Style.Line == NoLine:
			style = "only marks, " + pgfplotsPoint(e.Style)
		case e.Style.Marker != NoMarker:
			style += ", " + pgfplotsPoint(e.Style)
		}
		if a.view.hasBar(e) {
			style = "bar sample, " + style
		} else {
			style = "sample, " + style
		}
		p("\\addlegendimage{%s}\n\\addlegendentry{%s}", style, tex(e.Name))
	}
}

// pgfplotsSeries draws bands beneath, then lines, points and error bars.
func pgfplotsSeries(p func(string, ...any), v *view) {
	for _, series := range v.series {
		if x, y := series.outline(); len(x) > 0 {
			p("\\addplot[draw=none, fill=%s, forget plot] table {\n%s} \\closedcycle;", pgfplotsColor(tint(series.Style.Color, 0.3)), pgfplotsRows(zipped(x, y)))
		}
	}
	for _, series := range v.series {
		for _, r := range series.runs() {
			for _, part := range v.near(r.x, r.y) {
				p("\\addplot[%s, forget plot] table {\n%s};", pgfplotsLine(series.Style, r.line), pgfplotsRows(part))
			}
		}
		if rows := v.nearDots(series.dots()); len(rows) > 0 {
			bars, x := "", "x index=0"
			if series.Aside != 0 {
				x = "x expr=" + series.asideOf(`\thisrowno{0}`, v.x.log)
			}
			if len(series.XErr)+len(series.YErr) > 0 {
				bars = fmt.Sprintf(", error bars/.cd, error bar style={line width=%sbp}, error mark options={mark size=%sbp, rotate=90, line width=%sbp}", short(v.sizes.bar), short(v.sizes.cap), short(v.sizes.bar))
			}
			if len(series.XErr) > 0 {
				bars += ", x dir=both, x explicit"
			}
			if len(series.YErr) > 0 {
				bars += ", y dir=both, y explicit"
			}
			p("\\addplot[only marks, %s, forget plot%s] table [%s, y index=1, x error index=2, y error plus index=3, y error minus index=4] {\n%s};", pgfplotsPoint(v.marked(series)), bars, x, pgfplotsRows(rows))
		}
	}
}

// pgfplotsTexts sets the labels around and in a frame.
func pgfplotsTexts(p func(string, ...any), a sheetAxes) {
	v, f := a.view, a.view.frame
	text := func(anchor, options string, size, x, y vg.Length, label string) {
		p("\\node[anchor=%s, inner sep=0pt%s, font=\\fontsize{%s}{%s}\\selectfont] at (%sbp,%sbp) {%s};", anchor, options, short(size), short(1.2*size), short(x), short(y), tex(label))
	}
	if v.xLabel != "" {
		l := v.labelX()
		_, _, deep := l.box()
		text("base", "", l.size, (f.Min.X+f.Max.X)/2, f.Min.Y-a.margins.bottom+deep, v.xLabel)
	}
	if v.yLabel != "" {
		l := v.labelY()
		_, high, _ := l.box()
		text("base", ", rotate=90", l.size, f.Min.X-a.margins.left+high, (f.Min.Y+f.Max.Y)/2, v.yLabel)
	}
	if v.yTicks.factor != "" {
		text("base west", "", v.sizes.tick, f.Min.X, f.Max.Y+0.3*v.sizes.tick, v.yTicks.factor)
	}
	if v.xTicks.factor != "" {
		text("base east", "", v.sizes.tick, f.Max.X, f.Min.Y-a.margins.bottom+0.3*v.sizes.tick, v.xTicks.factor)
	}
	for _, n := range v.guideNames() {
		text("base", "", n.label.size, n.at.X, n.at.Y, n.label.text)
	}
	if a.label.text != "" {
		text("base west", "", a.label.size, a.labelAt.X, a.labelAt.Y, a.label.text)
	}
}

// pgfplotsAxis sets range and ticks of an axis.
func pgfplotsAxis(p func(string, ...any), axis string, s scale, t tickMarks) {
	var major, minor []float64
	var labels []string
	for _, m := range t.marks {
		if m.major {
			major, labels = append(major, m.value), append(labels, "{"+tex(m.label)+"}")
		} else {
			minor = append(minor, m.value)
		}
	}
	mode := ""
	if s.log {
		mode = axis + "mode=log, "
	}
	p("  %s%smin=%s, %smax=%s, %stick={%s}, %sticklabels={%s}, minor %stick={%s},", mode, axis, exact(s.min), axis, exact(s.max),
		axis, exacts(major, ","), axis, strings.Join(labels, ","), axis, exacts(minor, ","))
}

func pgfplotsRows(rows [][]float64) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(exacts(row, " ") + "\n")
	}
	return b.String()
}

func pgfplotsColor(c interface{ RGBA() (r, g, b, a uint32) }) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("{rgb,255:red,%d;green,%d;blue,%d}", r>>8, g>>8, b>>8)
}

func pgfplotsGuide(v *view) string {
	return fmt.Sprintf("black!37, line width=%sbp", short(v.sizes.guide))
}

func pgfplotsLine(st Style, line Line) string {
	return fmt.Sprintf("color=%s, line width=%sbp, mark=none, %s", pgfplotsColor(st.Color), short(st.Width), pgfplotsDashes(line))
}

func pgfplotsPoint(st Style) string {
	mark := map[Marker]string{Circle: "*", Square: "square*", Triangle: "triangle*", Diamond: "diamond*", TriangleDown: "triangle*", Cross: "x", Plus: "+"}[st.Marker]
	width := pgfplotsStroke
	if st.Hollow || st.Marker == Cross || st.Marker == Plus {
		width = 0.6
	}
	options := fmt.Sprintf("solid, line width=%sbp", short(vg.Length(width)))
	if st.Marker == TriangleDown {
		options += ", rotate=180"
	}
	if st.Hollow {
		options += ", fill=white"
	}
	return fmt.Sprintf("color=%s, mark=%s, mark size=%sbp, mark options={%s}", pgfplotsColor(st.Color), mark, short(pgfplotsSize(st)), options)
}
