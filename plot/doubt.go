package plot

import (
	"fmt"
	"slices"
	"strings"
)

// Columns is a table as figures read it: numbers by the name of their column,
// NaN where a cell is missing.
type Columns interface {
	Column(name string) ([]float64, error)
}

// Doubt marks the rows of a table of means that are not as planned, or whose messages
// are unstable: of a mean replicon above 1.
type Doubt struct {
	planned               int
	few, unsolved, frozen []bool // by row: fewer samples than planned; unsolved ones among them; readings that had not converged
	unstable              []bool // by row
}

// ReadDoubt reads the counts of a table, if it has any.
func ReadDoubt(t Columns, planned int) (d Doubt, err error) {
	d.planned = planned
	samples, err := t.Column("n_samples")
	if err != nil {
		samples, err = t.Column("samples") // of searches
	}
	if err != nil {
		return single(t), nil
	}
	included, _ := t.Column("n_included")
	unconverged, _ := t.Column("n_unconverged")
	replicon, _ := t.Column("replicon")
	d.few, d.unsolved, d.frozen = make([]bool, len(samples)), make([]bool, len(samples)), make([]bool, len(samples))
	d.unstable = make([]bool, len(samples))
	for i := range samples {
		d.few[i] = samples[i] > 0 && samples[i] < float64(planned)
		d.unsolved[i] = included != nil && included[i] > 0
		d.unstable[i] = replicon != nil && replicon[i] > 1
		d.frozen[i] = unconverged != nil && unconverged[i] > 0
	}
	return d, nil
}

// single are the doubts in a table of single samples, if it says which readings had not
// converged.
func single(t Columns) (d Doubt) {
	unconverged, err := t.Column("n_unconverged")
	if err != nil {
		return d
	}
	n := len(unconverged)
	d.few, d.unsolved, d.frozen = make([]bool, n), make([]bool, n), make([]bool, n)
	for i := range unconverged {
		d.frozen[i] = unconverged[i] > 0
	}
	return d
}

// Marked are the points of a series of some rows as series of one marker each: as
// the style has it, hollow, or crosses, with the reasons; one line
// joins all points.
func (d Doubt) Marked(s Series, rows []int) (parts []Series) {
	if d.few == nil || s.Style.Marker == NoMarker || s.Style.Hollow {
		return []Series{s}
	}
	at := d.kinds(rows[:len(s.X)])
	if len(at[0]) == len(s.X) {
		return []Series{s}
	}
	if s.Style.Line != NoLine {
		line := Series{X: s.X, Y: s.Y, Dashed: s.Dashed, Style: s.Style}
		line.Style.Marker = NoMarker
		parts = append(parts, line)
	}
	plain := s.Style
	plain.Line = NoLine
	hollow, cross := plain, plain
	hollow.Hollow = true
	cross.Marker, cross.Size = Cross, s.Style.Size*1.3
	for kind, style := range [...]Style{plain, hollow, cross} {
		if len(at[kind]) == 0 {
			continue
		}
		part := s.pick(at[kind])
		part.Style, part.Joined = style, s.Style.Line
		for _, i := range at[kind] {
			switch row := rows[i]; kind {
			case 1:
				part.Why = append(part.Why, d.why(row)...)
			case 2:
				part.Why = append(part.Why, notConverged)
			}
		}
		slices.Sort(part.Why)
		part.Why = slices.Compact(part.Why)
		parts = append(parts, part)
	}
	return parts
}

// kinds are the places of the rows that are as planned, in doubt, and have not converged.
func (d Doubt) kinds(rows []int) (at [3][]int) {
	for i, row := range rows {
		kind := 0
		switch {
		case d.frozen[row]:
			kind = 2
		case len(d.why(row)) > 0:
			kind = 1
		}
		at[kind] = append(at[kind], i)
	}
	return at
}

// The reasons for marks, in the order of the legend; that for few samples begins so.
const (
	fewerThan    = "fewer than "
	unsolvedOnes = "with unsolved samples"
	aboveOne     = "replicon above 1"
	notConverged = "not converged"
)

// why is why a row is marked by hollow markers.
func (d Doubt) why(row int) (reasons []string) {
	if d.few[row] {
		reasons = append(reasons, fmt.Sprintf("%s%d samples", fewerThan, d.planned))
	}
	if d.unsolved[row] {
		reasons = append(reasons, unsolvedOnes)
	}
	if row < len(d.unstable) && d.unstable[row] {
		reasons = append(reasons, aboveOne)
	}
	return reasons
}

// inOrder are reasons in the order of the legend. After the samples that are few those
// that are unsolved need no noun.
func inOrder(why []string) (out []string) {
	for _, reason := range []string{fewerThan, unsolvedOnes, aboveOne, notConverged} {
		for _, w := range why {
			if !strings.HasPrefix(w, reason) {
				continue
			}
			if w == unsolvedOnes && len(out) > 0 {
				w = "unsolved ones"
			}
			out = append(out, w)
		}
	}
	return out
}

// pick is a series of some of the points.
func (s Series) pick(at []int) (out Series) {
	of := func(x []float64) (picked []float64) {
		for _, i := range at {
			if len(x) > 0 {
				picked = append(picked, x[i])
			}
		}
		return picked
	}
	out = s
	out.X, out.Y, out.XErr, out.YErr, out.YDown, out.Low, out.High = of(s.X), of(s.Y), of(s.XErr), of(s.YErr), of(s.YDown), of(s.Low), of(s.High)
	out.Dashed = nil
	return out
}
