package plot

import (
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Key is a bar of colours to the right of the frame that tells curves apart by the values of one key, in place of a legend of too many
// entries.
type Key struct {
	Label  string   // of the key
	Values []string // as labels, from the bottom up
}

// Color is the colour of curves at the i-th value, the darker the higher.
func (k *Key) Color(i int) color.Color { return colorAt(i+1, len(k.Values)+1) }

// colorBar are the boxes of a bar from the bottom up, with numbers at their upper edges, or in their middles.
type colorBar struct {
	label  string
	colors []color.Color
	texts  []string
	middle bool
}

// bar is the bar of a panel, nil for none: of a map the colours between levels, of a key those of its values.
func (p Panel) bar() *colorBar {
	switch {
	case p.barless:
		return nil
	case p.Key != nil:
		b := &colorBar{label: p.Key.Label, texts: p.Key.Values, middle: true}
		for i := range b.texts {
			b.colors = append(b.colors, p.Key.Color(i))
		}
		return b
	case p.Map != nil:
		levels := p.Map.Levels
		b := &colorBar{label: p.Map.Label, colors: []color.Color{color.White}}
		for k, level := range levels {
			b.colors, b.texts = append(b.colors, colorAt(k, len(levels))), append(b.texts, Shown(strconv.FormatFloat(level, 'g', -1, 64)))
		}
		return b
	}
	return nil
}

// like tells whether two bars are the same.
func (b *colorBar) like(o *colorBar) bool {
	return b != nil && o != nil && b.label == o.label && b.middle == o.middle && slices.Equal(b.texts, o.texts)
}

// measures of the bar, in points.
const (
	barGap   = 6 // from the frame
	barWidth = 6
)

// barRoom is the room to the right of the frame that the bar takes.
func (v *view) barRoom() vg.Length {
	if v.colors == nil {
		return 0
	}
	room := barGap + barWidth + v.sizes.pad + v.widest(v.barTexts())
	if v.colors.label != "" {
		_, high, deep := label{text: v.colors.label, size: v.sizes.label}.box()
		room += 1.6*v.sizes.pad + high + deep
	}
	return room
}

// barTexts are the numbers of the bar; "" where there is no room for one.
func (v *view) barTexts() []string {
	texts := slices.Clone(v.colors.texts)
	every := 1
	for height := v.room.Y / vg.Length(len(v.colors.colors)); height*vg.Length(every) < 1.1*v.sizes.tick && every < len(texts); {
		every++
	}
	for k := range texts {
		if k%every != 0 {
			texts[k] = ""
		}
	}
	return texts
}

// bar are the boxes of the bar from the bottom up, and its numbers.
func (v *view) bar() (boxes []vg.Rectangle, numbers []placed) {
	if v.colors == nil {
		return nil, nil
	}
	f := v.frame
	height := (f.Max.Y - f.Min.Y) / vg.Length(len(v.colors.colors))
	left := f.Max.X + barGap
	for k := range v.colors.colors {
		boxes = append(boxes, boxAt(vg.Point{X: left, Y: f.Min.Y + vg.Length(k)*height}, vg.Point{X: barWidth, Y: height}))
	}
	for k, text := range v.barTexts() {
		at := boxes[k].Max.Y
		if v.colors.middle {
			at -= height / 2
		}
		if text != "" {
			at := vg.Point{X: left + barWidth + v.sizes.pad, Y: at - digitHeight*v.sizes.tick/2}
			numbers = append(numbers, placed{label{text, v.sizes.tick, draw.XLeft, 0}, at})
		}
	}
	return boxes, numbers
}

// drawBar draws the bar with its numbers and its label, which reads upwards.
func (v *view) drawBar(c draw.Canvas) {
	boxes, numbers := v.bar()
	if len(boxes) == 0 {
		return
	}
	for k, b := range boxes {
		c.SetColor(v.colors.colors[k])
		c.Fill(b.Path())
	}
	c.SetColor(color.Black)
	c.SetLineWidth(v.sizes.frame)
	c.SetLineDash(nil, 0)
	first, last := boxes[0], boxes[len(boxes)-1]
	outline := polygon(vg.Point{}, first.Min.X, first.Min.Y, first.Max.X, first.Min.Y, last.Max.X, last.Max.Y, last.Min.X, last.Max.Y)
	for _, b := range boxes[:len(boxes)-1] {
		outline = append(outline, strokes(vg.Point{}, b.Max.X-v.sizes.minor, b.Max.Y, b.Max.X, b.Max.Y)...)
	}
	c.Stroke(outline)
	for _, n := range numbers {
		n.label.draw(c, n.at)
	}
	if v.colors.label != "" {
		l := label{v.colors.label, v.sizes.label, draw.XCenter, quarterTurn}
		_, _, deep := l.box()
		l.draw(c, vg.Point{X: v.frame.Max.X + v.barRoom() - deep, Y: (v.frame.Min.Y + v.frame.Max.Y) / 2})
	}
}

// shareBars gives maps of one label that have no levels of their own the same, and leaves of equal bars in a row the last.
func (f *Figure) shareBars() {
	pools := map[string][]float64{}
	for _, p := range f.Panels {
		if p.Map != nil && len(p.Map.Levels) == 0 {
			pools[p.Map.Label] = append(pools[p.Map.Label], slices.Concat(p.Map.Z...)...)
		}
	}
	for i := range f.Panels {
		if m := f.Panels[i].Map; m != nil && len(m.Levels) == 0 {
			shared := *m
			shared.Levels = levelsOf(pools[m.Label])
			f.Panels[i].Map = &shared
		}
	}
	for i := range f.Panels {
		_, end := f.row(i)
		own := f.Panels[i].bar()
		f.Panels[i].barless = own != nil && slices.ContainsFunc(f.Panels[i+1:end], func(o Panel) bool { return own.like(o.bar()) })
	}
}
