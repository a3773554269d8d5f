package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawData draws the frame and everything in it, from the bottom up.
func (v *view) drawData(c draw.Canvas) {
	if v.plane != nil {
		c.DrawImage(v.frame, v.image())
	}
	v.drawGuides(c)
	for _, s := range v.series {
		v.drawCurve(c, s)
	}
	v.drawFrame(c)
	for _, s := range v.series {
		v.drawBars(c, s)
		v.drawPoints(c, s)
	}
}

// stage is the place of a set of axes, with what is set inside it.
type stage struct {
	view    *view
	label   label
	labelAt vg.Point // left end of its baseline

	labelCovers bool // it lies on something
	legend      legendBox
	box         vg.Rectangle // of the legend
	covers      bool         // the legend lies on something
	moved       bool         // it is not in the corner that was asked for
	inset       *view        // nil for none
	insetBox    vg.Rectangle // with its labels
}

// drawInside sets insets, legends whose corner is given, labels and other
// legends, in this order, where they cover least of what is there already.
func drawInside(c draw.Canvas, panels []Panel, views []*view, entries [][]Series) []stage {
	taken, stages := make([]crowd, len(panels)), make([]stage, len(panels))
	for i, p := range panels {
		taken[i], stages[i].view = views[i].crowd(c), views[i]
		if p.Inset != nil {
			stages[i].inset, stages[i].insetBox = p.Inset.draw(c, views[i].frame, taken[i])
			taken[i].boxes = append(taken[i].boxes, stages[i].insetBox)
		}
		for _, n := range views[i].guideNames(&taken[i]) {
			n.label.draw(c, n.at)
		}
		if p.Legend.Corner.given() {
			stages[i].setLegend(c, p.Legend, entries[i], &taken[i])
		}
	}
	for i, v := range views {
		if why := v.bare(); why != "" {
			taken[i].boxes = append(taken[i].boxes, v.drawNoData(c, why))
		}
	}
	boxes, clear := labelBoxes(panels, views, taken)
	for i, p := range panels {
		v, st := views[i], &stages[i]
		switch l := panelLabel(p, v); {
		case l.text == "":
		case p.labelOver():
			st.label, st.labelAt = l, v.overLabel(p)
			l.draw(c, st.labelAt)
		default:
			box := boxes[i]
			st.labelCovers = !clear[i]
			_, _, depth := l.box()
			st.label, st.labelAt = l, box.Min.Add(vg.Point{Y: depth})
			l.draw(c, st.labelAt)
			taken[i].boxes = append(taken[i].boxes, box)
		}
		if !p.Legend.Corner.given() {
			st.setLegend(c, p.Legend, entries[i], &taken[i])
		}
	}
	return stages
}

// bare is why there is nothing to be seen in a frame, "" if there is something.
func (v *view) bare() string {
	if v.plane != nil || slices.ContainsFunc(v.series, v.shows) {
		return ""
	}
	switch points, lost, _ := belowZero(v.x.log, v.y.log, v.series); {
	case points == 0:
		return "no data"
	case lost == points:
		return "no data above 0, on a logarithmic axis"
	}
	return "no data between the ends of the axes"
}

// drawNoData writes into the middle of the frame why there is nothing to be seen, and returns the box it takes.
func (v *view) drawNoData(c draw.Canvas, why string) vg.Rectangle {
	l := label{why, v.sizes.legend, draw.XCenter, 0}.within(v.frame.Size().X - 2*clear)
	width, high, _ := l.box()
	middle := v.frame.Min.Add(v.frame.Max).Scale(0.5)
	l.draw(c, middle)
	return boxAt(middle.Sub(vg.Point{X: width / 2}), vg.Point{X: width, Y: high})
}

// sized are the entries of a legend with the markers of the frame.
func (v *view) sized(entries []Series) []Series {
	out := slices.Clone(entries)
	for i := range out {
		if k := slices.IndexFunc(v.series, func(s Series) bool { return s.Name == out[i].Name && s.Style.Marker == out[i].Style.Marker }); k >= 0 {
			out[i].Style.Size = v.series[k].Style.Size
		}
	}
	return out
}

