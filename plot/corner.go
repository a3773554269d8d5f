package plot

import "gonum.org/v1/plot/vg"

// around is the white border of what is set inside a frame.
const around = 2

// place finds room in a frame for a box of some size: in the first corner, if it covers nothing there, or in the one
// that covers the fewest points, the first in order among equals. If no corner is free, a place away from the corners that
// covers less is taken.
func (t crowd) place(frame vg.Rectangle, size vg.Point, order ...Corner) (best vg.Rectangle, covered int) {
	for i, corner := range order {
		box := cornerBox(frame, size, corner)
		if n := t.covered(grown(box, around)); i == 0 || n < covered {
			best, covered = box, n
		}
	}
	if covered == 0 {
		return best, covered
	}
	const steps = 16
	from, to := cornerBox(frame, size, TopRight).Min, cornerBox(frame, size, BottomLeft).Min
	for i := range steps + 1 {
		for k := range steps + 1 {
			min := vg.Point{
				X: from.X + (to.X-from.X)*vg.Length(i)/steps,
				Y: from.Y + (to.Y-from.Y)*vg.Length(k)/steps,
			}
			box := boxAt(min, size)
			if n := t.covered(grown(box, around)); n < covered {
				best, covered = box, n
			}
		}
	}
	return best, covered
}

// cornerBox is the box in one corner, clear of the ticks.
func cornerBox(frame vg.Rectangle, size vg.Point, at Corner) vg.Rectangle {
	min := vg.Point{X: frame.Min.X + clear, Y: frame.Min.Y + clear}
	if at == TopRight || at == BottomRight {
		min.X = frame.Max.X - clear - size.X
	}
	if at == TopRight || at == TopLeft {
		min.Y = frame.Max.Y - clear - size.Y
	}
	return boxAt(min, size)
}

// boxAt is the box of a size with this lower left corner.
func boxAt(min, size vg.Point) vg.Rectangle { return vg.Rectangle{Min: min, Max: min.Add(size)} }

// grown is a box with a border added.
func grown(r vg.Rectangle, by vg.Length) vg.Rectangle {
	border := vg.Point{X: by, Y: by}
	return vg.Rectangle{Min: r.Min.Sub(border), Max: r.Max.Add(border)}
}
