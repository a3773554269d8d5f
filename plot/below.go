package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// belowShare is the part of a frame that residuals take, and belowGap what lies between.
const belowShare, belowGap = 0.28, 4

// residuals are the axes below those of a panel: of differences from theory in units of errors, with lines at 0 and ±2.
func (v *view) residuals(p Panel, width, height vg.Length) *view {
	if len(p.Below) == 0 {
		return nil
	}
	most := 3.0
	eachValue(p.Below, func(s Series, i int) {
		if y := math.Abs(s.Y[i]); y <= 1/tiny {
			most = max(most, 1.15*y)
		}
	})
	x := p.X
	x.Min, x.Max, x.Guides, x.Names = End(v.x.min), End(v.x.max), nil, nil
	y := Axis{Label: `$\Delta/\sigma$`, Min: End(-most), Max: End(most), Guides: []float64{-2, 0, 2}}
	series, sz := slices.Clone(p.Below), v.sizes
	for i := range series {
		series[i].Style.Size = smallMarker
	}
	sz.apartY = 12
	return newView(Panel{X: x, Y: y, Series: series}, sz, width, height)
}

// ticksOfX chooses the ticks of x for a frame so wide, and leaves their numbers and the label to the axes below, if there are any.
func (v *view) ticksOfX(width vg.Length) {
	v.xTicks = v.x.ticks(width, v.sizes.apartX, func(labels []string, apart vg.Length) bool {
		return v.widest(labels)+v.sizes.tick*0.8 <= apart
	})
	if v.below == nil {
		return
	}
	v.below.ticksOfX(width)
	v.xAxis.Label, v.xTicks.factor = "", ""
	for i := range v.xTicks.marks {
		v.xTicks.marks[i].label = ""
	}
}
