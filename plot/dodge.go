package plot

import (
	"math"
	"slices"
)

// Dodge draws markers of series that lie on markers of another beside their place, to both
// sides of it, so that all can be seen; lines stay, and so do the numbers. Whole series move,
// by steps of a fiftieth of the range of x, or of half the least distance between two places
// together, both measured along the axis; series of which no marker lies on another's stay.
func Dodge(x, y Axis, series []Series) []Series {
	out := append([]Series(nil), series...)
	places, width, height := make([]Series, len(series)), extent{}, extent{}
	for i, s := range series {
		places[i] = Series{Style: s.Style, X: x.along(s.X), Y: y.along(s.Y)}
		for k := range s.X {
			width.add(places[i].X[k], false)
			height.add(places[i].Y[k], false)
		}
	}
	var members []int
	for i, s := range places {
		for k, o := range places {
			if i != k && s.liesOn(o, width.max-width.min, height.max-height.min) {
				members = append(members, i)
				break
			}
		}
	}
	step := min((width.max-width.min)/50, leastGap(places, width.max-width.min)/2/float64(max(1, len(members)-1)))
	for rank, i := range members {
		out[i].Aside = (float64(rank) - float64(len(members)-1)/2) * step
	}
	return out
}

// along are values as their distances along an axis.
func (a Axis) along(values []float64) []float64 {
	out := slices.Clone(values)
	for i := range out {
		if a.Log {
			out[i] = math.Log(out[i])
		}
	}
	return out
}

// beside is where the marker of a series stands that belongs to x.
func (s Series) beside(x float64, log bool) float64 {
	switch {
	case s.Aside == 0:
		return x
	case log:
		return x * math.Exp(s.Aside)
	}
	return x + s.Aside
}

// leastGap is the least distance between two places of points on the axis of x, infinite if there is one place.
func leastGap(series []Series, width float64) float64 {
	var places []float64
	for _, s := range series {
		places = append(places, s.X...)
	}
	slices.Sort(places)
	least := math.Inf(1)
	for i := 1; i < len(places); i++ {
		if gap := places[i] - places[i-1]; gap > 1e-9*width {
			least = min(least, gap)
		}
	}
	return least
}

// liesOn reports whether a marker of a series covers one of another, both at the same x.
func (s Series) liesOn(o Series, width, height float64) bool {
	if s.Style.Marker == NoMarker || o.Style.Marker == NoMarker {
		return false
	}
	for i := range s.X {
		for k := range o.X {
			if math.Abs(s.X[i]-o.X[k]) <= 1e-9*width && math.Abs(s.Y[i]-o.Y[k]) <= height/50 {
				return true
			}
		}
	}
	return false
}
