package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleWidth = 14 // of the piece of line in the legend
	sampleGap   = 4  // between it and the name
	columnGap   = 8
	barReach    = 3.2 // of the error bar in the legend, in both directions
	leading     = 1.3 // distance of the lines, in units of the size
)

// legendBox is a legend with its size.
type legendBox struct {
	title   string
	entries []Series
	size    vg.Length
	columns int
	names   []vg.Length // widths of the names
	room    vg.Point
}

// newLegend measures the legend of a panel with such entries.
func newLegend(l Legend, entries []Series, size vg.Length) legendBox {
	box := legendBox{size: size, entries: entries}
	if len(entries) == 0 {
		return box
	}
	for _, s := range entries {
		w, _, _ := label{text: s.Name, size: size}.box()
		box.names = append(box.names, w)
	}
	if !l.Hide {
		box.title = l.Title
	}
	return box.in(1)
}

// in is the same legend with its entries in a number of columns.
func (l legendBox) in(columns int) legendBox {
	l.columns = columns
	lines := l.lines()
	l.room.X = -columnGap
	for i := 0; i < len(l.names); i += lines {
		l.room.X += sampleWidth + sampleGap + l.width(i) + columnGap
	}
	if l.title != "" {
		w, _, _ := label{text: l.title, size: l.size}.box()
		l.room.X = max(l.room.X, w)
		lines++
	}
	l.room.Y = vg.Length(lines) * leading * l.size
	return l
}

// roomy is the legend in a font whose letters are 15 % wider, as those of TeX are.
func (l legendBox) roomy() legendBox {
	const wider = 1.15
	l.names = slices.Clone(l.names)
	for i := range l.names {
		l.names[i] *= wider
	}
	l.room.X *= wider
	return l
}

// grownTo is the box of a legend where it has become another: to the left as far as it stands to the right.
func (l legendBox) grownTo(wider legendBox, box, frame vg.Rectangle) vg.Rectangle {
	share := 0.5
	if free := frame.Size().X - l.room.X; free > 0 {
		share = min(1, max(0, float64((box.Min.X-frame.Min.X)/free)))
	}
	box.Min.X -= vg.Length(share) * (wider.room.X - l.room.X)
	box.Max.X = box.Min.X + wider.room.X
	return box
}

// width is the longest name of the column that starts with entry i.
func (l legendBox) width(i int) vg.Length {
	return slices.Max(l.names[i:min(i+l.lines(), len(l.names))])
}

// narrowed is the legend, of one column, in a size in which it is at most so wide.
func (l legendBox) narrowed(most vg.Length) legendBox {
	if names := l.room.X - sampleWidth - sampleGap; l.room.X > most && names > 0 {
		return newLegend(Legend{Title: l.title}, l.entries, l.size*max(0.1, (most-sampleWidth-sampleGap)/names))
	}
	return l
}

// above is the legend in as many columns as fit over a panel of some width.
func (l legendBox) above(width vg.Length) legendBox {
	l = l.narrowed(overShare * width)
	best := l
	for n := 2; n <= len(l.entries); n++ {
		if more := l.in(n); more.within(width) && more.lines() < best.lines() {
			best = more
		}
	}
	return best
}

// within tells whether the legend fits over the frames of panels of some width with their labels.
func (l legendBox) within(width vg.Length) bool { return l.room.X <= overShare*width }

// overShare is the part of the width of a panel with its labels that its frame has at least.
const overShare = 0.86

// placeAbove is the place of a legend above: over the middle of its frame and its factor, or where that is too
// narrow, over the middle of the row and over the factors of its axes.
func (v *view) placeAbove(l legendBox) vg.Rectangle {
	low, high, top := v.frame.Min.X, v.frame.Max.X, v.frame.Max.Y+v.over+v.factorRoom()
	if v.span > v.cell && !l.within(v.cell) {
		low, high, top = v.row.Min.X, v.row.Max.X, v.row.Max.Y
	}
	min := vg.Point{X: low + (high-low-l.room.X)/2, Y: top - l.room.Y}
	if min.X < low { // wider than the frame: to its right end
		min.X = high - l.room.X
	}
	return boxAt(min, l.room)
}

