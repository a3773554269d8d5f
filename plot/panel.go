package plot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawData draws the frame and everything in it, from the bottom up.
func (v *view) drawData(c draw.Canvas) {
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

// drawInside sets insets, labels and legends, in this order, where they cover
// least of what is there already.
func drawInside(c draw.Canvas, panels []Panel, views []*view) {
	taken := make([]crowd, len(panels))
	for i, p := range panels {
		taken[i] = views[i].crowd(c)
		if p.Inset != nil {
			taken[i].boxes = append(taken[i].boxes, p.Inset.draw(c, views[i].frame, taken[i]))
		}
	}
	corner := labelCorner(panels, views, taken)
	for i, p := range panels {
		v := views[i]
		if l := panelLabel(p, v); l.text != "" {
			box := l.cornerBox(v.frame, corner)
			_, _, depth := l.box()
			l.draw(c, box.Min.Add(vg.Point{Y: depth}))
			taken[i].boxes = append(taken[i].boxes, box)
		}
		if l := newLegend(p.Legend, v); l.room.Y > 0 {
			l, box := l.fitted(v.frame, taken[i], p.Legend.Corner)
			l.draw(c, v, box)
		}
	}
}

// labelCorner is the corner for the labels of all panels: the one in which they
// cover least altogether.
func labelCorner(panels []Panel, views []*view, taken []crowd) Corner {
	best, fewest := TopLeft, -1
	for _, corner := range []Corner{TopLeft, TopRight, BottomLeft, BottomRight} {
		n := 0
		for i, p := range panels {
			if p.Label == "" {
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
