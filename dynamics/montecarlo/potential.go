package montecarlo

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/internal/fault"
	"fbp/model"
)

// Potential is an energy whose weights e^−E are the solutions, each weighed with a power b of the
// stabilities above the margin, Π_μ (s^μ − κ)^b. It is reached through E = Σ_μ b U_τ(s^μ − κ), see [PotentialAt],
// which is b Σ_μ (1 − s^μ + κ) at τ = 1, where weights are independent, and the power at τ = ∞. Source:
// Demyanenko, Straziota, Baldassi, Lucibello, arXiv 2502.16292; the start and its schedule are our own.
type Potential struct {
	Power float64 `toml:"power" above:"0" max:"10" help:"power b of the stabilities that weighs a solution"`
	Tau   Taus    `toml:"tau" help:"shape of the potential, geometric in time; then infinite"`
}

// Taus is where the shape of a potential begins and ends.
type Taus struct {
	From float64 `toml:"from" min:"1" max:"1e6" help:"value at the first sweep; of 1 weights are independent"`
	To   float64 `toml:"to" min:"1" max:"1e6" help:"value at the last sweep of the anneal"`
}

// completePotential fills in what the potential needs, and takes away what it has no use for.
func (c *MonteCarlo) completePotential(given func(key string) bool) {
	if !given("replicas") {
		c.Replicas = 1
	}
	if !given("sampler") {
		c.Sampler = Metropolis
	}
	if !given("snapshots") {
		c.Snapshots = 0
	}
	if !given("equilibrate") {
		c.Equilibrate = 200
	}
	if !given("beta") {
		c.Beta = Range{}
	}
	if !given("overlap") {
		c.Overlap = 0
	}
	if !given("coupling") {
		c.Coupling = ""
	}
	if c.Potential != nil && c.Potential.Tau == (Taus{}) {
		c.Potential.Tau = Taus{From: 1, To: 12}
	}
}

// samples are those of a measure where there is a potential; snapshots of a single replica are states of one chain.
func (c *MonteCarlo) samples() model.Samples {
	of := model.Samples{Replicated: c.replicated()}
	if c.Potential != nil {
		of.Power, of.Chains = c.Potential.Power, c.Replicas == 1
	}
	return of
}

// validatePotential says which parameter is out of range, or has no meaning.
func (c *MonteCarlo) validatePotential() error {
	meaningless := func(key string, value any) error {
		return fault.New(key, value, "has no meaning with energy %q", Power)
	}
	switch {
	case c.Potential == nil:
		return fault.New("potential", nil, "missing; want potential = { power = 1 } with energy %q", Power)
	case c.Potential.Tau.From > c.Potential.Tau.To:
		return fault.New("potential.tau.from", c.Potential.Tau.From, "want from <= to")
	case c.Replicas != 1:
		return fault.New("replicas", c.Replicas, "want 1 with energy %q", Power)
	case c.Beta != Range{}:
		return meaningless("beta", "")
	case c.Overlap != 0:
		return meaningless("overlap", c.Overlap)
	case c.Coupling != "":
		return meaningless("coupling", c.Coupling)
	case c.Gamma != 0:
		return meaningless("gamma", c.Gamma)
	}
	return nil
}

// tau is the shape at sweep t: infinite after the anneal.
func (c *MonteCarlo) tau(t int) float64 {
	switch from, to := c.Potential.Tau.From, c.Potential.Tau.To; {
	case t >= c.Anneal:
		return math.Inf(1)
	case t == c.Anneal-1:
		return to
	default:
		return from * gauss.Exp(float64(gauss.Log(to/from)*(float64(t)/float64(c.Anneal-1))))
	}
}

// Below the margin an infinite potential is a wall that nothing which other patterns gain pays for. It is
// not flat, so that a search which ends its anneal with errors goes on to repair them. A sum this near the
// margin lies on it.
const (
	slope  = 1000
	atWall = 1e-9
)

// of is b U_τ as a function of a pattern's stability, among so many patterns of n weights.
func (p *Potential) of(tau, kappa float64, n, patterns int) func(s float64) float64 {
	if !math.IsInf(tau, 1) {
		return func(s float64) float64 { return PotentialAt(p.Power, tau, s-kappa) }
	}
	// A step gains most where the stability is least: at most one lattice spacing of twice 1/√n above it.
	gain := float64(p.Power * gauss.Log1p(2/float64(atWall*math.Sqrt(float64(n)))))
	wall := slope + float64(gain*float64(min(patterns, mostGaining)))
	return func(s float64) float64 {
		if x := s - kappa; x > atWall {
			return PotentialAt(p.Power, tau, x)
		}
		return wall + float64(slope*(kappa-s))
	}
}

// most is the largest size of what [Potential.of] has at any shape.
func (p *Potential) most(kappa float64, n, patterns int) (most float64) {
	root := math.Sqrt(float64(n))
	for _, tau := range []float64{1, p.Tau.To, math.Inf(1)} {
		f := p.of(tau, kappa, n, patterns) // it falls with the stability
		most = max(most, math.Abs(f(-root)), math.Abs(f(root)))
	}
	return most
}

// mostGaining bounds the wall: of so many patterns a flip never makes all gain the most.
const mostGaining = 1000

// independent are weights drawn as they lie at τ = 1, each with the mean tanh(b Σ_μ ξ^μ/√N): e is the
// energy there of weights that are all +1, in units, whose change is twice the argument.
func independent(e model.Energy, unit float64, n int, rng *rand.Rand) []uint64 {
	up := make([]uint64, n)
	for i := range up {
		if h := unit * float64(e.Delta(i)); uniform(rng) < 1/(1+gauss.Exp(-h)) {
			up[i] = 1
		}
	}
	return up
}

// reshape gives the energy its shape at the present sweep.
func (s *search) reshape() {
	if s.Potential == nil {
		return
	}
	if tau := s.tau(s.done); tau != s.shape {
		s.shape = tau
		model.Reshape(s.system.energies[0], s.Potential.of(tau, s.kappa, s.n, s.patterns))
	}
}
