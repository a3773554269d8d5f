package dynamics

import (
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
)

// Epochs that are expected on random patterns, K units and α patterns per weight: fits,
// within a factor of 2 as a rule, to means over three samples (2026-11-22).
//
//	LAL      K = 3: 9, 14, 24 at α = 1/4, 1/2, 1; K = 9: 12, 24, 88, 1180 at α = 0.3, 0.6, 1, 1.5
//	eLAL     K = 3: 14100, K = 9: 900 to 2500 at α = 1
//	fast     K = 3: 15, 42, 290, 670 at α = 1/4, 1/2, 1, 3/2; K = 9: 80, 180, 690 at α = 0.3, 0.6, 1
//	slow     12500 and 13000: where its γ has grown to
//
// The search of a committee near its capacity can take any number.
func epochsOfLAL(k, alpha float64) float64 {
	return gauss.Exp(1.9 + 1.6*alpha + (1.2+1.2*fewer(k))*alpha*alpha)
}

func epochsOfELAL(k float64) float64 { return 1500 * gauss.Exp(-2*fewer(k)) }

func epochsOfFast(k, alpha float64) float64 { return gauss.Exp(3.4 + 3.1*alpha + 0.9*fewer(k)) }

const epochsOfSlow = 13000

// of the perceptron: 27, 60, 75 to 110, 110 and 270 at α = 0.5, 0.6, 0.65, 0.68 and 0.7
func epochsOfSBPI(alpha float64) float64 { return gauss.Exp(7.7*alpha - 0.5) }

// of the perceptron: 5, 9, 23, 130 at α = 0.1, 0.2, 0.3, 0.4, and some 2e4 at 0.5
func epochsOfPerceptronRule(alpha float64) float64 {
	return gauss.Exp(1 + 4*alpha + 110*alpha*alpha*alpha*alpha)
}

// of the perceptron: 75, 140, 200, 230, 320 at α = 0.3, 0.5, 0.6, 0.65, 0.7 in batches of 20
func epochsOfReplicatedSGD(alpha float64) float64 { return gauss.Exp(3.2 + 3.5*alpha) }

// fewer is ln K/9 between K = 3 and K = 9, where epochs were counted.
func fewer(k float64) float64 { return gauss.Log(min(max(k, 3), 9) / 9) }

// shape is the number of units, and the number of patterns per weight.
func shape(s model.Size) (k, alpha float64) {
	return float64(s.Model.(model.Continuous).Spheres()), float64(s.Patterns) / float64(s.Model.Dim())
}

// work is that of so many epochs, as expected, of solvers with a number of weight vectors;
// a search that does not meet its criterion takes all epochs there are.
func (e Epochs) work(s model.Size, solvers int, epochs float64) model.Work {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	most := float64(e.MaxEpochs)
	return model.Work{Solved: min(epochs, most), Unsolved: most, Most: most,
		Bytes: n*p/8 + 32*p + float64(solvers+4)*8*n}
}

// OneEpoch is an epoch and the question whether it was the last, as the unit of work of a
// plan.
func OneEpoch(l Learner) func() {
	n := 0
	return func() {
		l.Epoch(n)
		n++
		l.Ended(n)
	}
}

// Cost is that of a search: epochs.
func (l *LeastAction) Cost(s model.Size) model.Work {
	k, alpha := shape(s)
	if l.Replicas > 1 {
		return l.work(s, l.Replicas, epochsOfELAL(k))
	}
	return l.work(s, 1, epochsOfLAL(k, alpha))
}

// Unit is an epoch.
func (l *LeastAction) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return OneEpoch(newLeastActing(l, newNetwork(p, rng))), nil
}

// Cost is that of a search: epochs.
func (c *CrossEntropy) Cost(s model.Size) model.Work {
	if c.Stop == "loss" {
		return c.work(s, 1, epochsOfSlow)
	}
	return c.work(s, 1, epochsOfFast(shape(s)))
}

// Unit is an epoch.
func (c *CrossEntropy) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return OneEpoch(newDescending(c, newNetwork(p, rng))), nil
}

// Cost is that of a search: epochs, a margin below which many patterns lie taking more.
func (h *Hinge) Cost(s model.Size) model.Work {
	_, alpha := shape(s)
	return h.work(s, 1, epochsOfLAL(3, alpha))
}

// Unit is an epoch.
func (h *Hinge) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return OneEpoch(newHinging(h, newNetwork(p, rng), p.Data.Train)), nil
}

// Cost is that of a search: sweeps.
func (c *SphereMonteCarlo) Cost(s model.Size) model.Work {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	sweeps, most := float64(c.Rise)+float64(c.Equilibrate), 2*float64(c.Rise)+float64(c.Equilibrate)
	return model.Work{Solved: sweeps, Unsolved: most, Most: most, Bytes: 8*n*p + n*p/8 + 32*(n+p)}
}

// Unit is a sweep.
func (c *SphereMonteCarlo) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return OneEpoch(newTurning(c, p, rng)), nil
}
