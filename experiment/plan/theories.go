package plan

import (
	"maps"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/theories"
	"fbp/results"
)

// readTheories reads the [[theory]] tables.
func (s *Spec) readTheories(d *config.Document, c *Catalog) (err error) {
	of := theories.Experiment{Compared: c.compared()}
	for _, p := range s.Points {
		of.Points = append(of.Points, p.Conditions())
	}
	s.Theories, err = theories.Read(d, of)
	return err
}

// Conditions are what theory has to know of the point. Loads are those of the instances: at finite N they differ from
// alpha as configured by up to 1/N, which is more than the error of a mean over a few samples.
func (p *Point) Conditions() theories.Conditions {
	shown := p.shown()
	c := theories.Conditions{Traits: p.traits(), Load: shown.Load(), Alpha: shown.Alpha}
	c.Params = map[string]any{"alpha": c.Load}
	if d, ok := config.Numeric(kinds.Original(parameters(p.instance))["d"]); ok && d > 0 {
		c.Params["alpha_t"] = float64(p.P) / d
	}
	potential, _ := parameters(p.algorithm)["potential"].(map[string]any)
	if b, ok := config.Numeric(potential["power"]); ok {
		c.Params["power"] = b
	}
	for _, m := range p.measures {
		if curve := curveOf(m.Value); curve != nil {
			c.Measured = m.Kind
			break
		}
	}
	return c
}

// traits are those of the point.
func (p *Point) traits() theories.Traits {
	patterns := p.Source.About()
	t := theories.Traits{Traits: p.Model.Traits(), Labels: patterns.Labels, Function: patterns.Function}
	t.Around, t.Path = t.Kappa, t.Kappa
	for _, m := range p.measures {
		kappa, has := parameters(m)["kappa"].(float64)
		switch {
		case !has || kappa == t.Kappa:
		case curveOf(m.Value) != nil:
			t.Around = kappa
		default:
			t.Path = kappa
		}
	}
	return t
}

// Traits are those of the points of the sweep, each once.
func (s *Spec) Traits() (all []theories.Traits) {
	for _, p := range s.Points {
		if t := p.traits(); !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// curveOf is the curve of local entropies that a measurement makes, nil if none.
func curveOf(measurement any) *results.Curve {
	tables, _ := kinds.LayoutsOf(measurement)
	for _, l := range tables {
		if l.Curve != nil {
			return l.Curve
		}
	}
	return nil
}

// compared are the kinds of measurements that make curves of local entropies.
func (c *Catalog) compared() (kinds []string) {
	all := c.kindsOf("measure")
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		if curveOf(all[kind]()) != nil {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
