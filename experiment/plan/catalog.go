package plan

import (
	"maps"
	"slices"
	"sync"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/theories"
	"fbp/instances"
	"fbp/model"
)

// Catalog is what a config can name: for every kind the constructor of its
// struct, filled with the defaults. A key of the config is a field with a toml
// tag. Adding a kind is adding one line to Standard.
type Catalog struct {
	Models       map[string]func() model.Section
	Instances    map[string]func() instances.Source
	Algorithms   map[string]func(model.Model) kinds.Algorithm
	Measurements map[string]func(model.Model, kinds.Algorithm) kinds.Measurement // defaults may follow model and algorithm
	Figures      map[string]func() Figure
	Explained    map[string]string // what kinds are, by section and kind: "algorithm.fbp"
	Example      [][2]string       // section and kind of those in a config to start from

	choosers sync.Map // of a section, see Chooses
}

// kinds are those of a section at a point, with the functions that make their structs: [algorithm]
// of a model and a source of patterns, [[measure]] of a model and an algorithm.
func (c *Catalog) kinds(section string, p *Point) map[string]func() any {
	switch section {
	case "model":
		return makers(c.Models, func(make func() model.Section) any { return make() })
	case "instance":
		return makers(c.Instances, func(make func() instances.Source) any { return make() })
	case "algorithm":
		return makers(c.Algorithms, func(make func(model.Model) kinds.Algorithm) any {
			a := make(p.Model)
			if follow := a.About().Follow; follow != nil {
				follow(p.learned())
			}
			return a
		})
	case "measure":
		return makers(c.Measurements, func(make func(model.Model, kinds.Algorithm) kinds.Measurement) any { return make(p.Model, p.Algorithm) })
	case "figure":
		return makers(c.Figures, func(make func() Figure) any { return make() })
	}
	return nil
}

// makers are functions of no argument from those of a kind of section.
func makers[F any](of map[string]F, call func(F) any) map[string]func() any {
	kinds := make(map[string]func() any, len(of))
	for kind, f := range of {
		kinds[kind] = func() any { return call(f) }
	}
	return kinds
}

// kindsOf are the kinds of a section whose defaults are those of no algorithm, and of the
// example's model.
func (c *Catalog) kindsOf(section string) map[string]func() any {
	return c.kinds(section, &Point{Model: c.usualModel()})
}

// usualModel is the model of the example, or the first of a catalog without one; nil if there is none.
func (c *Catalog) usualModel() model.Model {
	for _, part := range c.Example {
		if make, known := c.Models[part[1]]; known && part[0] == "model" {
			return make().Model()
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Models)) {
		return c.Models[kind]().Model()
	}
	return nil
}

// Figure says what a run draws at its end. Drawing itself is not done here: a
// figure is a function of a table, and the command has both.
type Figure interface {
	// Validate says which choice is out of range.
	Validate() error
	// CheckIn says what a config lacks for it to be drawn, whose plan may have no tasks yet. It is
	// asked when the config is read, before any work.
	CheckIn(d *config.Document, p *Plan, theories []*theories.Theory) error
}
