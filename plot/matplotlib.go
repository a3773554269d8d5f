package plot

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"
)

// matplotlib writes the figure for Python.
func (s sheet) matplotlib() []byte {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Written by fbp plot --emit matplotlib. python3 figure.py [FILE] writes FILE, by")
	p("# default figure-matplotlib.pdf.")
	p("import sys\n\nimport matplotlib\n\nmatplotlib.use(\"Agg\")\nimport matplotlib.pyplot as plt\nimport numpy as np\nfrom matplotlib.lines import Line2D\n")
	if s.reads() {
		b.WriteString(pythonReader)
	}
	p("plt.rcParams.update({")
	p("    \"font.family\": \"serif\", \"font.serif\": [\"Liberation Serif\", \"Times New Roman\", \"Times\", \"STIXGeneral\", \"DejaVu Serif\"],")
	p("    \"mathtext.fontset\": \"stix\", \"axes.linewidth\": 0.6, \"savefig.dpi\": 400,")
	p("    \"xtick.direction\": \"in\", \"ytick.direction\": \"in\", \"xtick.top\": True, \"ytick.right\": True,")
	p("    \"xtick.minor.width\": 0.6, \"ytick.minor.width\": 0.6, \"xtick.major.width\": 0.6, \"ytick.major.width\": 0.6,")
	p("})")
	b.WriteString(pythonFramed)
	p("fig = plt.figure(figsize=(%s / 2.54, %s / 2.54))", short(s.width/pointsPerCM), short(s.height/pointsPerCM))
	for _, a := range s.axes {
		s.matplotlibAxes(p, a)
	}
	p("\nfig.savefig(sys.argv[1] if len(sys.argv) > 1 else \"figure-matplotlib.pdf\")")
	return []byte(b.String())
}

// pythonFramed picks the points to draw, since the frame does not cut markers, and draws error
// bars for the legend.
const pythonFramed = `

def framed(x, y, left, right, low, high):
    x, y = np.asarray(x), np.asarray(y)
    inside = (x >= left) & (x <= right) & (y >= low) & (y <= high)
    return x[inside], y[inside]


def sample(ax, mew, **style):  # a point with its error bar, in the legend alone
    bar = ax.errorbar([1], [1], yerr=[1], **style)
    bar[0].set_mew(mew)
    bar.remove()
    return bar


`

// matplotlibAxes draws one set of axes.
func (s sheet) matplotlibAxes(p func(string, ...any), a sheetAxes) {
	v, f := a.view, a.view.frame
	if a.isInset { // white paper beneath it
		m := a.margins
		p("\nfig.patches.append(plt.Rectangle((%s, %s), %s, %s, transform=fig.transFigure, facecolor=\"white\", zorder=1.5))",
			short((f.Min.X-m.left)/s.width), short((f.Min.Y-m.bottom)/s.height),
			short((f.Max.X-f.Min.X+m.left+m.right)/s.width), short((f.Max.Y-f.Min.Y+m.bottom+m.top)/s.height))
	}
	zorder := 1
	if a.isInset {
		zorder = 2
	}
	p("\nax = fig.add_axes([%s, %s, %s, %s], zorder=%d)", short(f.Min.X/s.width), short(f.Min.Y/s.height),
		short((f.Max.X-f.Min.X)/s.width), short((f.Max.Y-f.Min.Y)/s.height), zorder)
	s.matplotlibMap(p, v)
	for _, series := range v.series {
		if x, y := series.outline(); len(x) > 0 {
			p("ax.fill([%s], [%s], color=\"#%s\", lw=0)", exacts(x, ", "), exacts(y, ", "), hex(tint(series.Style.Color, 0.3)))
		}
	}
	for _, g := range v.xGuide {
		p("ax.axvline(%s, color=\"#A0A0A0\", lw=%s, zorder=1)", exact(g), short(v.sizes.guide))
	}
	for _, g := range v.yGuide {
		p("ax.axhline(%s, color=\"#A0A0A0\", lw=%s, zorder=1)", exact(g), short(v.sizes.guide))
	}
	matplotlibSeries(p, v)
	matplotlibAxis(p, "x", v.x, v.xTicks)
	matplotlibAxis(p, "y", v.y, v.yTicks)
	p("ax.tick_params(which=\"major\", length=%s, labelsize=%s, pad=%s)", short(v.sizes.major), short(v.sizes.tick), short(v.sizes.pad))
	p("ax.tick_params(which=\"minor\", length=%s)", short(v.sizes.minor))
	s.matplotlibTexts(p, a)
	s.matplotlibLegend(p, a)
}

