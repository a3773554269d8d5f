package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// scale maps the values of one axis onto the canvas.
type scale struct {
	min, max float64
	log      bool
	lo, hi   vg.Length // where min and max lie
}

// at is the place of a value; not finite where there is none.
func (s scale) at(v float64) vg.Length {
	t := (v - s.min) / (s.max - s.min)
	if s.log {
		t = (math.Log(v) - math.Log(s.min)) / (math.Log(s.max) - math.Log(s.min))
	}
	return s.lo + vg.Length(t)*(s.hi-s.lo)
}

// value is what stands at a place.
func (s scale) value(at vg.Length) float64 {
	t := float64((at - s.lo) / (s.hi - s.lo))
	if s.log {
		return math.Exp(math.Log(s.min) + t*(math.Log(s.max)-math.Log(s.min)))
	}
	return s.min + t*(s.max-s.min)
}

// left is the share of the axis beyond a value.
func (s scale) left(v float64) vg.Length {
	unit := s
	unit.lo, unit.hi = 0, 1
	return 1 - unit.at(v)
}

// slop is how far outside the frame a point may lie and still be drawn: it
// covers the rounding of a value that is the end of its axis.
const slop = 1e-6

// holds reports whether a value lies on the axis, ends included.
func (s scale) holds(v float64) bool {
	at := s.at(v)
	return at >= s.lo-slop && at <= s.hi+slop
}

// clamped is the place of a value, moved to the nearest end of the axis, and
// whether it had to be moved.
func (s scale) clamped(v float64) (at vg.Length, moved bool) {
	if s.log && v <= 0 {
		return s.lo, true
	}
	at = s.at(v)
	inside := min(max(at, s.lo), s.hi)
	return inside, math.Abs(float64(at-inside)) > slop
}

// tiny and its inverse are the ends of the numbers that axes can show.
const tiny = 1e-290

// finest is the least length of an axis relative to its largest value: below
// it, rounding would show.
const finest = 1e-12

// extent is the smallest interval that contains all values added to it.
type extent struct {
	min, max float64
	any      bool
}

// add leaves out what is missing, and what is too large or too small to have
// an axis around it.
func (e *extent) add(v float64, log bool) {
	if !(math.Abs(v) < 1/tiny) || log && v < tiny {
		return
	}
	if math.Abs(v) < tiny {
		v = 0
	}
	if !e.any {
		e.min, e.max, e.any = v, v, true
	}
	e.min, e.max = min(e.min, v), max(e.max, v)
}

// addBar adds a value with the ends of its bar. A logarithmic axis leaves out a lower one that is
// nearly zero, as 2 − 2.0000001 may be: decades without data would follow.
func (a Axis) addBar(e *extent, v, down, up float64) {
	a.addTo(e, v)
	a.addTo(e, v+up)
	if !a.Log || !reachesZero(v, down) {
		a.addTo(e, v-down)
	}
}

// reachesZero tells whether a bar of some length ends at 0 or nearly there.
func reachesZero(v, down float64) bool { return v-down <= 1e-3*v }

// margin is the part of the axis left free at either end.
const margin = 0.04

// End is an end of an axis that is given.
func End(at float64) *float64 { return &at }

// limits are the ends of the axis, each as given or around the data, which are those that
// lie on the axis.
func (a Axis) limits(data extent) (lo, hi float64) {
	if lo, hi = a.covering(data); a.Min != nil {
		lo = *a.Min
	}
	if a.Max != nil {
		hi = *a.Max
	}
	return lo, hi
}

// covering are ends around the data and those that are given.
func (a Axis) covering(data extent) (lo, hi float64) {
	if !data.any {
		return a.empty()
	}
	for _, end := range []*float64{a.Min, a.Max} {
		if end != nil {
			data.add(*end, a.Log)
		}
	}
	switch {
	case !a.Log && data.min == 0 && data.max == 0:
		return -1, 1
	case a.Log:
		l, h := math.Log(data.min), math.Log(data.max)
		m := max(margin*(h-l), 0.1)
		return math.Exp(l - m), math.Exp(h + m)
	}
	span := data.max - data.min
	if span <= finest*max(math.Abs(data.min), math.Abs(data.max)) { // a single value
		span = math.Abs(data.max) * 5
	}
	lo, hi = data.min-margin*span, data.max+margin*span
	if data.min >= 0 && lo < 0 {
		lo = 0
	}
	if data.max <= 0 && hi > 0 {
		hi = 0
	}
	return lo, hi
}

// empty are ends where no data lie on the axis: beside one that is given, as far as it is
// from zero, and two decades on a logarithmic axis.
func (a Axis) empty() (lo, hi float64) {
	end, apart := 0.0, 1.0
	switch {
	case a.Log && a.Min != nil:
		return *a.Min, 100 * *a.Min
	case a.Log && a.Max != nil:
		return *a.Max / 100, *a.Max
	case a.Log:
		return 0.1, 10
	case a.Min != nil:
		end = *a.Min
	case a.Max != nil:
		end, apart = *a.Max, -1
	}
	if end != 0 {
		apart *= math.Abs(end)
	}
	return min(end, end+apart), max(end, end+apart)
}

// holds tells whether the ends that are given leave room for a value.
func (a Axis) holds(v float64) bool {
	return (a.Min == nil || v >= *a.Min) && (a.Max == nil || v <= *a.Max)
}

// addTo adds a value to the extent of an axis that may hold it.
func (a Axis) addTo(e *extent, v float64) {
	if a.holds(v) {
		e.add(v, a.Log)
	}
}

// addGuides adds the guides with names that are no farther from the values than these reach.
func (a Axis) addGuides(e *extent) {
	span := max(e.max-e.min, 0.2*max(math.Abs(e.min), math.Abs(e.max)))
	near := *e
	for i := range a.Names {
		if g := a.Guides[i]; a.Names[i] != "" && e.any && g >= e.min-span && g <= e.max+span {
			a.addTo(&near, g)
		}
	}
	*e = near
}

// ranges finds the limits of both axes. An automatic y axis looks only at what
// lies within the limits of x, as is needed for a detail in an inset.
func ranges(x, y Axis, series []Series) (xs, ys scale) {
	var e extent
	eachValue(series, func(s Series, i int) {
		if !math.IsNaN(s.Y[i]) {
			x.addBar(&e, s.X[i], half(s.XErr, i), half(s.XErr, i))
		}
	})
	x.addGuides(&e)
	xs.log, ys.log = x.Log, y.Log
	xs.min, xs.max = x.limits(e)
	e = extent{}
	eachValue(series, func(s Series, i int) {
		if s.X[i] >= xs.min && s.X[i] <= xs.max {
			y.addBar(&e, s.Y[i], s.down(i), half(s.YErr, i))
		}
	})
	y.addGuides(&e)
	ys.min, ys.max = y.limits(e)
	return xs, ys
}

// Drawable reports whether there is any point.
func (s Series) Drawable() bool { return s.values() > 0 }

func eachValue(series []Series, visit func(s Series, i int)) {
	for _, s := range series {
		for i := range s.X {
			visit(s, i)
		}
	}
}

// down is the length of the i-th error bar of y downwards.
func (s Series) down(i int) float64 {
	if len(s.YDown) > 0 {
		return half(s.YDown, i)
	}
	return half(s.YErr, i)
}

// half is the i-th half length of an error bar, 0 where there is none.
func half(err []float64, i int) float64 {
	if i >= len(err) || math.IsNaN(err[i]) {
		return 0
	}
	return err[i]
}
