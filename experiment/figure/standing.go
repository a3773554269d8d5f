package figure

import (
	"maps"
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/plot"
	"fbp/results"
)

// mostStanding is the number of panels of a figure that no config declares.
const mostStanding = 4

// Standing is the figure of a config that declares none: one panel for each table that is
// measured against a coordinate, such as the error against the fraction of inputs that
// are flipped, and for the first number of each measurement against the first swept key,
// such as the error on new patterns against α; overlaps too against what is swept. Theory that has
// the same columns stands beside them, and further numbers that theory has are shown for it, also
// those of a search that measures entropies. Where nothing is measured it shows searches
// that have epochs: how often they succeed against α, if that is swept, and their errors
// while they last. It is nil if there is nothing to draw, or where a figure of another
// kind draws all of the theory.
func Standing(of plan.Drawable) *Panels {
	b := standing{of: of}
	for _, l := range of.Measured {
		b.measured(l, "summary")
	}
	for _, l := range of.Pairs {
		b.measured(l, "pairs")
	}
	if len(b.panels) == 0 {
		b.searched()
	}
	if of.Drawn { // by a figure of local entropies, but for other theory
		if !b.needed {
			return nil
		}
		b.panels = slices.DeleteFunc(b.panels, func(p Panel) bool { return !hasTheory(p) && p.Series[0].XBar == "" })
	}
	f, kept := new(Panels), []int(nil)
	f.Columns = 2
	for _, theory := range []bool{true, false} { // which is asked for
		for i, p := range b.panels {
			if hasTheory(p) == theory && len(kept) < mostStanding {
				kept = append(kept, i)
			}
		}
	}
	for i, p := range b.panels {
		if p.Title = ""; slices.Contains(kept, i) {
			f.Panels = append(f.Panels, p)
		}
	}
	switch len(f.Panels) {
	case 0:
		return nil
	case 1:
		f.Columns = 1
	}
	return f
}

// standing is such a figure in the making.
type standing struct {
	of     plan.Drawable
	panels []Panel
	needed bool // theory that no other figure draws
}

func hasTheory(p Panel) bool {
	return slices.ContainsFunc(p.Series, func(s Drawn) bool { return s.Theory != "" })
}

// beside are the series of theories that have the columns of a panel.
func beside(theories []*theories.Theory, x, y string) (series []Drawn) {
	for _, th := range theories {
		if ownX, ownY, ok := th.Beside(x, y); ok {
			s := Drawn{Theory: th.Name, X: ownX, Y: ownY}
			if ownY == "entropy" && !th.Relative() {
				s.Dashed = ownY
			}
			series = append(series, s)
		}
	}
	return series
}

// beside are those of the theories of the config.
func (b *standing) beside(x, y string) []Drawn { return beside(b.of.Theories, x, y) }

// measured adds the panels of a table of readings, whose numbers are in another table.
func (b *standing) measured(l results.Layout, numbers string) {
	at := slices.DeleteFunc(slices.Clone(l.At), func(c string) bool { return c == results.Of || slices.Contains(l.Optional, c) })
	swept := len(b.of.Swept) > 0
	switch {
	case len(l.Values) == 0:
	case l.Curve != nil:
		b.panels = append(b.panels, (&LocalEntropy{}).AsPanels([]results.Layout{l}, b.of.Theories).Panels...)
	case len(at) == 1 && at[0] == layerColumn && swept:
		x := b.swept(l.Values[0])
		b.add(x, l.Values[0], Drawn{Table: l.Table, X: x, Y: l.Values[0], YBar: l.Values[0] + "_sem"})
	case len(at) == 1:
		b.table(l, at[0])
	case len(at) == 0:
		b.numbers(l.Values, numbers, swept && numbers == "summary")
	}
}

