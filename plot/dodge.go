package plot

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// beside is how far from its place a marker stands in points, with its bar and the line that joins it.
func (s Series) beside(i int) vg.Length {
	if i < len(s.shift) {
		return s.shift[i]
	}
	return 0
}

// spot is a mean in a frame that may lie on others.
type spot struct {
	series, point int
	x, low, high  vg.Length // with its bar and its marker
}

// dodge spreads means that would be printed on each other along x, in the order of their series. Means within a marker's width
// that touch, bars included, are a cluster, which takes at most 0.6 of the gap to the next place and stays in the frame.
// Points with bars of x, and those without bars, lie where they are.
func (v *view) dodge() {
	spots, width, gap := v.spots()
	for from := 0; from < len(spots); {
		end := from + 1
		for end < len(spots) && spots[end].x-spots[from].x < min(width, gap/2) {
			end++
		}
		members := touching(spots[from:end])
		if n := vg.Length(len(members) - 1); n > 0 {
			space := gap
			if from > 0 {
				space = min(space, spots[from].x-spots[from-1].x)
			}
			if end < len(spots) {
				space = min(space, spots[end].x-spots[end-1].x)
			}
			step := min(1.2*width, 0.6*space/n)
			left := (spots[from].x+spots[end-1].x)/2 - n*step/2
			edge := min(width, 0.2*space) // from the sides of the frame
			left = max(v.frame.Min.X+edge, min(left, v.frame.Max.X-edge-n*step))
			for k, m := range members {
				s := &v.series[m.series]
				if s.shift == nil {
					s.shift = make([]vg.Length, len(s.X))
				}
				s.shift[m.point] = left + vg.Length(k)*step - m.x
			}
		}
		from = end
	}
}

// spots are the means in the frame by their places, the width of their markers, and the least distance of neighbours of one series.
func (v *view) spots() (spots []spot, width, gap vg.Length) {
	gap = v.frame.Size().X
	for i, s := range v.series {
		if s.Style.Marker == NoMarker || len(s.YErr) == 0 || slices.ContainsFunc(s.XErr, func(e float64) bool { return e > 0 }) {
			continue
		}
		size := vg.Length(s.Style.Size * v.sizes.marker)
		width = max(width, size)
		var own []vg.Length
		for k := range s.X {
			if v.x.holds(s.X[k]) && v.y.holds(s.Y[k]) {
				low, _ := v.y.clamped(s.Y[k] - s.down(k))
				high, _ := v.y.clamped(s.Y[k] + half(s.YErr, k))
				at := v.y.at(s.Y[k])
				spots = append(spots, spot{i, k, v.x.at(s.X[k]), min(low, at-size/2), max(high, at+size/2)})
				own = append(own, v.x.at(s.X[k]))
			}
		}
		slices.Sort(own)
		for k := 1; k < len(own); k++ {
			gap = min(gap, own[k]-own[k-1])
		}
	}
	slices.SortStableFunc(spots, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
	return spots, width, gap
}

// touching are the spots at a place that touch another there, by their series.
func touching(place []spot) (members []spot) {
	for _, a := range place {
		if slices.ContainsFunc(place, func(b spot) bool { return b.series != a.series && a.low <= b.high && b.low <= a.high }) {
			members = append(members, a)
		}
	}
	slices.SortStableFunc(members, func(a, b spot) int { return cmp.Compare(a.series, b.series) })
	return members
}

// shifted tells whether means stand beside their places.
func (v *view) shifted() bool {
	return slices.ContainsFunc(v.series, func(s Series) bool {
		return slices.ContainsFunc(s.shift, func(d vg.Length) bool { return math.Abs(float64(d)) > 0.5 })
	})
}
