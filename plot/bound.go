package plot

import (
	"image/color"
	"math"
)

// Bound adds the entropy of all configurations at a distance, and fixes the axes around points and
// theory, the distance from 0 to just past the largest of a point. The bound, which rises far above
// the points, does not stretch the axis of entropy.
func (p *Panel) Bound(sphere bool) {
	var points []Series
	for _, s := range p.Series {
		if s.Style.Marker != NoMarker {
			points = append(points, s)
		}
	}
	x, _ := ranges(p.X, p.Y, points)
	p.X.Min, p.X.Max = End(0), End(min(x.max, 1))
	_, y := ranges(p.X, p.Y, p.Series)
	p.Y.Min, p.Y.Max = End(y.min), End(y.min+1.12*(y.max-y.min))

	const n = 200
	bound := Series{Name: "all configurations", Style: Style{Color: color.Black, Line: Dashed, Width: 0.7}}
	for i := range n + 1 {
		d := *p.X.Max * float64(i*i) / (n * n) // denser where the slope diverges
		y := binaryBound(d)
		if sphere {
			y = sphereBound(d)
		}
		if !math.IsInf(y, 0) {
			bound.X, bound.Y = append(bound.X, d), append(bound.Y, y)
		}
	}
	p.Series = append(p.Series, bound)
}

// sphereBound is the entropy of all weights on a sphere at distance d = |w − w̃|²/2N,
// ½ ln d(2−d), relative to that of the whole sphere.
func sphereBound(d float64) float64 { return 0.5 * math.Log(d*(2-d)) }

// binaryBound is the logarithm of the number of all configurations at distance
// d, per weight: −d ln d − (1−d) ln(1−d), for 0 ≤ d ≤ 1.
func binaryBound(d float64) float64 {
	if d == 0 || d == 1 {
		return 0
	}
	return -d*math.Log(d) - (1-d)*math.Log1p(-d)
}