// table adds the panel of a table with one coordinate: of its first value, or of the columns that
// a theory has.
func (b *standing) table(l results.Layout, at string) {
	x, y := at, l.Values[0]
	for _, xx := range append([]string{at}, l.Values...) {
		for _, yy := range l.Values {
			if xx != yy && len(b.beside(xx, yy)) > 0 && len(b.beside(x, y)) == 0 {
				x, y = xx, yy
			}
		}
	}
	s := Drawn{Table: l.Table, X: x, Y: y, YBar: y + "_sem"}
	if x != at {
		s.XBar = x + "_sem"
	}
	if !slices.Contains(l.At, results.Of) {
		b.add(x, y, s)
		return
	}
	var all []Drawn
	for _, of := range []string{"reference", "replicas"} {
		s.Of, s.Label = of, of
		all = append(all, s)
	}
	b.add(x, y, all...)
}

// numbers adds panels of numbers of the samples against what is swept: of the first, if it is wanted,
// and of those that a theory has.
func (b *standing) numbers(values []string, table string, first bool) {
	for i, y := range values {
		x := b.swept(y)
		if theory := b.beside(x, y); len(theory) == 0 && (i > 0 || !first) || b.shows(x, y) {
			continue
		}
		s := Drawn{Table: table, X: x, Y: y, YBar: y + "_sem"}
		if table == "pairs" {
			s.YBar, s.Marker, s.Line = "", "circle", "none"
		}
		b.add(x, y, s)
	}
}

// shows tells whether a panel has these axes: overlaps of pairs are those of their one layer.
func (b *standing) shows(x, y string) bool {
	return slices.ContainsFunc(b.panels, func(p Panel) bool { return p.Series[0].X == x && p.Series[0].Y == y })
}

// swept is the column of the key that runs along the axis of a number: α for a number of patterns,
// and where nothing is swept, if theory has the number against it.
func (b *standing) swept(y string) string {
	switch {
	case len(b.of.Swept) == 0:
		return alphaColumn
	case b.of.Swept[0] == "p" && len(b.beside(alphaColumn, y)) > 0:
		return alphaColumn
	}
	return b.of.Swept[0]
}

// add adds a panel, with the theory that has its columns: the first of a table, or the first that
// theory has.
func (b *standing) add(x, y string, series ...Drawn) {
	theory := b.beside(x, y)
	b.needed = b.needed || len(theory) > 0
	p := Panel{Series: append(series, theory...)}
	k := slices.IndexFunc(b.panels, func(o Panel) bool { return o.Series[0].Table == series[0].Table })
	switch {
	case k < 0:
		b.panels = append(b.panels, p)
	case len(theory) > 0 && !hasTheory(b.panels[k]):
		b.panels[k] = p
	}
}

// searched adds what searches show by themselves: of those that have an entropy, the numbers that
// theory has too, with their success; else those that have epochs.
func (b *standing) searched() {
	for _, l := range b.of.Searched {
		if l.Table == results.SolutionTable && slices.Contains(l.Values, "entropy") {
			b.numbers(l.Values, "summary", false)
		}
	}
	training := training(b.of)
	if len(b.panels) == 0 && b.of.Success && slices.ContainsFunc(b.of.Theories, guides) {
		return // the figure of success draws it
	}
	if len(b.panels) > 0 && b.of.Success && len(training) == 0 {
		training = new(Success).AsPanels(nil, nil).Panels
	}
	b.panels = append(b.panels, training...)
}

// guides tells whether a theory is marked in a figure of success.
func guides(th *theories.Theory) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(guideNames)), func(column string) bool { return single(th, column) })
}

// training are the panels of searches that have epochs, none for others. Means of errors
// are those over the searches that have not ended: a search ends at a solution.
func training(of plan.Drawable) (panels []Panel) {
	at := slices.IndexFunc(of.Searched, func(l results.Layout) bool {
		return slices.Equal(l.At, []string{"epoch"}) && slices.Contains(l.Values, "errors")
	})
	if at < 0 {
		return nil
	}
	if of.Success {
		panels = new(Success).AsPanels(nil, nil).Panels
	}
	return append(panels, Panel{Panel: plot.Panel{X: plot.Axis{Label: "epoch"}, Y: plot.Axis{Label: "errors of unfinished searches"}},
		Series: []Drawn{{Table: of.Searched[at].Table, X: "epoch", Y: "errors", Line: "solid"}}})
}
