package plot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// view is one set of axes, of a panel or an inset, with everything that does not
// depend on its place.
type view struct {
	x, y           scale
	xTicks, yTicks tickMarks
	xAxis, yAxis   Axis // with their guides
	plane          *Map
	colors         *colorBar // nil for none
	below          *view     // residuals, nil for none
	equal          bool      // units of x and y have the same length
	series         []Series
	sizes          sizes
	room           vg.Point     // about the size of the frame
	frame          vg.Rectangle // set by place
	row            vg.Rectangle // from this frame to the upper edge of its row, over all frames of the row
	cell, span     vg.Length    // width of the panel with its labels, and that which a legend over it may take
	over           vg.Length    // room over the frame for a legend
}

// sides are lengths at the four sides of a frame.
type sides struct{ left, right, bottom, top vg.Length }

// newView resolves ranges and ticks of a panel for a room of some size.
func newView(p Panel, sz sizes, width, height vg.Length) *view {
	x, y := p.Map.within(p.X, p.Y)
	v := &view{xAxis: x, yAxis: y, plane: p.Map, colors: p.bar(), equal: p.Equal, series: dressed(p.Series), sizes: sz}
	v.x, v.y = ranges(x, y, p.Series)
	v.room = vg.Point{X: max(width-4*sz.label, sz.tick), Y: max(height-3*sz.label, sz.tick)} // ticks need room, which reduces that of the frame
	for range 2 {
		v.ticksOfX(v.room.X)
		v.yTicks = v.y.ticks(v.room.Y, sz.apartY, func([]string, vg.Length) bool { return true })
		m := v.margins()
		v.room = vg.Point{X: max(width-m.left-m.right, sz.tick), Y: max(height-m.bottom-m.top, sz.tick)}
	}
	if v.below = v.residuals(p, width, belowShare*height+v.margins().bottom); v.below != nil {
		v.ticksOfX(v.room.X)
		v.yTicks = v.y.ticks((1-belowShare)*v.room.Y, sz.apartY, func([]string, vg.Length) bool { return true })
	}
	return v
}

// place sets the place of the frame on the canvas, in the middle of what is given where units are
// to be equal.
func (v *view) place(frame vg.Rectangle) {
	if v.equal {
		size := frame.Size()
		unit := min(size.X/vg.Length(v.x.max-v.x.min), size.Y/vg.Length(v.y.max-v.y.min))
		spare := size.Sub(vg.Point{X: unit * vg.Length(v.x.max-v.x.min), Y: unit * vg.Length(v.y.max-v.y.min)}).Scale(0.5)
		frame = vg.Rectangle{Min: frame.Min.Add(spare), Max: frame.Max.Sub(spare)}
	}
	if v.below != nil {
		lower := frame
		lower.Max.Y = frame.Min.Y + belowShare*frame.Size().Y
		frame.Min.Y = lower.Max.Y + belowGap
		v.below.place(lower)
	}
	v.frame = frame
	v.x.lo, v.x.hi = frame.Min.X, frame.Max.X
	v.y.lo, v.y.hi = frame.Min.Y, frame.Max.Y
	v.dot()
	v.shrink()
	v.dodge()
}

// margins is the room for numbers and labels around the frame.
func (v *view) margins() sides {
	sz := v.sizes
	m := sides{
		left:   v.widest(v.yTicks.labels()) + sz.pad,
		bottom: digitHeight*sz.tick + sz.pad,
		top:    sz.frame,
		right:  sz.frame,
	}
	for _, t := range v.yTicks.marks {
		if t.label != "" {
			m.top = max(m.top, digitHeight*sz.tick/2-v.y.left(t.value)*v.room.Y)
		}
	}
	for _, t := range v.xTicks.marks {
		if t.label != "" {
			m.right = max(m.right, v.widest([]string{t.label})/2-v.x.left(t.value)*v.room.X)
		}
	}
	if labels := v.xTicks.labels(); len(labels) > 0 {
		_, high, deep := label{text: labels[0], size: sz.tick}.box()
		m.bottom += max(0, high-ascent*sz.tick) + max(0, deep-descent*sz.tick)
	}
	if v.yAxis.Label != "" {
		_, high, deep := v.labelY().box()
		m.left += sz.pad + high + deep
	}
	if v.xAxis.Label != "" {
		_, high, deep := v.labelX().box()
		m.bottom += sz.pad + high + deep
	} else {
		m.bottom += descent * sz.tick
	}
	m.right = max(m.right, v.barRoom(), v.nameRoom())
	if v.below != nil {
		own := v.below.margins()
		m.left, m.right, m.bottom = max(m.left, own.left), max(m.right, own.right), own.bottom
	}
	m.top = max(m.top, v.factorRoom()) + v.over
	return m
}

// factorRoom is the room over the frame for the power of ten of the axis of y.
func (v *view) factorRoom() vg.Length {
	if v.yTicks.factor == "" {
		return 0
	}
	return v.sizes.tick * 1.3
}

// labelX is the label of the axis of x; one that is longer than the axis is set smaller.
func (v *view) labelX() label {
	return label{v.xAxis.Label, v.sizes.label, draw.XCenter, 0}.within(v.room.X)
}

// labelY is that of y.
func (v *view) labelY() label {
	return label{v.yAxis.Label, v.sizes.label, draw.XCenter, quarterTurn}.within(v.room.Y)
}

// widest is the largest width of tick labels.
func (v *view) widest(labels []string) (w vg.Length) {
	for _, l := range labels {
		width, _, _ := label{text: l, size: v.sizes.tick}.box()
		w = max(w, width)
	}
	return w
}
