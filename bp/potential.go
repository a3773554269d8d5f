package bp

import (
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// Potential weighs the solutions by a power b of what the stability Δ_μ of each pattern has beyond the margin κ,
//
//	P(w) ∝ Π_μ θ(Δ_μ − κ) (Δ_μ − κ)^b,
//
// the measure of the energy −b Σ_μ ln(Δ_μ − κ) at inverse temperature 1.
type Potential struct {
	Power float64 `toml:"power" min:"0" max:"10" help:"weights count in proportion to this power of what each stability has beyond the margin; 0: all solutions alike"`
}

// Check refuses models whose patterns have no stability, and messages that do not know it.
func (p *Potential) Check(m model.Model, how factorgraph.Accuracy) error {
	if p == nil {
		return nil
	}
	if !model.Linear(m) {
		return fault.New("potential", nil, "want a perceptron: patterns of other models have no stability that a power could be taken of")
	}
	if p.Power != 0 && how == factorgraph.ByLatent {
		return fault.New("accuracy", how, "want %q, %q or %q with a potential", factorgraph.Accurate, factorgraph.AMP, factorgraph.Exact)
	}
	return nil
}

// mostPower bounds the power of a potential, up to which its channel is accurate.
const mostPower = 10

// weighed tells whether solutions count by a power other than zero.
func (t Temperature) weighed() bool { return t.Potential != nil && t.Potential.Power != 0 }

// powerStep is δ of differences by the power, whose error is of order δ⁴ times the fifth cumulant of the
// logarithm of a stability.
const powerStep = 1.0 / 128

// meanLog is ⟨ln(Δ − κ)⟩ per pattern over the weights that count by the potential, of a
// state at its fixed point: the derivative of the patterns' F = Σ_μ ln Z_μ by the power b, under the same
// messages,
//
//	∂_b F ≈ [2/3 (F(b+δ) − F(b−δ)) − 1/12 (F(b+2δ) − F(b−2δ))]/δ.
func (t Temperature) meanLog(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (float64, error) {
	minus, step := 0.0, min(powerStep, 0.25*t.Potential.Power) // minus is −δ ∂_b F, step δ
	shares := s.shares(nil)
	for _, term := range []struct{ at, weight float64 }{{1, 2. / 3}, {-1, -2. / 3}, {2, -1. / 12}, {-2, 1. / 12}} {
		other, err := m.(*model.Architecture).PowerGraph(t.Potential.Power+float64(term.at*step), p, how)
		if err != nil {
			return 0, err
		}
		difference, others := 0.0, s.shares(other) // F(b + at δ) − F(b)
		for mu, own := range shares {
			difference += others[mu] - own
		}
		minus -= float64(term.weight * difference)
	}
	return -(minus / (step * float64(max(1, p.P)))), nil
}

// Weighed are numbers of the measure of a [Potential], of a state at its fixed point: s = φ − bα ⟨ln(Δ − κ)⟩.
type Weighed struct {
	Entropy     float64 // s of the measure, in nats per weight, as [State.Entropy] is that of solutions
	FreeEntropy float64 // φ = Entropy + bα MeanLog
	MeanLog     float64 // ⟨ln(Δ − κ)⟩ per pattern; 0 if all count alike
}

// Weighed are those of a state whose graph is that of the potential. It fails with an
// [ImpossibleError] as [State.Entropy] does; where all count alike, Entropy is that.
func (t Temperature) Weighed(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (w Weighed, err error) {
	w.FreeEntropy, err = s.Entropy()
	if w.Entropy = w.FreeEntropy; !t.weighed() {
		return w, err
	}
	if w.MeanLog, err = t.meanLog(s, m, p, how); err != nil {
		return w, err
	}
	w.Entropy -= float64(t.Potential.Power*w.MeanLog) * float64(p.P) / float64(s.H.Len())
	return w, s.Possible(w.Entropy)
}
