package measure

import (
	"context"
	"slices"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// measureElastic is Measure for weights on spheres. They are coupled to the
// reference w̃, scaled to the norms, by exp(−λ (w − w̃)²/2):
//
//	D(λ) = |w − w̃|²/(2N),   S(λ) = φ(λ) + [⟨χ⟩ + 2λD]/2 − ½ ln(2πe),   dS/dD = λ,
//
// in nats per weight and relative to all weights, whose S is ½ ln D(2−D); normalized is
// the difference. λ grows, messages are carried over, and the entropy of all
// solutions, at λ = 0, comes first.
//
// From some λ on, where a pattern's sum has little variance left, message passing
// diverges or has fixed points that mean nothing. The first value without fixed
// point, at which D does not fall any more, or of which there are more solutions than
// weights, is the last one tried, and all from there on are left out.
func (l *LocalEntropy) measureElastic(ctx context.Context, p *model.Problem, s *model.Solution, state *bp.State, read reading, emit func(results.Reading)) error {
	reference := slices.Clone(s.Weights)
	model.Normalize(p.Model.(*model.Architecture), reference)
	lambdas := slices.Sorted(slices.Values(l.Lambda.Values()))
	place := plain
	last := distance(2)
	state.Beside = last.carry
	state.Resume(p.Keeper, &place)
	for k := place; k < len(lambdas); k++ {
		state.At(k)
		err := l.elasticAt(ctx, state, lambdas, k, reference, &last, read, emit)
		switch {
		case err != nil && !bp.Impossible(err):
			return err
		case err != nil && k != plain:
			return left("lambda", lambdas, len(lambdas)-k, k)
		case err != nil:
			return left("lambda", lambdas, len(lambdas)+1, k)
		}
	}
	return nil
}

// distance is the last D measured, which is kept with the messages.
type distance float64

// carry moves it to or from a checkpoint.
func (d *distance) carry(c *model.Carrier) { c.Float((*float64)(d)) }

// elasticAt converges the messages at the value of λ at place k and emits what it
// finds, the last distance among it.
func (l *LocalEntropy) elasticAt(ctx context.Context, state *bp.State, lambdas []float64, k int, reference []float64, last *distance, read reading, emit func(results.Reading)) error {
	lambda := 0.0
	if k != plain {
		lambda = lambdas[k]
	}
	out, err := state.Converge(ctx, l.Passing, factorgraph.Elastic{Lambda: lambda, Reference: reference})
	if err != nil {
		return err
	}
	w, err := read(state)
	if err != nil {
		return err
	}
	if k == plain {
		emit(plainEntropy.Reading(w.Entropy))
		return nil
	}
	m := make([]float64, len(reference))
	state.Magnetizations(m)
	found := surroundings{state: state, coupling: lambda, overlap: overlap(reference, m), entropy: w.Entropy, meanLog: w.MeanLog, out: out, spheres: true}
	d := found.distance()
	if !(out.Converged && d > 0 && d < float64(*last) && found.normalized() < tooMany) {
		return bp.ErrFrozen
	}
	*last = distance(d)
	l.report(found, emit)
	return nil
}

// normalized is the entropy minus that of all weights at D.
func (s surroundings) normalized() float64 {
	d := s.distance()
	return s.entropy - 0.5*gauss.Log(d*(2-d))
}

// tooMany is a normalized entropy that rounding and loops cannot explain.
const tooMany = 1e-4
