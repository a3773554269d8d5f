package figure

import (
	"cmp"
	"math"
	"slices"

	"fbp/plot"
)

// residuals are the differences between points and theory in units of the points' errors, of curves with bars of y: from the theory at their
// values, or from the only one of these axes. Between two points of theory it is a straight line.
func residuals(curves []curve) (series []plot.Series) {
	lines := slices.DeleteFunc(slices.Clone(curves), func(c curve) bool { return !c.theory })
	for _, c := range curves {
		k := slices.IndexFunc(lines, func(o curve) bool { return o.in == c.in })
		if k < 0 && len(lines) == 1 {
			k = 0
		}
		if c.theory || k < 0 || len(c.YErr) == 0 {
			continue
		}
		s := plot.Series{Style: c.Style, Why: c.Why}
		s.Style.Line = plot.NoLine
		for i := range c.X {
			difference, bar := c.Y[i]-lines[k].at(c.X[i]), c.YErr[i]
			if difference > 0 && len(c.YDown) > 0 {
				bar = c.YDown[i]
			}
			if !(bar > 0) {
				difference = math.NaN()
			}
			s.X, s.Y = append(s.X, c.X[i]), append(s.Y, difference/bar)
		}
		series = append(series, s)
	}
	return series
}

// at is the value of a line at x, NaN where it has none.
func (c curve) at(x float64) float64 {
	type point struct{ x, y float64 }
	var line []point
	for i := range c.X {
		line = append(line, point{c.X[i], c.Y[i]})
	}
	slices.SortStableFunc(line, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	for i := range line {
		switch p := line[i]; {
		case p.x == x:
			return p.y
		case i > 0 && line[i-1].x < x && x < p.x:
			before := line[i-1]
			return before.y + (x-before.x)/(p.x-before.x)*(p.y-before.y)
		}
	}
	return math.NaN()
}
