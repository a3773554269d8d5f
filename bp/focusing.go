package bp

// Focusing is focusing belief propagation: y replicas of the weights coupled
// with strength γ to a common centre, γ raised step by step.
type Focusing struct {
	Y        float64      `toml:"y" min:"1" help:"number of replicas"`
	Protocol string       `toml:"protocol" oneof:"scoping|reinforcement|pseudo|list" help:"how γ and y change from step to step"`
	Gamma    Schedule     `toml:"gamma" help:"coupling to the centre at each step of scoping"`
	Rate     float64      `toml:"rate,omitempty" min:"0" below:"1" help:"δ of the reinforcement protocols"`
	X        float64      `toml:"x,omitempty" help:"exponent of pseudo-reinforcement"`
	Pairs    [][2]float64 `toml:"pairs,omitempty" help:"(γ, y) of each step of a free list"`
	Stop     string       `toml:"stop" oneof:"end|solved" help:"go through the whole protocol, or stop at the first solution"`
	Passing
}
