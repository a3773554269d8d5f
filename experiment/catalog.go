package experiment

import (
	"fbp/bp"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
)

// Catalog is what a config can name: for every kind the constructor of its
// struct, filled with the defaults. A key of the config is a field with a toml
// tag. Adding a kind is adding one line to Standard.
type Catalog struct {
	Models       map[string]func() model.Model
	Instances    map[string]func() instances.Source
	Algorithms   map[string]func(model.Model) Algorithm
	Measurements map[string]func(model.Model, Algorithm) Measurement // defaults may follow model and algorithm
	Figures      map[string]func() Figure
}

// Standard is the catalog of the program.
func Standard() *Catalog {
	return &Catalog{
		Models: map[string]func() model.Model{
			"perceptron": func() model.Model { return &model.Perceptron{} },
		},
		Instances: map[string]func() instances.Source{
			"random":  func() instances.Source { return &instances.Random{} },
			"teacher": func() instances.Source { return &instances.Teacher{} },
			"file":    func() instances.Source { return &instances.File{} },
		},
		Algorithms: map[string]func(model.Model) Algorithm{
			"fbp":  func(model.Model) Algorithm { return bp.DefaultFocusing() },
			"file": func(model.Model) Algorithm { return &Stored{} },
		},
		Measurements: map[string]func(model.Model, Algorithm) Measurement{
			"local_entropy":  func(m model.Model, a Algorithm) Measurement { return measure.NewLocalEntropy(m, passing(a)) },
			"stability":      func(model.Model, Algorithm) Measurement { return measure.NewStability() },
			"generalization": func(model.Model, Algorithm) Measurement { return &measure.Generalization{} },
		},
		Figures: map[string]func() Figure{
			"local_entropy": func() Figure { return &LocalEntropyFigure{Bars: "std"} },
			"panels":        func() Figure { return &PanelsFigure{} },
			"success":       func() Figure { return &SuccessFigure{Guides: true} },
		},
	}
}

// passing is how an algorithm or a measurement passes messages, nil if it does not.
func passing(a any) *bp.Passing {
	p, ok := a.(interface{ MessagePassing() bp.Passing })
	if !ok {
		return nil
	}
	like := p.MessagePassing()
	return &like
}