// matplotlibSeries draws lines, points and error bars.
func matplotlibSeries(p func(string, ...any), v *view) {
	for _, series := range v.series {
		for _, r := range series.runs() {
			x, y := "["+exacts(r.x, ", ")+"]", "["+exacts(r.y, ", ")+"]"
			if o := series.Source; series.read() {
				rows := series.sourceRows(r.at)
				x, y = o.pythonColumn(o.X, rows), o.pythonColumn(o.Y, rows)
			}
			p("ax.plot(%s, %s, %s)", x, y, matplotlibLine(series.Style, r.line))
		}
		if rows := series.dots(); len(rows) > 0 {
			var column [5][]float64
			for _, row := range rows {
				for i := range column {
					column[i] = append(column[i], row[i])
				}
			}
			bars := ""
			if len(series.XErr) > 0 {
				bars += fmt.Sprintf(", xerr=[%s]", exacts(column[2], ", "))
			}
			if len(series.YDown) > 0 {
				bars += fmt.Sprintf(", yerr=[[%s], [%s]]", exacts(column[4], ", "), exacts(column[3], ", "))
			} else if len(series.YErr) > 0 {
				bars += fmt.Sprintf(", yerr=[%s]", exacts(column[3], ", "))
			}
			x, y := "["+exacts(column[0], ", ")+"]", "["+exacts(column[1], ", ")+"]"
			if o := series.Source; series.read() {
				x, y, bars = o.pythonColumn(o.X, o.Rows), o.pythonColumn(o.Y, o.Rows), series.pythonBars()
			}
			p("x, y = %s, %s", x, y)
			if bars != "" {
				p("ax.errorbar(%s, y%s, fmt=\"none\", ecolor=\"#%s\", elinewidth=%s, capsize=%s, capthick=%s)", series.pythonAside("x", v.x.log), bars,
					hex(series.Style.Color), short(v.sizes.bar), short(v.sizes.cap), short(v.sizes.bar))
			}
			p("x, y = framed(x, y, %s, %s, %s, %s)", exact(v.x.min), exact(v.x.max), exact(v.y.min), exact(v.y.max))
			p("ax.plot(%s, y, ls=\"none\", clip_on=False, %s)", series.pythonAside("x", v.x.log), matplotlibPoint(v.marked(series)))
		}
	}
}

// pythonAside is the place of the markers of a series at x.
func (s Series) pythonAside(x string, log bool) string {
	if s.Aside == 0 {
		return x
	}
	return s.asideOf("np.asarray("+x+")", log)
}

// matplotlibTexts sets the labels around and in a frame, where ours are.
func (s sheet) matplotlibTexts(p func(string, ...any), a sheetAxes) {
	v, f := a.view, a.view.frame
	name := func(l label, x, y vg.Length, options string) {
		if l.text != "" {
			p("fig.text(%s, %s, %s, fontsize=%s, ha=\"center\", va=\"baseline\"%s)", short(x/s.width), short(y/s.height), pythonString(mathtext(l.text)), short(l.size), options)
		}
	}
	_, _, deep := v.labelX().box()
	_, high, _ := v.labelY().box()
	name(v.labelX(), (f.Min.X+f.Max.X)/2, f.Min.Y-a.margins.bottom+deep, "")
	name(v.labelY(), f.Min.X-a.margins.left+high, (f.Min.Y+f.Max.Y)/2, ", rotation=90, rotation_mode=\"anchor\"")
	if v.yTicks.factor != "" {
		p("ax.text(0, 1.02, %s, transform=ax.transAxes, fontsize=%s)", pythonString(mathtext(v.yTicks.factor)), short(v.sizes.tick))
	}
	if v.xTicks.factor != "" {
		p("ax.text(1, -0.16, %s, transform=ax.transAxes, fontsize=%s, ha=\"right\", va=\"top\")", pythonString(mathtext(v.xTicks.factor)), short(v.sizes.tick))
	}
	for _, n := range v.guideNames() {
		p("fig.text(%s, %s, %s, fontsize=%s, ha=\"center\")", short(n.at.X/s.width), short(n.at.Y/s.height), pythonString(mathtext(n.label.text)), short(n.label.size))
	}
	if a.label.text != "" {
		p("fig.text(%s, %s, %s, fontsize=%s)", short(a.labelAt.X/s.width), short(a.labelAt.Y/s.height), pythonString(mathtext(a.label.text)), short(a.label.size))
	}
}

