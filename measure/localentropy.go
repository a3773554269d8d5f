package measure

import (
	"slices"

	"fbp/bp"
	"fbp/internal/fault"
	"fbp/model"
)

// LocalEntropy measures the entropy of solutions around a reference w̃ as a
// function of their overlap with it, by belief propagation biased towards it:
// with h_i^ext = ρ w̃_i and F(ρ) the Bethe free entropy,
//
//	t(ρ) = Σ_i w̃_i m_i/N,   d = (1 − t)/2,   φ(ρ) = F(ρ)/N − ρ t,
//
// in nats per weight. The solutions counted have margin Kappa, which need not be
// that of the reference. With a Potential they count by a power of their stabilities, and the
// entropy is that of this measure, F(ρ)/N − ρ t − bα ⟨ln(Δ − κ)⟩. Source: PRL 127, 278301 (2021), supplement.
type LocalEntropy struct {
	Rho      bp.Schedule `toml:"rho,omitempty" help:"strength of the bias towards the solution"`
	Lambda   bp.Schedule `toml:"lambda,omitempty" help:"elastic coupling to the solution, for spherical weights, instead of rho"`
	Kappa    float64     `toml:"kappa" help:"margin of the surrounding solutions"`
	Mutual   bool        `toml:"mutual,omitempty" help:"also the overlap of the surrounding solutions with each other, for binary weights"`
	Replicon bool        `toml:"replicon,omitempty" absent:"false" help:"also how fast a small difference of messages grows: above 1, replica symmetry is unstable"`

	Potential *bp.Potential `toml:"potential,omitempty" absent:"" help:"how much a surrounding solution counts; without it all count alike"`
	bp.Passing
}

// weighing says which weights count.
func (l *LocalEntropy) weighing() bp.Temperature { return bp.Temperature{Potential: l.Potential} }

// weighed tells whether solutions do not count alike.
func (l *LocalEntropy) weighed() bool { return l.Potential != nil && l.Potential.Power != 0 }

// NewLocalEntropy is the measurement of the paper on model m: 49 values of ρ,
// messages of the accuracy, schedule and precision of like (nil for the defaults).
func NewLocalEntropy(m model.Model, like *bp.Passing) *LocalEntropy {
	l := &LocalEntropy{Rho: bp.Atanh(50, 1, 10), Passing: bp.DefaultFocusing().Passing}
	if spherical(m) {
		l.Rho, l.Lambda = bp.Schedule{}, bp.Exponential(40, 0.05, 50)
	}
	if like != nil {
		l.Accuracy, l.Schedule = like.Accuracy, like.Schedule
	}
	l.Damping, l.Epsilon, l.MaxSweeps = 0, 1e-6, 1000
	l.Kappa = m.Margin()
	return l
}

// Complete damps where that is needed.
func (l *LocalEntropy) Complete(given func(key string) bool) { l.CompleteLatent(given, 0.5) }

// Validate says which parameter is out of range.
func (l *LocalEntropy) Validate() error {
	if err := validate("rho", l.Rho); err != nil {
		return err
	}
	if err := validate("lambda", l.Lambda); err != nil {
		return err
	}
	if err := l.weighing().Validate(); err != nil {
		return err
	}
	return l.Passing.Validate()
}

// About implements kinds.Measurement: the surroundings of weights that make errors are not those of a solution.
func (l *LocalEntropy) About() model.About {
	const ofAlgorithm = "that of [algorithm]"
	return model.About{
		Around:  true,
		Tables:  l.tables(),
		Panels:  []model.Panel{model.EntropyPanel},
		Bytes:   l.bytes,
		Real:    l.real,
		Follows: map[string]string{"kappa": "that of [model]", "accuracy": ofAlgorithm, "schedule": ofAlgorithm, "precision": ofAlgorithm},
		Known:   l.known,
	}
}

// validate says which value of a schedule is out of range, if it is given.
func validate(key string, s bp.Schedule) error {
	if !s.Given() {
		return nil
	}
	for _, x := range s.List {
		if !(x >= 0 && x <= bp.MaxCoupling) {
			return fault.New(key+".list", x, "want values from 0 to %d", bp.MaxCoupling)
		}
	}
	return fault.In(key, s.Validate())
}

// Check refuses models that are no factor graph, and margins that the model refuses.
func (l *LocalEntropy) Check(m model.Model) error {
	around, ok := l.surrounding(m)
	if !ok {
		return fault.New("kappa", l.Kappa, "want %v: a model without a margin has no other", m.Margin())
	}
	switch spheres := spherical(m); {
	case spheres && (l.Rho.Given() || !l.Lambda.Given()):
		return fault.New("rho", nil, "want lambda and no rho for spherical weights")
	case spheres && l.Mutual:
		return fault.New("mutual", true, "want binary weights")
	case !spheres && (l.Lambda.Given() || !l.Rho.Given()):
		return fault.New("lambda", nil, "want rho and no lambda for binary weights")
	}
	graphs := around.Abilities().Graph
	if graphs == nil {
		return fault.New("kind", "local_entropy", "want a model with a factor graph")
	}
	if err := graphs.Supports(l.Accuracy); err != nil {
		return err
	}
	if err := l.Potential.Check(around, l.Accuracy); err != nil {
		return err
	}
	if err := around.Validate(); err != nil || !l.Replicon {
		return err
	}
	return l.checkReplicon(around)
}

// spherical tells whether weights are real numbers.
func spherical(m model.Model) bool { return m.Weights() == model.SphericalWeights }

// surrounding is the model that the surrounding solutions solve.
func (l *LocalEntropy) surrounding(m model.Model) (around model.Model, ok bool) {
	return asked(m, l.Kappa)
}

// asked is m itself where the margin is its own, and otherwise m with the other margin, if
// it can have one.
func asked(m model.Model, kappa float64) (other model.Model, ok bool) {
	if kappa == m.Margin() {
		return m, true
	}
	if a, ok := m.(*model.Architecture); ok {
		return a.WithMargin(kappa), true
	}
	return m, false
}

// bytes is the memory of the messages of the surrounding solutions, twice where they also start
// at zero: at a ρ that is smaller than one before it.
func (l *LocalEntropy) bytes(s model.Size) float64 {
	bytes := l.Passing.Bytes(l.around(s))
	if g := l.around(s).Model.Abilities().Graph; g != nil && !slices.IsSorted(l.rhos(g.Search.Copies)) {
		bytes *= 2
	}
	return bytes
}

// around is the size of the problem that the surrounding solutions solve.
func (l *LocalEntropy) around(s model.Size) model.Size {
	m, _ := l.surrounding(s.Model)
	return s.With(m)
}
