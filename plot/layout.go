package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
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
		over, entries := make([]vg.Length, rows), f.entries()
		for i, p := range f.Panels {
			cell := cellWidth(vg.Length(w*pointsPerCM), columns)
			over[i/columns] = max(over[i/columns], aboveFrame(p, entries[i], f.legendWidth(i, entries, cell)))
		}
		for _, o := range over {
			h += float64(o / pointsPerCM)
		}
	}
	return vg.Length(w * pointsPerCM), vg.Length(h * pointsPerCM)
}

// cellWidth is the width of a panel with its numbers and labels.
func cellWidth(width vg.Length, columns int) vg.Length {
	return (width - 2*edge - vg.Length(columns-1)*gutter) / vg.Length(columns)
}

// row is where the panels begin and end that stand in a row with panel i.
func (f *Figure) row(i int) (first, end int) {
	columns, _ := f.grid()
	first = i - i%columns
	return first, min(first+columns, len(f.Panels))
}

// legendWidth is the width that a legend over panel i may take: that of its row, if there is nothing
// else over the frames of this row, and no other legend, or that of its cell.
func (f *Figure) legendWidth(i int, entries [][]Series, cell vg.Length) vg.Length {
	first, end := f.row(i)
	for k := first; k < end; k++ {
		bare := f.Panels[k]
		bare.Legend.Corner = Auto
		if k != i && len(entries[k]) > 0 || aboveFrame(bare, nil, 0) > 0 {
			return cell
		}
	}
	return cell + vg.Length(end-first-1)*(cell+gutter)
}

// Settled is the figure that is drawn: with the places of legends and labels, which Bytes and JSON else find for each file. It is not to
// be changed.
func (f *Figure) Settled() (*Figure, error) {
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("plot: %w", err)
	}
	return f.settled(), nil
}

// settled is the figure with every legend that would cover something moved above its frame, and so every label of a panel. That means stand
// beside their places makes legends longer, and a label has the room of one that moves. Its notes name legends that are not where they were asked for.
func (f *Figure) settled() *Figure {
	if f.placed {
		return f
	}
	out := *f
	out.Panels = slices.Clone(f.Panels)
	out.shareBars()
	var stages []stage
	for range 3 {
		w, h := out.size()
		stages = out.draw(draw.NewCanvas(new(recorder.Canvas), w, h))
		for i, st := range stages {
			p := &out.Panels[i]
			over := newLegend(p.Legend, st.legend.entries, panelSizes.legend).above(st.view.span)
			moves := st.covers && (f.HeightCM == 0 || over.room.Y < mostAbove*st.view.frame.Size().Y)
			if moves {
				p.Legend.Corner = Above
			}
			p.crowded, p.shifted = p.crowded || st.labelCovers && !moves, st.view.shifted() // a legend that moves makes room
		}
	}
	out.Notes = slices.Clone(f.Notes)
	for i, p := range f.Panels {
		switch asked := p.Legend.Corner; {
		case !asked.given() || asked == Above:
		case out.Panels[i].Legend.Corner == Above:
			out.Notes = append(out.Notes, fmt.Sprintf("%s: the legend stands over the frame: at %s it would cover something", p.name(i), asked))
		case stages[i].moved:
			out.Notes = append(out.Notes, fmt.Sprintf("%s: the legend stands elsewhere than at %s, where it would cover more", p.name(i), asked))
		}
	}
	out.placed = true
	return &out
}

// mostAbove is the largest part of a frame that a legend takes of it where the height of a figure is given.
const mostAbove = 0.4

// draw draws all panels and returns their places. Frames in a column share their
// left and right sides, frames in a row top and bottom.
func (f *Figure) draw(c draw.Canvas) []stage {
	columns, rows := f.grid()
	cell := vg.Point{
		X: cellWidth(c.Max.X, columns),
		Y: (c.Max.Y - 2*edge - vg.Length(rows-1)*gutter) / vg.Length(rows),
	}
	views := make([]*view, len(f.Panels))
	across, down, entries := make([]sides, columns), make([]sides, rows), f.entries()
	for i, p := range f.Panels {
		views[i] = newView(p, panelSizes, cell.X, cell.Y)
		views[i].cell, views[i].span = cell.X, f.legendWidth(i, entries, cell.X)
		views[i].over = aboveFrame(p, entries[i], views[i].span)
		m := views[i].margins()
		a, d := &across[i%columns], &down[i/columns]
		a.left, a.right = max(a.left, m.left), max(a.right, m.right)
		d.bottom, d.top = max(d.bottom, m.bottom), max(d.top, m.top)
	}
	for i, v := range views { // a legend over a row stands over the factors of all its axes
		if v.span > v.cell {
			first, end := f.row(i)
			for _, other := range views[first:end] {
				down[i/columns].top = max(down[i/columns].top, v.over+other.factorRoom())
			}
		}
	}
	width := cell.X // of the frames, which is the same in all columns
	for _, a := range across {
		width -= (a.left + a.right) / vg.Length(columns)
	}
	for i := range f.Panels {
		a, d := across[i%columns], down[i/columns]
		corner := vg.Point{X: edge + a.left, Y: c.Max.Y - edge - cell.Y - vg.Length(i/columns)*(cell.Y+gutter) + d.bottom}
		for _, b := range across[:i%columns] {
			corner.X += b.left + width + b.right + gutter
		}
		views[i].ticksOfX(width)
		views[i].place(boxAt(corner, vg.Point{X: width, Y: cell.Y - d.bottom - d.top}))
		views[i].drawData(c)
		m := sides{left: a.left, right: a.right, bottom: d.bottom, top: d.top}
		if below := views[i].below; below != nil {
			below.drawData(c)
			below.drawLabels(c, m)
		}
		views[i].drawBar(c)
		views[i].drawLabels(c, m)
	}
	for i, v := range views {
		first, end := f.row(i)
		v.row = vg.Rectangle{Min: vg.Point{X: views[first].frame.Min.X, Y: v.frame.Max.Y}, Max: vg.Point{X: views[end-1].frame.Max.X, Y: v.frame.Max.Y + down[i/columns].top}}
	}
	return drawInside(c, f.Panels, views, entries)
}
