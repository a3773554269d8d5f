package plot

import "gonum.org/v1/plot/vg"

// sizes are the measures of one set of axes, in points. The Physical Review
// wants capitals of 2 mm at least in print, which is a size of 8 to 9 points.
type sizes struct {
	label, tick, legend vg.Length // type
	major, minor        vg.Length // lengths of the ticks
	frame               vg.Length // width of frame and ticks
	guide               vg.Length // width of the lines across
	bar, cap            vg.Length // width of error bars, half the width of their caps
	pad                 vg.Length // between ticks and numbers, numbers and label
	apartX, apartY      vg.Length // least distance of labelled ticks
	marker              float64   // of the diameter of a marker
}

var (
	panelSizes = sizes{
		label: 9, tick: 8, legend: 8, major: 4, minor: 2.2, frame: 0.6, guide: 0.4,
		bar: 0.5, cap: 1.3, pad: 3.2, apartX: 34, apartY: 24, marker: 1,
	}
	insetSizes = sizes{
		label: 8, tick: 7, legend: 7, major: 2.8, minor: 1.5, frame: 0.5, guide: 0.35,
		bar: 0.5, cap: 1.2, pad: 2, apartX: 26, apartY: 18, marker: 0.85,
	}
)

const (
	pointsPerCM = 72 / 2.54
	edge        = 1.5 // free at the border of the figure
	clear       = 6.5 // between the frame and what is set inside it
)