// matplotlibLegend places the legend by its upper left corner.
func (s sheet) matplotlibLegend(p func(string, ...any), a sheetAxes) {
	if len(a.legend.entries) == 0 {
		return
	}
	var handles []string
	for _, e := range a.legend.entries {
		if e.Style.Line == NoLine && e.Style.Marker == NoMarker {
			e.Style = bandSample(e.Style)
		}
		style := "ls=\"none\", " + matplotlibPoint(e.Style)
		if e.Style.Line != NoLine {
			style = matplotlibLine(e.Style, e.Style.Line)
			if e.Style.Marker != NoMarker {
				style += ", " + strings.SplitN(matplotlibPoint(e.Style), ", ", 2)[1]
			}
		}
		handle := "Line2D([], [], "
		if v := a.view; v.hasBar(e) {
			handle = fmt.Sprintf("sample(ax, elinewidth=%s, capsize=%s, capthick=%s, ", short(v.sizes.bar), short(v.sizes.cap), short(v.sizes.bar))
		}
		handles = append(handles, fmt.Sprintf("%s%s, label=%s)", handle, style, pythonString(mathtext(e.Name))))
	}
	title := ""
	if a.legend.title != "" {
		title = ", title=" + pythonString(mathtext(a.legend.title)) + fmt.Sprintf(", title_fontsize=%s, alignment=\"left\"", short(a.legend.size))
	}
	f := a.view.frame
	x, side := a.anchor()
	p("ax.legend(handles=[%s],\n          loc=\"upper %s\", bbox_to_anchor=(%s, %s), borderpad=0, borderaxespad=0, frameon=False, handlelength=1.75,\n          handletextpad=0.5, labelspacing=0.3, columnspacing=1, fontsize=%s, ncol=%d%s)",
		strings.Join(handles, ",\n                   "), side, short((x-f.Min.X)/(f.Max.X-f.Min.X)), short((a.box.Max.Y-f.Min.Y)/(f.Max.Y-f.Min.Y)),
		short(a.legend.size), a.legend.columns, title)
}

// matplotlibAxis sets range and ticks of an axis.
func matplotlibAxis(p func(string, ...any), axis string, s scale, t tickMarks) {
	if s.log {
		p("ax.set_%sscale(\"log\")", axis)
	}
	p("ax.set_%slim(%s, %s)", axis, exact(s.min), exact(s.max))
	var major, minor []float64
	var labels []string
	for _, m := range t.marks {
		if m.major {
			major, labels = append(major, m.value), append(labels, pythonString(mathtext(m.label)))
		} else {
			minor = append(minor, m.value)
		}
	}
	p("ax.set_%sticks([%s], [%s])", axis, exacts(major, ", "), strings.Join(labels, ", "))
	p("ax.set_%sticks([%s], [\"\"] * %d, minor=True)", axis, exacts(minor, ", "), len(minor))
}

func matplotlibLine(st Style, line Line) string {
	return fmt.Sprintf("color=\"#%s\", lw=%s, ls=%s", hex(st.Color), short(st.Width), matplotlibDashes(st, line))
}

func matplotlibPoint(st Style) string {
	face, edge := "#"+hex(st.Color), 0.0
	if st.Hollow {
		face, edge = "white", 0.6
	}
	if st.Marker == Cross || st.Marker == Plus {
		edge = 0.6
	}
	marker := map[Marker]string{Circle: "o", Square: "s", Triangle: "^", Diamond: "D", TriangleDown: "v", Cross: "x", Plus: "+"}[st.Marker]
	return fmt.Sprintf("color=\"#%s\", marker=\"%s\", ms=%s, mfc=\"%s\", mew=%s", hex(st.Color), marker, short(matplotlibSize(st)), face, short(edge))
}
