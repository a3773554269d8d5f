package experiment

import (
	"fbp/bp"
	"fbp/bp/layered"
	"fbp/dynamics"
	"fbp/dynamics/montecarlo"
	"fbp/dynamics/straight"
	"fbp/enumeration"
	"fbp/experiment/figure"
	"fbp/experiment/kinds"
	"fbp/experiment/outside"
	"fbp/experiment/plan"
	"fbp/experiment/reuse"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
)

// Standard is the catalog of the program.
func Standard() *plan.Catalog {
	return &plan.Catalog{
		Models: map[string]func() model.Section{
			"committee":            func() model.Section { return model.NewCommittee() },
			"binary_mlp":           func() model.Section { return &model.BinaryMLP{} },
			"perceptron":           func() model.Section { return model.NewNeuron() },
			"symmetric_perceptron": func() model.Section { return &model.Symmetric{} },
		},
		Instances: map[string]func() instances.Source{
			"random":   func() instances.Source { return instances.NewRandom() },
			"teacher":  func() instances.Source { return instances.NewTeacher() },
			"features": func() instances.Source { return instances.NewFeatures() },
			"file":     func() instances.Source { return &instances.File{} },
			"redrawn":  func() instances.Source { return instances.NewRedrawn() },
			"idx":      func() instances.Source { return instances.NewIDX() },
			"cifar":    func() instances.Source { return instances.NewCIFAR() },
		},
		Algorithms:   algorithms(),
		Measurements: measurements(),
		Figures: map[string]func() plan.Figure{
			"local_entropy": func() plan.Figure { return &figure.LocalEntropy{Bars: "std"} },
			"panels":        func() plan.Figure { return &figure.Panels{} },
			"success":       func() plan.Figure { return &figure.Success{Guides: true} },
		},
		Explained: explained(),
		Example:   [][2]string{{"model", "perceptron"}, {"instance", "random"}, {"algorithm", "fbp"}, {"measure", "local_entropy"}, {"measure", "stability"}},
	}
}

// algorithms are the kinds of [algorithm].
func algorithms() map[string]func(model.Model) kinds.Algorithm {
	return map[string]func(model.Model) kinds.Algorithm{
		"hebb":               func(m model.Model) kinds.Algorithm { return dynamics.NewHebb(m) },
		"bp":                 func(m model.Model) kinds.Algorithm { return bp.NewPlain(m) },
		"command":            func(model.Model) kinds.Algorithm { return outside.New() },
		"cross_entropy":      func(model.Model) kinds.Algorithm { return dynamics.NewCrossEntropy() },
		"decimation":         func(m model.Model) kinds.Algorithm { return bp.NewDecimation(m) },
		"enumerate":          func(model.Model) kinds.Algorithm { return enumeration.New() },
		"fbp":                func(m model.Model) kinds.Algorithm { return bp.NewFocusing(m) },
		"file":               func(m model.Model) kinds.Algorithm { return reuse.New(m) },
		"lal":                func(model.Model) kinds.Algorithm { return dynamics.NewLeastAction() },
		"layered_bp":         func(model.Model) kinds.Algorithm { return layered.New() },
		"monte_carlo":        func(model.Model) kinds.Algorithm { return montecarlo.Default() },
		"linear_programs":    func(model.Model) kinds.Algorithm { return dynamics.NewLinearPrograms() },
		"localization":       func(m model.Model) kinds.Algorithm { return bp.NewLocalization(m) },
		"perceptron_rule":    func(model.Model) kinds.Algorithm { return dynamics.NewPerceptronRule() },
		"replicated_sgd":     func(model.Model) kinds.Algorithm { return dynamics.NewReplicatedSGD() },
		"straight_through":   func(model.Model) kinds.Algorithm { return straight.New() },
		"sbpi":               func(m model.Model) kinds.Algorithm { return dynamics.NewSBPI(m) },
		"hinge":              func(m model.Model) kinds.Algorithm { return dynamics.NewHinge(m) },
		"sphere_monte_carlo": func(m model.Model) kinds.Algorithm { return dynamics.NewSphereMonteCarlo(m) },
	}
}

// measurements are the kinds of [[measure]].
func measurements() map[string]func(model.Model, kinds.Algorithm) kinds.Measurement {
	return map[string]func(model.Model, kinds.Algorithm) kinds.Measurement{
		"local_entropy": func(m model.Model, a kinds.Algorithm) kinds.Measurement {
			return measure.NewLocalEntropy(m, bp.PassingOf(a))
		},
		"barrier":   func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return measure.NewBarrier(m) },
		"landscape": func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return measure.NewLandscape(m) },
		"hessian":   func(model.Model, kinds.Algorithm) kinds.Measurement { return measure.NewHessian() },
		"robustness": func(_ model.Model, a kinds.Algorithm) kinds.Measurement {
			return measure.NewRobustness().After(samplesOf(a))
		},
		"stability": func(m model.Model, a kinds.Algorithm) kinds.Measurement {
			return measure.NewStability(m).After(samplesOf(a))
		},
		"wander":          func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return measure.NewWander(m) },
		"neighbours":      func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return measure.NewNeighbours(m) },
		"solved_fraction": func(model.Model, kinds.Algorithm) kinds.Measurement { return measure.NewSolvedFraction() },
		"generalization":  func(model.Model, kinds.Algorithm) kinds.Measurement { return &measure.Generalization{} },
		"overlaps":        func(model.Model, kinds.Algorithm) kinds.Measurement { return &measure.Overlaps{} },
		"fairness":        func(m model.Model, a kinds.Algorithm) kinds.Measurement { return measure.NewFairness(m, samplesOf(a)) },
		"local_energy":    func(model.Model, kinds.Algorithm) kinds.Measurement { return measure.NewLocalEnergy() },
	}
}

// samplesOf is what the solutions of an algorithm are, which may be nil where only keys are asked for.
func samplesOf(a kinds.Algorithm) model.Samples {
	if a == nil {
		return model.Samples{}
	}
	return a.About().Samples
}
