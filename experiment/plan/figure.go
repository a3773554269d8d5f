package plan

import (
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/results"
)

// readFigure reads [figure], or makes the figure of a config without one, and finds what its legend
// could not name.
func (s *Spec) readFigure(d *config.Document, p *Plan, c *Catalog) (err error) {
	if _, given := d.Root["figure"]; !given {
		s.figure = s.ownFigure(d, c)
	} else if s.figure, err = c.figure(d); err != nil {
		return err
	} else if err := s.Figure().Validate(); err != nil {
		return d.Invalid("figure", s.figure, err)
	}
	if s.figure == nil {
		return nil
	}
	return s.Figure().CheckIn(d, p, s.Theories)
}

// figure reads [figure].
func (c *Catalog) figure(d *config.Document) (*config.Section, error) {
	decoding("figure")
	return config.Build(d, "figure", c.kinds("figure", nil), nil)
}

// ownFigure is that of a config without one: the first kind of figure that draws a measurement of
// this config, unless theory is asked for that it does not draw, or the success of a
// sweep over α.
func (s *Spec) ownFigure(d *config.Document, c *Catalog) *config.Section {
	measured, pairs := s.measured()
	own := "" // kind that draws a measurement
	for _, kind := range slices.Backward(slices.Sorted(maps.Keys(c.Figures))) {
		table := c.Figures[kind]().Table(measured)
		if slices.ContainsFunc(measured, func(l results.Layout) bool { return l.Table == table }) {
			own = kind
		}
	}
	of := Drawable{Measured: measured, Pairs: pairs, Searched: s.searched(), Swept: sweptColumns(d), Success: s.Claims() && sweepsLoad(d),
		Theories: s.Theories, Drawn: own != ""}
	if c.Standing != nil {
		if f := c.Standing(of); f != nil {
			return config.NewSection("panels", f)
		}
	}
	if own == "" && of.Success {
		own = "success"
	}
	if figure, known := c.Figures[own]; known {
		return config.NewSection(own, figure())
	}
	return nil
}

// Figure is what the run draws at its end, nil for nothing.
func (s *Spec) Figure() Figure {
	if s.figure == nil {
		return nil
	}
	return s.figure.Value.(Figure)
}

// sweepsLoad tells whether the number of patterns per weight varies over the sweep.
func sweepsLoad(d *config.Document) bool {
	return slices.ContainsFunc(d.Sweep, func(a config.Axis) bool { return kinds.IsLoad(a.Path) })
}

// sweptColumns are the columns of swept keys whose values are numbers, which an axis can show, the load first.
func sweptColumns(d *config.Document) (columns []string) {
	for _, a := range d.Sweep {
		if slices.ContainsFunc(a.Values, func(v any) bool { _, number := config.Numeric(v); return !number }) {
			continue
		}
		column := a.Path[strings.LastIndex(a.Path, ".")+1:]
		if kinds.IsLoad(a.Path) {
			columns = append([]string{column}, columns...)
		} else {
			columns = append(columns, column)
		}
	}
	return columns
}

// ReadShown reads what the config of a run shows beside its tasks, whose plan is decoded: the
// theories, the figure if it names one, and the tables that it adds.
func ReadShown(d *config.Document, p *Plan, c *Catalog) (s *Spec, err error) {
	s = &Spec{Points: p.searches(), Swept: p.Swept}
	if err := s.readTheories(d, c); err != nil {
		return nil, err
	}
	if _, given := d.Root["figure"]; given {
		if err := s.readFigure(d, p, c); err != nil {
			return nil, err
		}
	}
	s.Distances, err = DistancesOf(d)
	return s, err
}