// overGap is the room between the frame and what is set over it.
const overGap = 3

// aboveFrame is the room that a panel needs over its frame.
func aboveFrame(p Panel, entries []Series, width vg.Length) (room vg.Length) {
	if p.labelOver() {
		room += 1.4 * panelSizes.label
	}
	if p.Legend.Corner != Above {
		return room
	}
	if box := newLegend(p.Legend, entries, panelSizes.legend).above(width); box.room.Y > 0 {
		room += box.room.Y + overGap
	}
	return room
}

// lines is the number of entries in the longest column.
func (l legendBox) lines() int { return (len(l.entries) + l.columns - 1) / l.columns }

// fitted is the legend, and its place, that covers least, and how much it covers: in one column, in the corner that is asked for if it
// covers nothing there, or in two if that is better.
func (l legendBox) fitted(frame vg.Rectangle, taken crowd, asked Corner) (legendBox, vg.Rectangle, int) {
	order := []Corner{TopRight, TopLeft, BottomRight, BottomLeft}
	if asked.given() {
		order = append([]Corner{asked}, order...)
	}
	box, covered := taken.place(frame, l.room, order...)
	if two := l.in(2); covered > 0 && len(l.entries) > 2 && two.room.X < frame.Size().X-2*clear {
		if b, n := taken.place(frame, two.room, order...); n < covered {
			return two, b, n
		}
	}
	return l, box, covered
}

// draw draws the legend into its box of the canvas; a canvas that takes notes has it from its laidOut.
func (l legendBox) draw(c draw.Canvas, v *view, box vg.Rectangle) {
	title, entries := l.places(box)
	if l.title != "" {
		label{l.title, l.size, draw.XLeft, 0}.set(c, title)
	}
	for i, s := range l.entries {
		drawSample(c, v, s, entries[i].Add(vg.Point{Y: digitHeight * l.size / 2}))
		label{s.Name, l.size, draw.XLeft, 0}.set(c, entries[i].Add(vg.Point{X: sampleWidth + sampleGap}))
	}
}

// places are the left ends of the baselines of the title and of the entries,
// samples included, in the box of the legend.
func (l legendBox) places(box vg.Rectangle) (title vg.Point, entries []vg.Point) {
	step := leading * l.size
	base := box.Max.Y - (step+digitHeight*l.size)/2
	title = vg.Point{X: box.Min.X, Y: base}
	if l.title != "" {
		base -= step
	}
	left := box.Min.X
	for i := range l.entries {
		if i > 0 && i%l.lines() == 0 {
			left += sampleWidth + sampleGap + l.width(i-l.lines()) + columnGap
		}
		entries = append(entries, vg.Point{X: left, Y: base - vg.Length(i%l.lines())*step})
	}
	return title, entries
}

// hasBar tells whether a series has a vertical error bar in the legend.
func (v *view) hasBar(s Series) bool { return len(s.YErr) > 0 && len(v.barPath(s)) > 0 }

// drawSample shows the line, the vertical error bar and the marker of
// a series in the room left of its name.
func drawSample(c draw.Canvas, v *view, s Series, left vg.Point) {
	right := left.Add(vg.Point{X: sampleWidth})
	middle := between(left, right, 0.5)
	if s.Style.Line != NoLine {
		c.StrokeLines(s.Style.stroke(s.Style.Line), []vg.Point{left, right})
	}
	if v.hasBar(s) {
		reach := vg.Point{Y: barReach}
		c.SetColor(s.Style.Color)
		c.SetLineWidth(v.sizes.bar)
		c.SetLineDash(nil, 0)
		c.Stroke(bar(middle.Sub(reach), middle.Add(reach), vg.Point{X: v.sizes.cap}, false, false, 0))
	}
	if s.Style.Marker != NoMarker {
		drawMarker(c, s.Style, middle)
	}
}
