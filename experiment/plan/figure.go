package plan

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/model"
	"fbp/results"
)

// readFigure reads [figure], and finds what it asks for and the config does not make.
func (s *Spec) readFigure(d *config.Document, p *Plan, c *Catalog) (err error) {
	if _, given := d.Root["figure"]; !given {
		return nil
	}
	decoding("figure")
	if s.figure, err = config.Build(d, "figure", c.kinds("figure", nil), nil); err != nil {
		return err
	}
	if err := s.Figure().Validate(); err != nil {
		return d.Invalid("figure", s.figure, err)
	}
	return s.Figure().CheckIn(d, p, s.Theories)
}

// Figure is what the config asks the run to draw at its end, nil for nothing.
func (s *Spec) Figure() Figure {
	if s.figure == nil {
		return nil
	}
	return s.figure.Value.(Figure)
}

// Panels are those that searches and measurements declare, of each kind the first that the config has; equal ones once.
// Those along what is swept have its column.
func (p *Plan) Panels() (panels []model.Panel) {
	searches, measures := map[string][]declaring{}, map[string][]declaring{}
	for _, i := range p.Distinct() {
		at := p.points[i]
		if at.Pair == nil {
			about := at.Algorithm.About()
			if about.Panels == nil && !about.Numbers {
				about.Panels = model.SearchPanels
			}
			searches[at.algorithm.Kind] = append(searches[at.algorithm.Kind], declaring{about.Panels, at})
		}
		for _, m := range at.Measures {
			measures[m.Kind] = append(measures[m.Kind], declaring{m.About().Panels, at})
		}
	}
	for _, of := range []map[string][]declaring{searches, measures} {
		for _, kind := range slices.Sorted(maps.Keys(of)) {
			q, ok := p.first(of[kind])
			if q.X == model.Swept {
				q.X = p.along()
			}
			if ok && !slices.ContainsFunc(panels, func(o model.Panel) bool { return reflect.DeepEqual(o, q) }) {
				panels = append(panels, q)
			}
		}
	}
	return panels
}

// declaring is a kind at a point, with the panels that it declares there.
type declaring struct {
	panels []model.Panel
	at     *Point
}

// first is the first panel of a kind that any of its points has.
func (p *Plan) first(all []declaring) (q model.Panel, ok bool) {
	for k := 0; ; k++ {
		more := false
		for _, d := range all {
			if more = more || k < len(d.panels); k < len(d.panels) && p.is(d.panels[k].When, d.at) {
				return d.panels[k], true
			}
		}
		if !more {
			return q, false
		}
	}
}

// is tells whether a panel for such a config is one for a point.
func (p *Plan) is(when model.When, at *Point) bool {
	switch when {
	case model.Loaded:
		return slices.ContainsFunc(p.Swept, kinds.IsLoad)
	case model.Unswept:
		return len(p.Swept) == 0
	case model.Tested:
		return at.Source.About().Tests > 0
	case model.Layered:
		return len(at.Model.Freedom()) > 1
	case model.Trained:
		tables, _ := kinds.LayoutsOf(at.Algorithm)
		return slices.ContainsFunc(tables, func(l results.Layout) bool { return slices.Contains(l.Values, "epochs") })
	}
	return true
}

// along is the column of the swept key that panels run along: alpha for the load and where nothing is swept, else the
// first key that has numbers.
func (p *Plan) along() string {
	for i, path := range p.Swept {
		text := func(at ShownPoint) bool { _, number := Cell(at.Values[i]).Float(); return !number }
		if !slices.ContainsFunc(p.Swept, kinds.IsLoad) && !slices.ContainsFunc(p.Points, text) {
			return path[strings.LastIndex(path, ".")+1:]
		}
	}
	return "alpha"
}

// ReadShown reads what the config of a run shows beside its tasks, whose plan is decoded: the
// theories, the figure if it names one, and the tables that it adds.
func ReadShown(d *config.Document, p *Plan, c *Catalog) (s *Spec, err error) {
	s = &Spec{Points: p.searches(), Swept: p.Swept}
	if err := s.readTheories(d, c); err != nil {
		return nil, err
	}
	if err := s.readFigure(d, p, c); err != nil {
		return nil, err
	}
	s.Distances, err = DistancesOf(d)
	return s, err
}
