package figure

import (
	"slices"

	"fbp/experiment/plan"
	"fbp/plot"
	"fbp/results"
)

// mostStanding is the number of panels of a figure that no config declares.
const mostStanding = 4

// Standing is the figure of a config that declares none: a panel for each table that is
// measured against a coordinate, such as the error against the fraction of inputs that
// are flipped, and for the first number of each measurement against the first swept key,
// such as the error on new patterns against α. Where nothing is measured it shows searches
// that have epochs: how often they succeed against α, if that is swept, and their errors
// while they last. It is nil if there is nothing to draw.
func Standing(of plan.Drawable) *Panels {
	f := &Panels{Columns: 2}
	for _, l := range of.Measured {
		at := slices.DeleteFunc(slices.Clone(l.At), func(c string) bool { return c == results.Of || slices.Contains(l.Optional, c) })
		var all []Series
		switch {
		case len(l.Values) == 0:
		case len(at) == 1 && slices.Contains(l.At, results.Of):
			for _, of := range []string{"reference", "replicas"} {
				all = append(all, Series{Table: l.Table, Of: of, Label: of, X: at[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
			}
		case len(at) == 1:
			all = append(all, Series{Table: l.Table, X: at[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
		case len(at) == 0 && len(of.Swept) > 0:
			all = append(all, Series{Table: "summary", X: of.Swept[0], Y: l.Values[0], YBar: l.Values[0] + "_sem"})
		}
		if len(all) > 0 && len(f.Panels) < mostStanding {
			f.Panels = append(f.Panels, Panel{Series: all})
		}
	}
	if len(f.Panels) == 0 {
		f.Panels = training(of)
	}
	switch len(f.Panels) {
	case 0:
		return nil
	case 1:
		f.Columns = 1
	}
	return f
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
		panels = append(panels, Panel{Y: Axis{Label: "success probability", From: plot.End(-0.04), To: plot.End(1.04)}, Dodge: true,
			Series: []Series{{Table: successTable, X: "alpha", Y: "probability", YLow: "probability_low", YHigh: "probability_high", Line: "solid", Marker: "circle"}}})
	}
	return append(panels, Panel{X: Axis{Label: "epoch"}, Y: Axis{Label: "errors of unfinished searches"},
		Series: []Series{{Table: of.Searched[at].Table, X: "epoch", Y: "errors", Line: "solid"}}})
}
