package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Guide is a value of an axis with a name.
type Guide struct {
	Name  string // a label, over the frame
	About string // a label: what it is about, if that is not what the figure shows; the legend then has both
	Value float64
}

// SuccessOptions are the options of Success.
type SuccessOptions struct {
	Guides  []Guide // values of α at which a line with a name crosses the figure
	Samples int     // number that each row should have; 0: not known
}

// Success is the figure of the probability that a search ends in a solution
// against α, with its 95 % interval: one curve per N and other swept key. Points
// with fewer samples than planned are hollow, and those that would lie on each other are
// side by side, see Dodge.
//
// The table is success.tsv: alpha, probability, probability_low,
// probability_high, samples. Curves differ in keys (see Keys), of which alpha is
// none.
func Success(t Columns, keys []Key, o SuccessOptions) (*Figure, error) {
	points, doubt, err := readSuccess(t, o.Samples)
	if err != nil {
		return nil, fmt.Errorf("plot: success: %w", err)
	}
	for _, k := range keys {
		if len(k.Values) != len(points.X) {
			return nil, fmt.Errorf("plot: success: key %s has %d values for %d rows", k.Name, len(k.Values), len(points.X))
		}
	}
	groups, shared := grouped(len(points.X), keys)
	p := Panel{X: Axis{Label: `$\alpha$`}, Y: probability(), Legend: Legend{Title: shared}}
	if len(groups) == 1 {
		groups[0].name, p.Legend.Title = shared, ""
	}
	curves := make([]Series, len(groups))
	for i, g := range groups {
		slices.SortStableFunc(g.rows, func(a, b int) int { return int(math.Copysign(1, points.X[a]-points.X[b])) })
		s := points.pick(g.rows)
		s.Name = g.name
		s.Style = Style{Color: Color(i), Marker: MarkerAt(i), Line: LineAt(i), Size: 3.2, Width: 0.6}
		curves[i] = s
	}
	p.X.Min, p.X.Max = guided(points.X, o.Guides)
	for i, s := range Dodge(p.X, p.Y, curves) {
		p.Series = append(p.Series, doubt.Marked(s, groups[i].rows)...)
		for k := range s.X { // markers that have moved have to stay in the frame
			x := s.beside(s.X[k], false)
			room := 0.02 * (*p.X.Max - *p.X.Min)
			if x < *p.X.Min {
				p.X.Min = End(x - room)
			}
			if x > *p.X.Max {
				p.X.Max = End(x + room)
			}
		}
	}
	for _, g := range o.Guides {
		if g.About == "" {
			p.X.Guides, p.X.Names = append(p.X.Guides, g.Value), append(p.X.Names, g.Name)
			continue
		}
		if g.Value < *p.X.Min || g.Value > *p.X.Max { // nothing is seen of it
			continue
		}
		style := Style{Color: Color(len(p.Series)), Line: Dashed, Width: 0.6}
		p.Series = append(p.Series, Series{Name: g.Name + " (" + g.About + ")", X: []float64{g.Value, g.Value}, Y: []float64{*p.Y.Min, *p.Y.Max}, Style: style})
	}
	return &Figure{Panels: []Panel{p}}, nil
}

// readSuccess is the whole table as one series.
func readSuccess(t Columns, planned int) (s Series, d Doubt, err error) {
	var low, high, samples []float64
	for _, c := range []struct {
		name string
		into *[]float64
	}{{"alpha", &s.X}, {"probability", &s.Y}, {"probability_low", &low}, {"probability_high", &high}, {"samples", &samples}} {
		if *c.into, err = t.Column(c.name); err != nil {
			return s, d, err
		}
	}
	if len(s.X) == 0 {
		return s, d, errors.New("the table has no rows")
	}
	s.Table = "success"
	d = Doubt{planned: planned, few: make([]bool, len(s.X)), unsolved: make([]bool, len(s.X)), frozen: make([]bool, len(s.X))}
	for i := range s.X {
		s.YErr, s.YDown = append(s.YErr, high[i]-s.Y[i]), append(s.YDown, s.Y[i]-low[i])
		d.few[i] = samples[i] < float64(planned)
	}
	return s, d, nil
}

// guided returns the ends of an axis around values, and around the guides whose
// distance from them is at most the width of their range.
func guided(values []float64, guides []Guide) (low, high *float64) {
	var e extent
	for _, v := range values {
		e.add(v, false)
	}
	if !e.any {
		return nil, nil
	}
	span := max(e.max-e.min, 0.1)
	near := e
	for _, g := range guides {
		if g.Value >= e.min-span && g.Value <= e.max+span {
			near.add(g.Value, false)
		}
	}
	edge := margin * max(near.max-near.min, span)
	return End(max(near.min-edge, 0)), End(near.max + edge)
}
