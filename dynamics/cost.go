package dynamics

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
func (e Epochs) cost(n, p, solvers, epochs int, each float64) (seconds, bytes float64) {
	edges, copies := float64(n)*float64(p), float64(solvers+4)*8*float64(n)
	return each * edges * float64(solvers) * float64(min(epochs, e.MaxEpochs)), edges/8 + 32*float64(p) + copies
}

// eachLAL and eachDescent are the seconds per weight and pattern of an epoch, on a
// processor with AVX.
const eachLAL, eachDescent = 0.3e-9, 0.5e-9

// Cost estimates seconds and bytes of a search that solves its sample.
func (l *LeastAction) Cost(n, p int) (seconds, bytes float64) {
	if l.Replicas > 1 {
		return l.cost(n, p, l.Replicas, epochsOfELAL, eachLAL)
	}
	return l.cost(n, p, 1, epochsOfLAL, eachLAL)
}

// CostUnsolved estimates seconds of a search that does not: all epochs there are.
func (l *LeastAction) CostUnsolved(n, p int) (seconds, most float64) {
	most, _ = l.cost(n, p, l.Replicas, l.MaxEpochs, eachLAL)
	return most, most
}

// Cost estimates seconds and bytes of a search that solves its sample.
func (c *CrossEntropy) Cost(n, p int) (seconds, bytes float64) {
	if c.Stop == "loss" {
		return c.cost(n, p, 1, epochsOfSlow, eachDescent)
	}
	return c.cost(n, p, 1, epochsOfFast, eachDescent)
}

// CostUnsolved estimates seconds of a search that does not: all epochs there are.
func (c *CrossEntropy) CostUnsolved(n, p int) (seconds, most float64) {
	most, _ = c.cost(n, p, 1, c.MaxEpochs, eachDescent)
	return most, most
}
