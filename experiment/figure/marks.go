package figure

import (
	"fmt"
	"math"
	"slices"

	"fbp/plot"
	"fbp/results"
)

// marks are the reasons for which the values y of the rows of a measured table are not as planned, none for
// one that is: fewer samples than planned, failed searches, which it leaves out, unsolved ones among its samples, unstable
// messages (a mean replicon above 1), readings that had not converged. Where y is a mean over some of the samples of the row,
// unsolved ones are among them if there are more than those that are solved.
func marks(t *results.Table, y string, planned int) [][]string {
	column := func(names ...string) []float64 {
		for _, name := range names {
			if values, err := t.Column(name); err == nil {
				return values
			}
		}
		return make([]float64, len(t.Rows))
	}
	all, failed := column("n_samples", "samples"), column("n_failed")
	samples := column(y+results.SuffixOfNumber, "n_samples", "samples")
	included, replicon, unconverged := column("n_included"), column("replicon"), column("n_unconverged")
	if !slices.Contains(t.Columns, "n_samples") { // of single samples
		replicon = column("")
	}
	why := make([][]string, len(t.Rows))
	for i := range why {
		if samples[i] > 0 && samples[i] < float64(planned) {
			why[i] = append(why[i], fmt.Sprintf("%s%d samples", plot.FewerThan, planned))
		}
		if failed[i] > 0 {
			why[i] = append(why[i], plot.WithoutFailed)
		}
		if included[i] > all[i]-samples[i] {
			why[i] = append(why[i], plot.UnsolvedOnes)
		}
		if replicon[i] > 1 {
			why[i] = append(why[i], plot.AboveOne)
		}
		if unconverged[i] > 0 {
			why[i] = append(why[i], plot.NotConverged)
		}
	}
	return why
}

// doubt gives the points of curves the reasons for which they are not as planned. A curve without a point that is has them in its name; if
// all curves are so, for the same reasons, the legend has these once.
func doubt(curves []curve) (entries []plot.Series) {
	whole, measured := map[string][]int{}, 0
	for i := range curves {
		c := &curves[i]
		if c.why == nil || c.Style.Marker == plot.NoMarker {
			continue
		}
		measured++
		if said := c.doubt(); said != "" && c.Name != "" {
			whole[said], c.Why = append(whole[said], i), nil
		}
	}
	for said, of := range whole {
		if len(of) > 1 && len(of) == measured {
			return []plot.Series{{Name: said, Note: true}}
		}
		for _, i := range of {
			curves[i].Name += " (" + said + ")"
		}
	}
	return nil
}

// doubt gives the points of a curve their reasons, and returns all of them in words if every point has some and none is a cross.
func (c *curve) doubt() string {
	var all []string
	plain := false
	for i, row := range c.rows[:len(c.X)] {
		c.Why = append(c.Why, c.why[row])
		plain = plain || len(c.why[row]) == 0 && !math.IsNaN(c.X[i]) && !math.IsNaN(c.Y[i])
		for _, reason := range c.why[row] {
			if !slices.Contains(all, reason) {
				all = append(all, reason)
			}
		}
	}
	switch {
	case len(all) == 0:
		c.Why = nil
	case !plain && !slices.Contains(all, plot.NotConverged):
		return plot.Said(all)
	}
	return ""
}
