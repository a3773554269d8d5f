package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const quarterTurn = math.Pi / 2

// gutter is the space between panels.
const gutter = 8

// grid is the number of panels across and down.
func (f *Figure) grid() (columns, rows int) {
	columns = f.Columns
	if columns == 0 {
		columns = 1
		if f.WidthCM >= 12 { // wider than a column
			columns = min(len(f.Panels), 3)
		}
	}
	return columns, (len(f.Panels) + columns - 1) / columns
}

// size is the size of the whole figure.
func (f *Figure) size() (width, height vg.Length) {
	w, h := f.WidthCM, f.HeightCM
	if w == 0 {
		w = OneColumn
	}
	if h == 0 {
		columns, rows := f.grid()
		h = 0.7 * w * float64(rows) / float64(columns) // the frame itself is then near the golden ratio
	}
	return vg.Length(w * pointsPerCM), vg.Length(h * pointsPerCM)
}

// draw draws all panels and says where they lie. Frames in a column share their
// left and right sides, frames in a row top and bottom.
func (f *Figure) draw(c draw.Canvas) []stage {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	columns, rows := f.grid()
	cell := vg.Point{
		X: (c.Max.X - 2*edge - vg.Length(columns-1)*gutter) / vg.Length(columns),
		Y: (c.Max.Y - 2*edge - vg.Length(rows-1)*gutter) / vg.Length(rows),
	}
	views := make([]*view, len(f.Panels))
	across, down := make([]sides, columns), make([]sides, rows)
	for i, p := range f.Panels {
		views[i] = newView(p.X, p.Y, p.Series, panelSizes, cell.X, cell.Y)
		m := views[i].margins()
		a, d := &across[i%columns], &down[i/columns]
		a.left, a.right = max(a.left, m.left), max(a.right, m.right)
		d.bottom, d.top = max(d.bottom, m.bottom), max(d.top, m.top)
	}
	for i := range f.Panels {
		a, d := across[i%columns], down[i/columns]
		corner := vg.Point{
			X: edge + vg.Length(i%columns)*(cell.X+gutter),
			Y: c.Max.Y - edge - cell.Y - vg.Length(i/columns)*(cell.Y+gutter),
		}
		views[i].place(vg.Rectangle{
			Min: corner.Add(vg.Point{X: a.left, Y: d.bottom}),
			Max: corner.Add(cell).Sub(vg.Point{X: a.right, Y: d.top}),
		})
		views[i].drawData(c)
		views[i].drawLabels(c, sides{left: a.left, right: a.right, bottom: d.bottom, top: d.top})
	}
	stages := drawInside(c, f.Panels, views)
	for i := range stages {
		a, d := across[i%columns], down[i/columns]
		stages[i].margins = sides{left: a.left, right: a.right, bottom: d.bottom, top: d.top}
	}
	return stages
}
