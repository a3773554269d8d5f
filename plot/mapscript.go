package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// gnuplotPixels are by how many points of each axis the squares of a map are divided for gnuplot,
// which fills no areas with holes: there a map is an image.
const gnuplotPixels = 4

// gnuplotMap writes the image of a map as a data block, and returns what is plotted.
func gnuplotMap(p func(string, ...any), name string, v *view) (parts []string) {
	if v.plane == nil {
		return nil
	}
	m, levels := v.plane, v.plane.levels()
	p("%s_map << EOD", name)
	grid := func(values []float64) (fine []float64) {
		for i := range len(values) - 1 {
			for k := range gnuplotPixels {
				fine = append(fine, values[i]+(float64(k)+0.5)/gnuplotPixels*(values[i+1]-values[i]))
			}
		}
		return fine
	}
	for j, y := range grid(m.Y) {
		for i, x := range grid(m.X) {
			c := color.NRGBAModel.Convert(m.colorOf(m.at(i, j), levels)).(color.NRGBA)
			p("%s\t%s\t%d\t%d\t%d", exact(x), exact(y), c.R, c.G, c.B)
		}
	}
	p("EOD")
	return []string{name + "_map using 1:2:3:4:5 with rgbimage notitle"}
}

// at is the value at the middle of a part of a square, interpolated in both directions.
func (m *Map) at(i, j int) float64 {
	a, b := i/gnuplotPixels, j/gnuplotPixels
	s, t := (float64(i%gnuplotPixels)+0.5)/gnuplotPixels, (float64(j%gnuplotPixels)+0.5)/gnuplotPixels
	return (1-t)*((1-s)*m.Z[b][a]+s*m.Z[b][a+1]) + t*((1-s)*m.Z[b+1][a]+s*m.Z[b+1][a+1])
}

// colorOf is the colour of a value.
func (m *Map) colorOf(z float64, levels []float64) color.Color {
	k := -1
	for k+1 < len(levels) && z >= levels[k+1] {
		k++
	}
	if k < 0 {
		return color.White
	}
	return colorAt(k, len(levels))
}

// gnuplotBar draws the bar of a map, and ticks over it.
func (s sheet) gnuplotBar(p func(string, ...any), v *view) {
	if v.plane == nil {
		return
	}
	p("set tics front; set border front")
	boxes, numbers := v.bar()
	for _, b := range boxes {
		p("set object rectangle from screen %s,%s to screen %s,%s fc rgb \"#%s\" fs solid border lc rgb \"black\" lw 0.3 front", short(b.Min.X/s.width), short(b.Min.Y/s.height),
			short(b.Max.X/s.width), short(b.Max.Y/s.height), hex(b.color))
	}
	for _, n := range numbers {
		p("set label %s at screen %s,%s left font \",%s\"", gnuplotString(enhanced(n.label.text)), short(n.at.X/s.width), short((n.at.Y+0.35*n.label.size)/s.height), short(n.label.size))
	}
	if l := v.barLabel(); l.label.text != "" {
		p("set label %s at screen %s,%s center rotate by 90 font \",%s\"", gnuplotString(enhanced(l.label.text)), short((l.at.X-0.3*l.label.size)/s.width), short(l.at.Y/s.height), short(l.label.size))
	}
}

// matplotlibMap draws a map with its bar.
func (s sheet) matplotlibMap(p func(string, ...any), v *view) {
	if v.plane == nil {
		return
	}
	m := v.plane
	var rows, levels, colors []string
	for _, row := range m.Z {
		rows = append(rows, "["+strings.ReplaceAll(exacts(row, ", "), "NaN", "np.nan")+"]")
	}
	all := m.levels()
	for k, level := range all {
		levels, colors = append(levels, exact(level)), append(colors, `"#`+hex(colorAt(k, len(all)))+`"`)
	}
	if len(levels) > 0 {
		p("ax.contourf([%s], [%s],\n            [%s],\n            levels=[%s, %s], colors=[%s])", exacts(m.X, ", "), exacts(m.Y, ", "), strings.Join(rows, ",\n             "),
			strings.Join(levels, ", "), exact(math.MaxFloat32), strings.Join(colors, ", "))
	}
	boxes, numbers := v.bar()
	for _, b := range boxes {
		p("fig.patches.append(plt.Rectangle((%s, %s), %s, %s, transform=fig.transFigure, facecolor=\"#%s\", edgecolor=\"black\", lw=0.3))",
			short(b.Min.X/s.width), short(b.Min.Y/s.height), short(b.Size().X/s.width), short(b.Size().Y/s.height), hex(b.color))
	}
	for _, n := range numbers {
		p("fig.text(%s, %s, %s, fontsize=%s)", short(n.at.X/s.width), short(n.at.Y/s.height), pythonString(mathtext(n.label.text)), short(n.label.size))
	}
	if l := v.barLabel(); l.label.text != "" {
		p("fig.text(%s, %s, %s, fontsize=%s, rotation=90, ha=\"right\", va=\"center\")", short((l.at.X)/s.width), short(l.at.Y/s.height), pythonString(mathtext(l.label.text)), short(l.label.size))
	}
}

// pgfplotsMap fills the contours of a map, and draws its bar.
func pgfplotsMap(p func(string, ...any), v *view) {
	if v.plane == nil {
		return
	}
	levels := v.plane.levels()
	for k, level := range levels {
		if path := v.areas(level); len(path) > 0 {
			p("\\fill[fill=%s]\n%s;", pgfplotsColor(colorAt(k, len(levels))), tikzPath(path))
		}
	}
	boxes, numbers := v.bar()
	for _, b := range boxes {
		p("\\filldraw[fill=%s, draw=black, line width=0.3bp] (%sbp,%sbp) rectangle (%sbp,%sbp);", pgfplotsColor(b.color), short(b.Min.X), short(b.Min.Y), short(b.Max.X), short(b.Max.Y))
	}
	for _, n := range numbers {
		p("\\node[anchor=base west, inner sep=0pt, font=\\fontsize{%s}{%s}\\selectfont] at (%sbp,%sbp) {%s};", short(n.label.size), short(1.2*n.label.size), short(n.at.X), short(n.at.Y), tex(n.label.text))
	}
	if l := v.barLabel(); l.label.text != "" {
		p("\\node[anchor=base, inner sep=0pt, rotate=90, font=\\fontsize{%s}{%s}\\selectfont] at (%sbp,%sbp) {%s};", short(l.label.size), short(1.2*l.label.size), short(l.at.X), short(l.at.Y), tex(l.label.text))
	}
}

// tikzPath is a path of straight lines.
func tikzPath(path vg.Path) string {
	var b strings.Builder
	for i, c := range path {
		switch c.Type {
		case vg.MoveComp:
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "(%sbp,%sbp)", short(c.Pos.X), short(c.Pos.Y))
		case vg.LineComp:
			fmt.Fprintf(&b, " -- (%sbp,%sbp)", short(c.Pos.X), short(c.Pos.Y))
		case vg.CloseComp:
			b.WriteString(" -- cycle")
		}
	}
	return b.String()
}
