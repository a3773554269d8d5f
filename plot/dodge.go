package plot

import (
	"math"
	"slices"
)

// Dodge moves points of series that lie on points of another sideways, to both sides of
// their place, so that all can be seen. Whole series move, by steps of a fiftieth of the
// range of x, or of half the least distance between two places together; series of which no point lies on another's stay, and so do lines without
// markers.
func Dodge(series []Series) []Series {
	var x, y extent
	for _, s := range series {
		for i := range s.X {
			x.add(s.X[i], false)
			y.add(s.Y[i], false)
		}
	}
	out, members := append([]Series(nil), series...), []int{}
	for i, s := range series {
		for k, o := range series {
			if i != k && s.liesOn(o, x.max-x.min, y.max-y.min) {
				members = append(members, i)
				break
			}
		}
	}
	step := min((x.max-x.min)/50, leastGap(series, x.max-x.min)/2/float64(max(1, len(members)-1)))
	for rank, i := range members {
		by := (float64(rank) - float64(len(members)-1)/2) * step
		if by == 0 || math.IsNaN(by) {
			continue
		}
		s := &out[i]
		s.X = append([]float64(nil), s.X...)
		for k := range s.X {
			s.X[k] += by
		}
		s.Source.Aside = by
	}
	return out
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
