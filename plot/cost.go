package plot

import (
	"errors"
	"slices"
)

// Costed is how often a solver succeeds, and what its search takes.
type Costed struct {
	Panel, Name        string  // of the panel, and of the solver in the legend
	Seconds, Error     float64 // processor time of a search, and its standard error
	Success, Low, High float64 // probability, and its 95 % interval
}

// Cost is the figure of success against seconds: one panel for each name of a panel,
// one marker for each solver. It refuses points of which none took any time.
func Cost(points []Costed) (*Figure, error) {
	f := &Figure{}
	var panels, names []string
	known := false
	for _, p := range points {
		if !(p.Seconds >= 0) {
			continue
		}
		known = known || p.Seconds > 0
		k, i := indexIn(&panels, p.Panel), indexIn(&names, p.Name)
		if k == len(f.Panels) {
			f.Panels = append(f.Panels, Panel{Label: p.Panel, X: Axis{Label: "seconds per search", Log: true},
				Y: probability(), Legend: Legend{Hide: k > 0}})
		}
		s := Series{Name: p.Name, X: []float64{p.Seconds}, Y: []float64{p.Success}, XErr: []float64{p.Error},
			YErr: []float64{p.High - p.Success}, YDown: []float64{p.Success - p.Low},
			Style: Style{Color: Color(i), Marker: MarkerAt(i), Size: 3.6}}
		f.Panels[k].Series = append(f.Panels[k].Series, s)
	}
	if !known {
		return nil, errors.New("no search whose time is known, to draw")
	}
	if len(f.Panels) > 1 {
		f.WidthCM, f.Columns = TwoColumns, min(len(f.Panels), 3)
	}
	return f, nil
}

// indexIn is the index of a name in a list, to which it is added if it is new.
func indexIn(list *[]string, name string) int {
	i := slices.Index(*list, name)
	if i < 0 {
		i, *list = len(*list), append(*list, name)
	}
	return i
}
