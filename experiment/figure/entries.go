package figure

import (
	"slices"

	"fbp/plot"
)

// inPlaceOfPoints gives the entries of points, none of which can be drawn, the line of the
// curve of the same colour that has no name: a theory that they would stand for.
func inPlaceOfPoints(series []plot.Series) []plot.Series {
	for i, s := range series {
		if s.Name == "" || s.Style.Marker == plot.NoMarker || s.Drawable() {
			continue
		}
		k := slices.IndexFunc(series, func(o plot.Series) bool {
			return o.Name == "" && o.Style.Color == s.Style.Color && o.Style.Line != plot.NoLine && o.Drawable()
		})
		if k >= 0 {
			series[i] = plot.Series{Name: s.Name, Style: series[k].Style}
		}
	}
	return series
}