// setLegend draws the legend, if there is one, and marks its place as occupied.
func (st *stage) setLegend(c draw.Canvas, asked Legend, entries []Series, taken *crowd) {
	l := newLegend(asked, st.view.sized(entries), st.view.sizes.legend)
	if l.room.Y == 0 {
		return
	}
	if asked.Corner == Above {
		st.legend = l.above(st.view.span)
		st.box = st.view.placeAbove(st.legend)
	} else {
		var covered int
		room := st.view.frame.Size().X - 2*clear
		st.covers = l.room.X > room
		st.legend, st.box, covered = l.narrowed(room).fitted(st.view.frame, *taken, asked.Corner)
		st.covers = st.covers || covered > 0
		st.moved = asked.Corner.given() && st.box != cornerBox(st.view.frame, st.legend.room, asked.Corner)
	}
	st.legend.draw(c, st.view, st.box)
	taken.boxes = append(taken.boxes, st.box)
}

// labelBoxes are the places of the labels of panels: in the corner in which they cover least
// altogether, or in one that is clear in all panels, or else at the first clear place of each
// panel. clear is false for a panel that has none.
func labelBoxes(panels []Panel, views []*view, taken []crowd) (boxes []vg.Rectangle, clear []bool) {
	order := []Corner{TopLeft, TopRight, BottomLeft, BottomRight}
	box := func(i int, corner Corner) vg.Rectangle {
		return panelLabel(panels[i], views[i]).cornerBox(views[i].frame, corner)
	}
	inside := func(i int) bool { return panels[i].Label != "" && !panels[i].labelOver() }
	covered := func(corner Corner) (n int, clear bool) {
		clear = true
		for i := range panels {
			if inside(i) {
				n, clear = n+taken[i].covered(box(i, corner)), clear && taken[i].clear(box(i, corner))
			}
		}
		return n, clear
	}
	best, fewest := TopLeft, -1
	for _, corner := range order {
		if n, _ := covered(corner); fewest < 0 || n < fewest {
			best, fewest = corner, n
		}
	}
	if _, all := covered(best); !all {
		if k := slices.IndexFunc(order, func(corner Corner) bool { _, all := covered(corner); return all }); k >= 0 {
			best = order[k]
		}
	}
	for i := range panels {
		at, free := box(i, best), !inside(i)
		for _, corner := range slices.Concat([]Corner{best}, order) {
			if r := box(i, corner); !free && taken[i].clear(r) {
				at, free = r, true
			}
		}
		for k := range 4 * aside {
			by := vg.Length(k/4+1) * views[i].frame.Size().X / (2 * aside)
			if k%2 == 1 { // from the right
				by = -by
			}
			corner := box(i, order[k%4])
			if r := boxAt(corner.Min.Add(vg.Point{X: by}), corner.Size()); !free && taken[i].clear(r) {
				at, free = r, true
			}
		}
		boxes, clear = append(boxes, at), append(clear, free)
	}
	return boxes, clear
}

// aside is in how many steps a label moves from a corner to the middle of the frame.
const aside = 20

// labelOver tells whether the label of a panel stands over its frame.
func (p Panel) labelOver() bool { return p.Label != "" && (p.Map != nil || p.crowded) }

// overLabel is the left end of the baseline of a label over the frame: beside the power of ten
// of y, if there is one.
func (v *view) overLabel(p Panel) vg.Point {
	at := vg.Point{X: v.frame.Min.X, Y: v.frame.Max.Y + 0.5*panelLabel(p, v).size}
	if factor := v.yTicks.factor; factor != "" {
		width, _, _ := label{text: factor, size: v.sizes.tick}.box()
		at.X += width + v.sizes.tick
	}
	return at
}

func panelLabel(p Panel, v *view) label { return label{text: p.Label, size: v.sizes.label} }

// cornerBox is the box of a label in a corner of a frame.
func (l label) cornerBox(frame vg.Rectangle, at Corner) vg.Rectangle {
	width, height, depth := l.box()
	return cornerBox(frame, vg.Point{X: width, Y: height + depth}, at)
}
