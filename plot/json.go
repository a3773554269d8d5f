package plot

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// Program is figure.py, which draws what JSON writes with Matplotlib. It is the same for every
// figure.
//
//go:embed figure.py
var Program []byte

// object is an object of JSON.
type object = map[string]any

// JSON is the figure as numbers, laid out, for figure.py to read. Lengths are in points, and places
// on the page are counted from its lower left corner; the numbers of series, ticks and guides are
// in the units of their axes, and null where one is missing.
func (f *Figure) JSON() ([]byte, error) {
	f, err := f.Settled()
	if err != nil {
		return nil, err
	}
	width, height := f.size()
	page := &noted{Canvas: new(recorder.Canvas)}
	all, legend := []object{}, []object{} // axes of an inset follow those of its panel
	for _, st := range f.draw(draw.NewCanvas(page, width, height)) {
		all = append(all, st.view.laidOut())
		if st.view.below != nil {
			all = append(all, st.view.below.laidOut())
		}
		if st.inset != nil {
			inner := st.inset.laidOut()
			inner["paper"] = rectangle(st.insetBox)
			all = append(all, inner)
		}
		samples, names := st.laidOut()
		legend, page.texts = append(legend, samples...), append(page.texts, names...)
	}
	out := object{"width": short(width), "height": short(height), "axes": all, "legend": legend, "texts": page.texts}
	if f.Made != "" {
		out["made"] = f.Made
	}
	return json.MarshalIndent(out, "", " ")
}

// noted is a canvas that notes labels, but for the numbers of ticks.
type noted struct {
	vg.Canvas
	texts []object
}

// note notes a label, with the place of its baseline.
func (n *noted) note(l label, at vg.Point) { n.texts = append(n.texts, l.laidOut(at)) }

// laidOut is a label in LaTeX, with the place of its baseline.
func (l label) laidOut(at vg.Point) object {
	return object{
		"text": latex(l.text), "x": short(at.X), "y": short(at.Y), "size": short(l.size), "rotation": math.Round(l.rotation * 180 / math.Pi),
		"align": map[text.XAlignment]string{draw.XLeft: "left", draw.XCenter: "center", draw.XRight: "right"}[l.align],
	}
}

// laidOut is the legend of a panel: samples, and names with the title. Each has a second place, for the
// fonts of a paper.
func (st *stage) laidOut() (samples, names []object) {
	l := st.legend
	title, places := l.places(st.box)
	roomy := l.roomy()
	roomyTitle, roomyPlaces := roomy.places(l.grownTo(roomy, st.box, st.view.frame))
	if l.title != "" {
		text := label{text: l.title, size: l.size, align: draw.XLeft}.laidOut(title)
		text["x_roomy"] = short(roomyTitle.X)
		names = append(names, text)
	}
	for i, s := range l.entries {
		sample := st.view.look(s.Style)
		sample["x"], sample["x_roomy"], sample["y"] = short(places[i].X), short(roomyPlaces[i].X), short(places[i].Y+digitHeight*l.size/2)
		sample["length"], sample["bar"] = sampleWidth, 0
		if st.view.hasBar(s) {
			sample["bar"] = barReach
		}
		beside := vg.Point{X: sampleWidth + sampleGap}
		text := label{text: s.Name, size: l.size, align: draw.XLeft}.laidOut(places[i].Add(beside))
		text["x_roomy"] = short(roomyPlaces[i].Add(beside).X)
		samples, names = append(samples, sample), append(names, text)
	}
	return samples, names
}

// laidOut are axes with what is in their frame.
func (v *view) laidOut() object {
	sz, series := v.sizes, []object{}
	for _, s := range v.series {
		one, beside := v.look(s.Style), make([]float64, len(s.X))
		bars, looks := map[string][]float64{}, []object{}
		for i, x := range s.X {
			if beside[i] = x; s.beside(i) != 0 {
				beside[i] = v.x.value(v.spot(s, i).X)
			}
			looks = append(looks, v.look(s.at(i)))
			for name, length := range map[string]float64{"left": half(s.XErr, i), "down": s.down(i), "up": half(s.YErr, i)} {
				bars[name] = append(bars[name], length)
			}
		}
		lines := []object{}
		for _, part := range v.stretches(s) {
			if s.Style.Line != NoLine {
				lines = append(lines, object{"first": part.first, "last": part.first + len(part.points) - 1, "dashes": part.line.dashes()})
			}
		}
		one["name"], one["lines"] = latex(s.Name), lines
		one["x"], one["y"], one["beside"] = numbers(s.X), numbers(s.Y), numbers(beside)
		if len(s.Why) > 0 {
			one["looks"] = looks
		}
		one["x_bar"], one["down"], one["up"] = numbers(bars["left"]), numbers(bars["down"]), numbers(bars["up"])
		series = append(series, one)
	}
	out := object{
		"frame": rectangle(v.frame), "series": series, "x": v.x.laidOut(v.xTicks, v.xAxis.Guides), "y": v.y.laidOut(v.yTicks, v.yAxis.Guides),
		"sizes": object{"frame": sz.frame, "guide": sz.guide, "bar": sz.bar, "cap": sz.cap, "major": sz.major, "minor": sz.minor, "tick": sz.tick, "pad": sz.pad},
	}
	if v.plane != nil || v.colors != nil {
		out["map"] = v.laidOutMap()
	}
	return out
}

// look is how a series looks, in axes or in a legend, or one of its points.
func (v *view) look(st Style) object {
	out := object{"color": hex(st.Color), "width": st.Width, "dashes": st.Line.dashes(), "line": st.Line != NoLine}
	if st.Marker != NoMarker {
		out["marker"], out["size"], out["hollow"] = st.Marker.String(), short(st.Size), st.Hollow
	}
	return out
}

// laidOut is an axis with its ticks.
func (s scale) laidOut(t tickMarks, guides []float64) object {
	major, labels, minor := []float64{}, []string{}, []float64{}
	for _, m := range t.marks {
		if m.major {
			major, labels = append(major, m.value), append(labels, latex(m.label))
		} else {
			minor = append(minor, m.value)
		}
	}
	return object{"from": s.min, "to": s.max, "log": s.log, "guides": numbers(guides), "major": major, "labels": labels, "minor": minor}
}

// laidOutMap is the map of axes, if they have one, with the bar of its colours, or the bar alone.
func (v *view) laidOutMap() object {
	m, bar, colors, rows := v.plane, []object{}, []string{}, [][]any{}
	boxes, _ := v.bar()
	for k, b := range boxes {
		bar = append(bar, object{"box": rectangle(b), "color": hex(v.colors.colors[k])})
	}
	if v.plane == nil {
		return object{"bar": bar}
	}
	levels := m.Levels
	for k := range levels {
		colors = append(colors, hex(colorAt(k, len(levels))))
	}
	for _, row := range m.Z {
		rows = append(rows, numbers(row))
	}
	return object{"x": m.X, "y": m.Y, "z": rows, "levels": levels, "colors": colors, "bar": bar}
}

// numbers are values as JSON has them.
func numbers(x []float64) []any {
	out := make([]any, len(x))
	for i, v := range x {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[i] = v
		}
	}
	return out
}

// short is a length with the digits that matter.
func short[T ~float64](x T) float64 { return math.Round(float64(x)*1e4) / 1e4 }

// rectangle is a rectangle of the page: its lower left corner, its width and its height.
func rectangle(r vg.Rectangle) []float64 {
	return []float64{short(r.Min.X), short(r.Min.Y), short(r.Max.X - r.Min.X), short(r.Max.Y - r.Min.Y)}
}

// hex is a colour as Matplotlib has it.
func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}
