package bp

import "fbp/factorgraph"

// Passing says how messages are passed until they stop changing. It is part of
// every config section that runs belief propagation.
type Passing struct {
	Damping   float64              `toml:"damping" min:"0" below:"1" help:"u ← δ u_old + (1−δ) u_new"`
	Refresh   int                  `toml:"refresh" min:"1" help:"rows between refreshes of the field"`
	Epsilon   float64              `toml:"epsilon" above:"0" help:"converged when the largest |Δ tanh u| of a sweep is below"`
	MaxSweeps int                  `toml:"max_sweeps" min:"1" help:"sweeps after which a step is recorded as not converged"`
	Accuracy  factorgraph.Accuracy `toml:"accuracy" oneof:"accurate|exact|amp" help:"how a factor computes its messages"`
	Schedule  string               `toml:"schedule" oneof:"sequential|flooding" help:"order in which rows see each other's messages"`
	Shuffle   bool                 `toml:"shuffle" help:"visit the rows in a new random order every sweep"`
	Precision string               `toml:"precision" oneof:"float64" help:"how messages are stored"`
}
