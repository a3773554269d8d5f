package plan

import (
	"fbp/bp"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// Catalog is what a config can name: for every kind the constructor of its
// struct, filled with the defaults. A key of the config is a field with a toml
// tag. Adding a kind is adding one line to Standard.
type Catalog struct {
	Models       map[string]func() model.Section
	Instances    map[string]func() instances.Source
	Algorithms   map[string]func(model.Model) Algorithm
	Measurements map[string]func(model.Model, Algorithm) Measurement // defaults may follow model and algorithm
	Figures      map[string]func() Figure
	// Standing is the figure of a config without one that no kind of Figures draws by
	// itself; nil for none.
	Standing func(of Drawable) Figure
	Example  [][2]string // section and kind of those in a config to start from
}

// Drawable is what a config makes that a figure could show.
type Drawable struct {
	Measured []results.Layout // tables of measurements
	Searched []results.Layout // tables of searches
	Swept    []string         // columns of swept keys, the load first
	Success  bool             // searches that may find solutions, at several loads
}

// Passing is how an algorithm or a measurement passes messages, nil if it does not.
func Passing(a any) *bp.Passing {
	p, ok := a.(interface{ MessagePassing() bp.Passing })
	if !ok {
		return nil
	}
	like := p.MessagePassing()
	return &like
}
