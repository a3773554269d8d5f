package main

import (
	"math"
	"testing"

	"fbp/plot"
)

// TestSameRange: decades hold every point and bar; one sample, which has no error, and a value at the end of a decade too.
func TestSameRange(t *testing.T) {
	panels := []plot.Panel{
		{Series: []plot.Series{{X: []float64{100, 200}, Y: []float64{10, 10}, YErr: []float64{math.NaN(), math.NaN()}}}},
		{Series: []plot.Series{{X: []float64{400}, Y: []float64{math.NaN()}, YErr: []float64{1}}}},
	}
	sameRange(panels)
	for _, p := range panels {
		if *p.X.Min != 80 || *p.X.Max != 250 || *p.Y.Min != 10 || *p.Y.Max != 100 {
			t.Errorf("x %v to %v, y %v to %v", *p.X.Min, *p.X.Max, *p.Y.Min, *p.Y.Max)
		}
	}
	panels[1].Series[0].Y[0], panels[1].Series[0].YErr[0] = 90, 20
	if sameRange(panels); *panels[0].Y.Max != 1000 || *panels[0].X.Max != 500 {
		t.Errorf("x to %v, y to %v", *panels[0].X.Max, *panels[0].Y.Max)
	}
}
