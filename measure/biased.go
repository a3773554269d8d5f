package measure

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// Measure emits, at each ρ in turn with messages carried over, overlap,
// distance and entropy (table "local_entropy") and how the messages converged
// (table "biased_bp"); with Mutual also q(ρ) = Σ_i m_i²/N, the overlap of two of the
// solutions around the reference (table "mutual_overlap"). It starts at ρ = 0 from no
// messages: that entropy, of all solutions of the sample, is the control variate of the noise reduction
// (entropy_plain, a number of the sample).
//
// A value of ρ whose entropy no set of weights can have, because message passing
// diverged or froze, is left out; the messages start afresh at the next, and the
// error at the end says how many were left out and why the first was. Messages that come from
// a larger ρ may stay frozen where those of this one would not be: there they start at zero
// too, and what has the larger free entropy is emitted (see [LocalEntropy.thawed]). Around
// weights that solve nothing the first such value is the last one tried, unless ρ
// goes down.
func (l *LocalEntropy) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	around, _ := l.surrounding(p.Model)
	weighing := l.weighing()
	g, err := weighing.Graph(around, p.Data.Train, l.Accuracy)
	if err != nil {
		return err
	}
	read := func(s *bp.State) (bp.Weighed, error) { return weighing.Weighed(s, around, p.Data.Train, l.Accuracy) }
	if spherical(p.Model) {
		return l.measureElastic(ctx, p, s, bp.NewState(g, rng), read, emit)
	}
	state, down := bp.NewState(g, rng), around.Abilities().Graph.Search.Copies
	state.On(p.Cores)
	state.Extrapolate(extrapolatedFrom)
	rhos, zero := l.rhos(down), (*bp.State)(nil) // messages that start at zero
	place, missed, first := plain, 0, 0          // in rhos, values left out, place of the first of these
	resumed := state.Resume(p.Keeper, &place, &missed, &first)
	for k := place; k < len(rhos); k++ {
		if k == plain+1 && down && !(resumed && k == place) {
			state.Reset()
		}
		state.At(k, missed, first)
		at, err := l.measureAt(ctx, state, rhos, k, s, read, emit)
		if k > plain && rhos[k] < slices.Max(rhos[:k+1]) && (err == nil || bp.Impossible(err)) {
			if zero == nil { // nodes of a graph have scratch
				own, err := weighing.Graph(around, p.Data.Train, l.Accuracy)
				if err != nil {
					return err
				}
				zero = bp.NewState(own, rng)
				zero.On(p.Cores)
			}
			at, err = l.thawed(ctx, zero, at, err, s, read)
		}
		if err == nil && k > plain {
			l.report(at, emit)
		}
		if err == nil {
			continue
		}
		if !bp.Impossible(err) {
			return err
		}
		if missed++; missed == 1 {
			first = k
		}
		state.Reset()
		if !s.Learned() && !down {
			missed += len(rhos) - 1 - k
			break
		}
	}
	return left("rho", rhos, missed, first)
}

// rhos are the values of ρ in the order of measurement, from the smallest on as a
// rule. Where solutions come in copies they start at the largest, from messages
// that are those of the reference: a weak bias alone may lead to the neighbourhood
// of another copy of it.
func (l *LocalEntropy) rhos(down bool) []float64 {
	rhos := l.Rho.Values()
	if down {
		rhos = slices.Sorted(slices.Values(rhos))
		slices.Reverse(rhos)
	}
	return rhos
}

// extrapolatedFrom is the number of values of ρ that the next is extrapolated from. Around a
// solution of N = 1001 at α = 0.5, where 49 values take 354 sweeps without, five make it
// 145, six 141 and eight 140.
const extrapolatedFrom = 6

// plain is the place of ρ = 0, before all others.
const plain = -1

// surroundings are what the messages at a value of ρ say.
type surroundings struct {
	state                *bp.State
	coupling, overlap    float64 // ρ, or λ of spheres
	freeEntropy, entropy float64
	meanLog              float64
	out                  bp.Outcome
	spheres              bool
}

// distance is d, for spherical weights D.
func (s surroundings) distance() float64 {
	if s.spheres {
		return 1 - s.overlap
	}
	return 0.5 * (1 - s.overlap)
}

// reading is what a state at its fixed point says of the weights that count.
type reading func(*bp.State) (bp.Weighed, error)

