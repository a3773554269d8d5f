package figure

import (
	"math"
	"slices"
	"strconv"

	"fbp/results"
)

// bin leaves out the bins of a measured density before the first value and behind the last, and joins bins that are too fine for
// their number of values, as those of real stabilities are. Joined bins have no error bars: those of one sample are not independent.
func (c *curve) bin(t *results.Table) {
	some := func(y float64) bool { return y > 0 }
	first, end := slices.IndexFunc(c.Y, some), len(c.Y)
	if first < 0 {
		return
	}
	for !some(c.Y[end-1]) {
		end--
	}
	for _, list := range []*[]float64{&c.X, &c.Y, &c.XErr, &c.YErr, &c.YDown} {
		if len(*list) > 0 {
			*list = (*list)[first:end]
		}
	}
	c.rows = c.rows[first:end]
	samples, _ := strconv.ParseFloat(cell(t, c.rows[0], "n_samples"), 64)
	patterns, _ := strconv.ParseFloat(cell(t, c.rows[0], "p"), 64)
	n := together(c.X, c.Y, samples*patterns)
	if n < 2 {
		return
	}
	var x, y []float64
	var rows []int
	for i := 0; i < len(c.Y); i += n {
		sum := 0.0
		for _, one := range c.Y[i:min(i+n, len(c.Y))] {
			sum += one
		}
		x, y, rows = append(x, c.X[i]+float64(n-1)/2*(c.X[1]-c.X[0])), append(y, sum/float64(n)), append(rows, c.rows[i])
	}
	c.X, c.Y, c.rows, c.XErr, c.YErr, c.YDown = x, y, rows, nil, nil, nil
}

// together is how many bins of a density of so many values make one of Freedman and Diaconis: 2 IQR/∛count wide.
func together(x, y []float64, count float64) int {
	if len(x) < 2 || !(count > 0) {
		return 1
	}
	below := make([]float64, len(y)) // of the values up to each bin
	for i := range y {
		below[i] = y[i]
		if i > 0 {
			below[i] += below[i-1]
		}
	}
	quartile := func(share float64) float64 {
		return x[slices.IndexFunc(below, func(b float64) bool { return b >= share*below[len(below)-1] })]
	}
	return max(1, int(2*(quartile(0.75)-quartile(0.25))/math.Cbrt(count)/(x[1]-x[0])))
}
