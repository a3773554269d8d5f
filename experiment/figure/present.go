package figure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// present leaves out of a default figure the panels that have nothing to show, which is said where something is known all
// the same: numbers at a single x, and theory that was asked for.
func (r *run) present() (notes []string, err error) {
	f := *r.panels
	f.Panels = nil
	for _, p := range r.panels.Panels {
		shown, note, err := r.shows(&p)
		if err != nil {
			return nil, err
		}
		if shown {
			f.Panels = append(f.Panels, p)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	f.Columns = min(2, len(f.Panels))
	for i := range f.Panels {
		if len(f.Panels) > 1 {
			f.Panels[i].Label = fmt.Sprintf("(%c)", 'a'+i)
		}
	}
	notes = append(notes, r.absent(f.Panels, notes...)...)
	r.panels = &f
	return notes, nil
}

// absent names the theory of a run that none of these panels draws and of which no numbers are told.
func (r *run) absent(panels []Panel, told ...string) (notes []string) {
	for _, th := range r.Theories {
		if slices.ContainsFunc(told, func(note string) bool { return strings.Contains(note, "(theory "+th.Name+")") }) {
			continue
		}
		of := func(p Panel) bool {
			return slices.ContainsFunc(p.all(), func(s Drawn) bool { return s.Theory == th.Name }) || p.Thresholds && marksGuide(th)
		}
		why := "none has its columns (fbp config figure.panels CONFIG prints the panels, to start a [figure] with)"
		switch {
		case slices.ContainsFunc(panels, of):
			continue
		case slices.ContainsFunc(r.panels.Panels, of):
			why = "there are no points beside it"
		case !r.Default:
			why = "[figure] has no series of it"
		case th.Rows() == 1:
			why = "it is a single point"
		}
		notes = append(notes, fmt.Sprintf("theory %q is in no panel: %s", th.Name, why))
	}
	return notes
}

// noPanel begins a note of numbers that no panel shows.
const noPanel = "no panel of "

// shows tells whether a panel has something to show. Points at two values of x are not joined, and at one their
// numbers are a note, unless theory makes a panel of them.
func (r *run) shows(p *Panel) (shown bool, note string, err error) {
	if p.Map != nil {
		plane, err := r.plane(p.Map)
		if errors.As(err, new(*missing)) {
			err = nil
		}
		return plane != nil, "", err
	}
	var values []string
	at := map[float64]bool{}
	theory := false
	for _, s := range p.Series {
		if theory = theory || s.Theory != ""; s.Theory != "" {
			continue
		}
		points, err := r.points(s)
		if err != nil {
			return false, "", err
		}
		for _, q := range points {
			at[q.x] = true
			values = append(values, q.words)
		}
	}
	if x := slices.Collect(maps.Keys(at)); len(x) == 1 && !theory {
		s := p.Series[0]
		values = append(values, r.theoriesAt(s, x[0])...)
		return false, fmt.Sprintf(noPanel+"%s, since there is one %s, %.4g: %s", s.Y, s.X, x[0], strings.Join(values, ", ")), nil
	}
	if p.Series = slices.Clone(p.Series); len(at) == 2 {
		for i, s := range p.Series {
			if s.Theory == "" {
				p.Series[i].Marker, p.Series[i].Line = "", "none"
			}
		}
	}
	return len(at) > 0, "", nil
}

// theoriesAt are, in words, the theories that have one number, at the x of the only points of a series.
func (r *run) theoriesAt(s Drawn, x float64) (words []string) {
	for _, th := range r.Theories {
		ownX, ownY, ok := th.Columns(s.X, s.Y)
		if !ok || th.Rows() != 1 {
			continue
		}
		t, err := r.tables(th.Table())
		if err != nil {
			continue
		}
		columns, err := r.columnsOf(t, false, ownX, ownY)
		if err == nil && len(t.Rows) == 1 && math.Abs(columns[0][0]-x) < 1e-9 {
			words = append(words, fmt.Sprintf("%.4g (theory %s)", columns[1][0], th.Name))
		}
	}
	return words
}

// measuredPoint is a point of a series, with its number in words: the settings that tell it from others, y and its error.
type measuredPoint struct {
	x     float64
	words string
}

// points are those of a measured series, none of a table that is not there or lacks its columns: no sample has them.
func (r *run) points(s Drawn) (points []measuredPoint, err error) {
	t, err := r.tables(s.Table)
	if errors.As(err, new(*missing)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	columns, err := r.columnsOf(t, true, s.X, s.Y, s.YBar, s.XBar, s.YLow, s.YHigh)
	if err != nil {
		return nil, nil
	}
	parts := r.parts(s, t)
	for _, part := range parts {
		for _, row := range part.Rows {
			x, y := columns[0][row], columns[1][row]
			if notFinite(x) || math.IsNaN(y) {
				continue
			}
			var names []string
			for _, own := range telling(part, parts) {
				names = append(names, lastPart(own.Name)+" "+own.Value)
			}
			words := fmt.Sprintf("%.4g", y)
			if bars := columns[2]; bars != nil && bars[row] == bars[row] {
				words += fmt.Sprintf(" ± %.2g", bars[row])
			}
			points = append(points, measuredPoint{x, strings.TrimSuffix(words+" ("+strings.Join(names, ", ")+")", " ()")})
		}
	}
	return points, nil
}
