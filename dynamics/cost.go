package dynamics

import "fbp/model"

// Expected epochs on random patterns at one pattern per weight, for the plan (see the
// numbers of PNAS 117, 161 (2020), appendix E).
const (
	epochsOfLAL  = 100
	epochsOfELAL = 2500
	epochsOfFast = 800
	epochsOfSlow = 13000
)

// cost is the time and memory of so many epochs of solvers that take so many seconds
// per weight and pattern.
func (e Epochs) cost(s model.Size, solvers, epochs int, each float64) (seconds, bytes float64) {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	copies := float64(solvers+4) * 8 * n
	return each * n * p * float64(solvers) * float64(min(epochs, e.MaxEpochs)), n*p/8 + 32*p + copies
}

// eachLAL and eachDescent are the seconds per weight and pattern of an epoch, on a
// processor with AVX.
const eachLAL, eachDescent = 0.3e-9, 0.5e-9

// Cost estimates seconds and bytes of a search that solves its sample.
func (l *LeastAction) Cost(s model.Size) (seconds, bytes float64) {
	if l.Replicas > 1 {
		return l.cost(s, l.Replicas, epochsOfELAL, eachLAL)
	}
	return l.cost(s, 1, epochsOfLAL, eachLAL)
}

// CostUnsolved estimates seconds of a search that does not: all epochs there are.
func (l *LeastAction) CostUnsolved(s model.Size) (seconds, most float64) {
	most, _ = l.cost(s, l.Replicas, l.MaxEpochs, eachLAL)
	return most, most
}

// Cost estimates seconds and bytes of a search that solves its sample.
func (c *CrossEntropy) Cost(s model.Size) (seconds, bytes float64) {
	if c.Stop == "loss" {
		return c.cost(s, 1, epochsOfSlow, eachDescent)
	}
	return c.cost(s, 1, epochsOfFast, eachDescent)
}

// CostUnsolved estimates seconds of a search that does not: all epochs there are.
func (c *CrossEntropy) CostUnsolved(s model.Size) (seconds, most float64) {
	most, _ = c.cost(s, 1, c.MaxEpochs, eachDescent)
	return most, most
}
