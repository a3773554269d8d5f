package plot

import (
	"fmt"
	"slices"
	"strings"
)

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
		return d, nil // a table without samples
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

// Marked are the points of a series of some rows as series of one marker each: as
// the style has it, hollow, or crosses. The first has the name; one line joins
// all points.
func (d Doubt) Marked(s Series, rows []int) (parts []Series) {
	if d.few == nil || s.Style.Marker == NoMarker || s.Style.Hollow {
		return []Series{s}
	}
	plain := s.Style
	plain.Line = NoLine
	hollow, cross := plain, plain
	hollow.Hollow = true
	cross.Marker, cross.Size = Cross, s.Style.Size*1.3
	styles := [...]Style{plain, hollow, cross}
	var at [len(styles)][]int
	for i := range s.X {
		kind := 0
		switch row := rows[i]; {
		case d.frozen[row]:
			kind = 2
		case d.few[row] || d.unsolved[row] || row < len(d.unstable) && d.unstable[row]:
			kind = 1
		}
		at[kind] = append(at[kind], i)
	}
	if len(at[0]) == len(s.X) {
		return []Series{s}
	}
	if s.Style.Line != NoLine {
		line := Series{X: s.X, Y: s.Y, Dashed: s.Dashed, Source: s.Source, Style: s.Style}
		line.Style.Marker = NoMarker
		parts = append(parts, line)
	}
	name := s.Name
	for kind, style := range styles {
		if len(at[kind]) > 0 {
			part := s.pick(at[kind])
			part.Name, part.Style = name, style
			parts, name = append(parts, part), ""
		}
	}
	return parts
}

// Legend explains the markers that occur.
func (d Doubt) Legend() (entries []Series) {
	point := Style{Color: shade, Marker: Circle, Size: 2.6, Hollow: true}
	few, unsolved := slices.Contains(d.few, true), slices.Contains(d.unsolved, true)
	var why []string
	if few {
		why = append(why, fmt.Sprintf("fewer than %d samples", d.planned))
	}
	switch {
	case few && unsolved:
		why = append(why, "unsolved ones")
	case unsolved:
		why = append(why, "with unsolved samples")
	}
	if slices.Contains(d.unstable, true) {
		why = append(why, "replicon above 1")
	}
	if len(why) > 0 {
		entries = append(entries, Series{Name: strings.Join(why, ", or "), Style: point})
	}
	if slices.Contains(d.frozen, true) {
		point.Marker, point.Hollow, point.Size = Cross, false, 3.4
		entries = append(entries, Series{Name: "not converged", Style: point})
	}
	return entries
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
	out.Dashed, out.Source.Rows = nil, nil
	for _, i := range at {
		if i < len(s.Source.Rows) {
			out.Source.Rows = append(out.Source.Rows, s.Source.Rows[i])
		}
	}
	return out
}
