package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawData draws the frame and everything in it, from the bottom up.
func (v *view) drawData(c draw.Canvas) {
	v.drawMap(c)
	for _, s := range v.series {
		v.drawBand(c, s)
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
	margins sides // around the frame
	label   label
	labelAt vg.Point // left end of its baseline
	legend  legendBox
	box     vg.Rectangle // of the legend
	covers  bool         // the legend lies on something
	inset   *view        // nil for none
}

// drawInside sets insets, legends whose corner is given, labels and other
// legends, in this order, where they cover least of what is there already.
func drawInside(c draw.Canvas, panels []Panel, views []*view, entries [][]Series) []stage {
	taken, stages := make([]crowd, len(panels)), make([]stage, len(panels))
	for i, p := range panels {
		taken[i], stages[i].view = views[i].crowd(c), views[i]
		if p.Inset != nil {
			var box vg.Rectangle
			stages[i].inset, box = p.Inset.draw(c, views[i].frame, taken[i])
			taken[i].boxes = append(taken[i].boxes, box)
		}
		if p.Legend.Corner != Auto {
			stages[i].setLegend(c, p.Legend, entries[i], &taken[i])
		}
		views[i].drawGuideNames(c)
	}
	for i, v := range views {
		if v.bare() {
			taken[i].boxes = append(taken[i].boxes, v.drawNoData(c))
		}
	}
	corner := labelCorner(panels, views, taken)
	for i, p := range panels {
		v, st := views[i], &stages[i]
		switch l := panelLabel(p, v); {
		case l.text == "":
		case p.Map != nil:
			st.label, st.labelAt = l, vg.Point{X: v.frame.Min.X, Y: v.frame.Max.Y + aboveFrame(Panel{X: p.X}, nil, 0) + 0.5*l.size}
			l.draw(c, st.labelAt)
		default:
			box := l.cornerBox(v.frame, corner)
			_, _, depth := l.box()
			st.label, st.labelAt = l, box.Min.Add(vg.Point{Y: depth})
			l.draw(c, st.labelAt)
			taken[i].boxes = append(taken[i].boxes, box)
		}
		if p.Legend.Corner == Auto {
			st.setLegend(c, p.Legend, entries[i], &taken[i])
		}
	}
	return stages
}

// bare tells whether there is nothing to be seen in a frame: no series has a point.
func (v *view) bare() bool {
	seen := false
	eachValue(v.series, func(s Series, i int) { seen = seen || !math.IsNaN(s.Y[i]) || len(s.Low) > 0 })
	return !seen && v.plane == nil
}

// drawNoData writes into the middle of the frame that there is nothing to be seen, and returns the box it takes.
func (v *view) drawNoData(c draw.Canvas) vg.Rectangle {
	l := label{"no data", v.sizes.legend, draw.XCenter, 0}
	width, high, _ := l.box()
	middle := v.frame.Min.Add(v.frame.Max).Scale(0.5)
	l.draw(c, middle)
	return vg.Rectangle{Min: middle.Sub(vg.Point{X: width / 2}), Max: middle.Add(vg.Point{X: width / 2, Y: high})}
}

// setLegend draws the legend, if there is one, and marks its place as occupied.
func (st *stage) setLegend(c draw.Canvas, asked Legend, entries []Series, taken *crowd) {
	l := newLegend(asked, entries, st.view.sizes.legend)
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
	}
	st.legend.draw(c, st.view, st.box)
	taken.boxes = append(taken.boxes, st.box)
}

// labelCorner is the corner for the labels of all panels: the one in which they
// cover least altogether.
func labelCorner(panels []Panel, views []*view, taken []crowd) Corner {
	best, fewest := TopLeft, -1
	for _, corner := range []Corner{TopLeft, TopRight, BottomLeft, BottomRight} {
		n := 0
		for i, p := range panels {
			if p.Label == "" || p.Map != nil {
				continue
			}
			n += taken[i].covered(panelLabel(p, views[i]).cornerBox(views[i].frame, corner))
		}
		if fewest < 0 || n < fewest {
			best, fewest = corner, n
		}
	}
	return best
}

func panelLabel(p Panel, v *view) label { return label{text: p.Label, size: v.sizes.label} }

// cornerBox is the box of a label in a corner of a frame.
func (l label) cornerBox(frame vg.Rectangle, at Corner) vg.Rectangle {
	width, height, depth := l.box()
	return cornerBox(frame, vg.Point{X: width, Y: height + depth}, at)
}
