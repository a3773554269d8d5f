package catalog

import (
	"fmt"
	"math"
	"slices"

	"fbp/theory/franzparisi"
)

var franzParisi1RSBEntry = Entry{
	Name: "franz-parisi-1rsb",
	Params: []Param{loadParam, kappaRefParam, aroundKappa, distanceParam,
		{Name: "m", Help: "Parisi parameter, 0 < m ≤ 1", Within: Interval{To: 1, Open: true}}},
	Fixed:   perceptronOf("binary"),
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: slices.Concat(curveColumns, []string{"p0", "p1", "m"}),
	start: startCurve(func(c franzparisi.Curve, at []float64) (franzparisi.Point, []float64, string, error) {
		p, err := c.OneStep(at[3], at[4])
		if err != nil {
			return p.Point, []float64{math.NaN(), math.NaN(), at[4]}, "", err
		}
		note := ""
		if !math.IsNaN(p.Barrier) {
			note = fmt.Sprintf("from p1 = %.6g on to p1 = 1", p.Barrier)
		}
		return p.Point, []float64{p.P0, p.P1, p.M}, note, nil
	}),
}