// measureAt converges the messages at the value of ρ at place k; at ρ = 0 it emits the entropy.
func (l *LocalEntropy) measureAt(ctx context.Context, state *bp.State, rhos []float64, k int, s *model.Solution, read reading, emit func(results.Reading)) (surroundings, error) {
	if k != plain {
		return l.biased(ctx, state, rhos[k], s, read)
	}
	state.Toward(0)
	if _, err := state.Converge(ctx, l.Passing, factorgraph.Free{}); err != nil {
		return surroundings{}, err
	}
	entropy, err := state.CheckedFreeEntropy() // near capacity it is a little below zero in some samples
	if l.weighed() {
		var w bp.Weighed
		w, err = read(state)
		entropy = w.Entropy
	}
	if err == nil {
		emit(plainEntropy.Reading(entropy))
	}
	return surroundings{}, err
}

// biased converges the messages at a value of ρ.
func (l *LocalEntropy) biased(ctx context.Context, state *bp.State, rho float64, s *model.Solution, read reading) (at surroundings, err error) {
	state.Toward(gauss.Tanh(rho))
	at = surroundings{state: state, coupling: rho}
	if at.out, err = state.Converge(ctx, l.Passing, factorgraph.Bias{Rho: rho, Reference: s.Weights}); err != nil {
		return at, err
	}
	w, err := read(state)
	if at.entropy, at.meanLog = w.Entropy, w.MeanLog; err != nil {
		return at, err
	}
	m := make([]float64, len(s.Weights))
	state.Magnetizations(m)
	at.overlap = overlap(s.Weights, m)
	if at.entropy > ball(0.5*(1-at.overlap))+roundingOfEntropy {
		return at, bp.ErrFrozen
	}
	at.freeEntropy = w.FreeEntropy + float64(rho*at.overlap)
	return at, nil
}

// thawed is what has the larger free entropy at the same ρ: what was found by messages that came
// from a larger one, with its error, or what those find that start at zero. Without it the
// number at a small ρ depended on which larger ones are listed: in small systems messages
// that are frozen at the solution have no way out, and φ = 0 at d = 0 stayed where .325 at .331
// is right. Where messages from zero find nothing, those that are frozen, and would not be so by
// the bias alone, count as not converged.
func (l *LocalEntropy) thawed(ctx context.Context, state *bp.State, carried surroundings, failed error, s *model.Solution, read reading) (surroundings, error) {
	state.Reset()
	other, err := l.biased(ctx, state, carried.coupling, s, read)
	larger := other.freeEntropy > carried.freeEntropy+sameFreeEntropy
	switch {
	case err != nil && !bp.Impossible(err):
		return other, err
	case err != nil:
		if failed == nil && carried.overlap > 1-frozenDistance && gauss.Tanh(carried.coupling) < 1-frozenDistance {
			carried.out.Converged = false // nothing says that they would be there without the larger ρ
		}
		return carried, failed
	case failed != nil, larger && (other.out.Converged || !carried.out.Converged),
		other.out.Converged && !carried.out.Converged,
		larger && carried.overlap > 1-frozenDistance: // what is marked as not converged, rather than what is wrong
		return other, nil
	}
	return carried, nil
}

// frozenDistance is one at which no weight is free.
const frozenDistance = 1e-4

// sameFreeEntropy is by how much free entropies per weight of the same fixed point differ at most,
// which messages reach from two sides.
const sameFreeEntropy = 1e-6

// roundingOfEntropy is what rounding can add to an entropy that is a difference
// of sums over all edges, of fields of up to 350.
const roundingOfEntropy = 1e-7

// ball is the entropy −d ln d − (1−d) ln(1−d) of all weights at distance d,
// which no solutions can exceed.
func ball(d float64) float64 {
	if !(d > 0 && d < 1) {
		return 0
	}
	return -float64(d*gauss.Log(d)) - float64((1-d)*gauss.Log1p(-d))
}

// left says which values of a coupling have no entropy.
func left(name string, rhos []float64, missed, first int) error {
	if missed == 0 {
		return nil
	}
	at := name + " = 0"
	if first != plain {
		at = fmt.Sprintf("%s = %v", name, rhos[first])
	}
	if missed > 1 {
		at += fmt.Sprintf(" and %d more of %d values", missed-1, len(rhos)+1)
	}
	return fmt.Errorf("no entropy at %s: the messages diverged or froze in an impossible state", at)
}

// report emits what was found.
func (l *LocalEntropy) report(found surroundings, emit func(results.Reading)) {
	emit(l.curve().Reading(found))
	emit(l.messages().Reading(found))
	if l.Mutual {
		emit(l.mutual().Reading(found))
	}
}

// overlap is Σ_i w_i m_i / N.
func overlap(w, m []float64) float64 {
	sum := 0.0
	for i, wi := range w {
		sum += float64(wi * m[i])
	}
	return sum / float64(len(w))
}
