package figure

import (
	"fmt"
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

// marked are the points of a curve as series of one marker each: as its style has it; hollow where
// they are not as planned; crosses where they had not converged, and in a series that is hollow as
// it is. One line joins all points.
func (c curve) marked(s plot.Series) (parts []plot.Series) {
	var at [3][]int // plain, hollow, crosses
	for i, row := range c.rows[:len(s.X)] {
		kind := 0
		if c.why != nil && len(c.why[row]) > 0 {
			kind = 1
			if s.Style.Hollow || slices.Contains(c.why[row], plot.NotConverged) {
				kind = 2
			}
		}
		at[kind] = append(at[kind], i)
	}
	if s.Style.Marker == plot.NoMarker || len(at[0]) == len(s.X) {
		return []plot.Series{s}
	}
	if s.Style.Line != plot.NoLine {
		line := plot.Series{X: s.X, Y: s.Y, Dashed: s.Dashed, Style: s.Style}
		line.Style.Marker = plot.NoMarker
		parts = append(parts, line)
	}
	for kind, points := range at {
		if len(points) == 0 {
			continue
		}
		part := picked(s, points)
		part.Dashed, part.Style.Line, part.Joined = nil, plot.NoLine, s.Style.Line
		switch kind {
		case 1:
			part.Style.Hollow = true
		case 2:
			part.Style.Hollow, part.Style.Marker, part.Style.Size = false, plot.Cross, s.Style.Size*1.3
		}
		for _, i := range points {
			for _, reason := range c.why[c.rows[i]] {
				if kind > 0 && !slices.Contains(part.Why, reason) && (kind == 1 || s.Style.Hollow || reason == plot.NotConverged) {
					part.Why = append(part.Why, reason)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// picked is a series of some of the points.
func picked(s plot.Series, at []int) plot.Series {
	for _, list := range []*[]float64{&s.X, &s.Y, &s.XErr, &s.YErr, &s.YDown} {
		*list = some(*list, at)
	}
	s.Dashed = some(s.Dashed, at)
	return s
}

// some are the values at some places of a list, nil of none.
func some[T any](list []T, at []int) (out []T) {
	for _, i := range at {
		if len(list) > 0 {
			out = append(out, list[i])
		}
	}
	return out
}
