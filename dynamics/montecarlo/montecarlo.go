package montecarlo

import (
	"math"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/loss"
	"fbp/model"
)

// MonteCarlo is (replicated) simulated annealing: y replicas of the weights, at a
// mutual overlap that the coupling is controlled to reach, are cooled until none errs;
// then their solutions are sampled, without errors and at constant coupling. Source:
// Baldassi et al., PNAS 113, E7655 (2016); PRL 123, 170602 (2019).
type MonteCarlo struct {
	Replicas    int        `toml:"replicas" min:"1" max:"64" help:"number y of replicas; 1 is plain simulated annealing"`
	Overlap     float64    `toml:"overlap,omitempty" above:"0" max:"0.99" help:"mean overlap of two replicas to be reached"`
	Coupling    string     `toml:"coupling,omitempty" oneof:"pairwise|centre" help:"replicas drawn to each other, or to a centre that is summed out"`
	Sampler     string     `toml:"sampler" oneof:"metropolis|rrr" help:"how flips are proposed"`
	Energy      string     `toml:"energy" oneof:"errors|cross_entropy|potential" help:"what is cooled: errors, or the cross-entropy of a perceptron; or its solutions weighed by a potential"`
	Gamma       float64    `toml:"gamma,omitempty" above:"0" max:"1000" help:"sharpness γ of the cross-entropy ln(1 + e^−2γΔ)/2γ"`
	Potential   *Potential `toml:"potential,omitempty" absent:"" help:"of energy potential: how solutions are weighed"`
	Beta        Range      `toml:"beta" help:"inverse temperature, linear in time"`
	Anneal      int        `toml:"anneal" min:"1" max:"1000000000" help:"sweeps from the first temperature to the last, and at most so many more at the last"`
	Equilibrate int        `toml:"equilibrate" min:"0" max:"1000000000" help:"sweeps without errors before the first snapshot; the coupling becomes its mean over the second half"`
	Snapshots   int        `toml:"snapshots" min:"0" max:"100000" help:"number of snapshots of all replicas; 0 ends the search at its first solution"`
	Gap         int        `toml:"gap" min:"1" max:"1000000" help:"sweeps between two snapshots"`
}

// Range is where a number begins and ends.
type Range struct {
	From float64 `toml:"from" min:"0" max:"1e6" help:"value at the first sweep"`
	To   float64 `toml:"to" min:"0" max:"1e6" help:"value at the last"`
}

// The energies that a config can name.
const (
	Errors       = "errors"
	CrossEntropy = "cross_entropy"
	Power        = "potential"
)

// Default is the schedule of 20 replicas with which PRL 123, 170602, Fig. 3 comes out.
func Default() *MonteCarlo {
	return &MonteCarlo{
		Replicas: 20, Overlap: 0.85, Coupling: Pairwise, Sampler: RRR, Energy: Errors,
		Beta: Range{0.5, 10}, Anneal: 10_000, Equilibrate: 1000, Snapshots: 200, Gap: 15,
	}
}

// Complete fills in what follows other keys where it is not given: a single replica is
// annealed to its first solution.
func (c *MonteCarlo) Complete(given func(key string) bool) {
	if c.Energy == Power {
		c.completePotential(given)
		return
	}
	if c.Replicas == 1 && !given("snapshots") {
		c.Snapshots = 0
	}
	if c.Snapshots == 0 && !given("equilibrate") {
		c.Equilibrate = 0
	}
	if c.Energy == CrossEntropy && !given("gamma") {
		c.Gamma = 1
	}
}

// Validate says which parameter is out of range.
func (c *MonteCarlo) Validate() error {
	if c.Energy == Power {
		return c.validatePotential()
	}
	switch {
	case c.Potential != nil:
		return fault.New("potential", "", "has no meaning with energy %q", c.Energy)
	case c.Beta.From > c.Beta.To:
		return fault.New("beta.from", c.Beta.From, "want from <= to")
	case c.Snapshots == 0 && c.Equilibrate > 0:
		return fault.New("equilibrate", c.Equilibrate, "has no meaning without snapshots")
	case c.Energy == CrossEntropy && c.Snapshots > 0:
		return fault.New("snapshots", c.Snapshots, "want 0 with energy %q: they are taken where no pattern errs, which it does not see", CrossEntropy)
	case c.Energy == CrossEntropy && !(c.Gamma > 0):
		return fault.New("gamma", c.Gamma, "want gamma > 0")
	case c.Energy == Errors && c.Gamma != 0:
		return fault.New("gamma", c.Gamma, "has no meaning with energy %q", Errors)
	}
	return nil
}

// Check refuses models without an energy that follows flips.
func (c *MonteCarlo) Check(m model.Model) error {
	energies := m.Abilities().Energies
	if energies == nil || m.Weights() != model.BinaryWeights {
		return fault.New("kind", "monte_carlo", "want a model with binary weights whose errors follow flips")
	}
	if _, err := energies(instances.NewPatterns(m.Inputs(), 0)); err != nil {
		return err
	}
	if what := map[string]string{CrossEntropy: "cross-entropy", Power: "potential"}[c.Energy]; what != "" && !model.Linear(m) {
		return fault.New("energy", c.Energy, "want a perceptron for the %s, or energy %q", what, Errors)
	}
	return nil
}

// About implements kinds.Algorithm.
func (c *MonteCarlo) About() model.About {
	return model.About{Name: "Monte Carlo", Draws: true, Samples: c.samples(), Tables: c.tables(), Bytes: c.bytes}
}

// replicated tells whether a solution has replicas.
func (c *MonteCarlo) replicated() bool { return c.Replicas > 1 || c.Snapshots > 0 }

// energies are the energies of the problem, and their unit.
func (c *MonteCarlo) energies(p *model.Problem) (model.Energies, float64, error) {
	root, patterns := math.Sqrt(float64(p.Model.Dim())), p.Data.Train.P
	soft := func(most float64, f func(stability float64) float64) (model.Energies, float64, error) {
		unit := model.SoftUnit(patterns, most)
		e, err := p.Model.(*model.Architecture).SoftEnergies(p.Data.Train, unit, f)
		return e, unit, err
	}
	switch c.Energy {
	case CrossEntropy:
		of := loss.CrossEntropy{Gamma: c.Gamma}
		f := func(x float64) float64 { f, _, _ := of.At(x); return f }
		return soft(f(-root), f)
	case Power:
		kappa, n := p.Model.Margin(), p.Model.Dim()
		return soft(c.Potential.most(kappa, n, patterns), c.Potential.of(1, kappa, n, patterns))
	}
	e, err := p.Model.Abilities().Energies(p.Data.Train)
	return e, 1, err
}

// bytes is the memory of the lanes of the patterns, and of the snapshots.
func (c *MonteCarlo) bytes(s model.Size) float64 {
	n, replicas := float64(s.Model.Dim()), float64(c.Replicas)
	return float64(s.Patterns)/8*n*(1+0.2*replicas) + float64(float64(max(1, c.Snapshots))*n*replicas*8)
}

// sweeps is the number of sweeps of a search that is solved when it is cold.
func (c *MonteCarlo) sweeps() int { return c.Anneal + c.Equilibrate + c.Snapshots*c.Gap }

// at is the inverse temperature of sweep t of the anneal; a potential has none.
func (c *MonteCarlo) at(t int) float64 {
	if c.Potential != nil {
		return 1
	}
	if t >= c.Anneal-1 {
		return c.Beta.To
	}
	return math.FMA(c.Beta.To-c.Beta.From, float64(t)/float64(c.Anneal-1), c.Beta.From)
}

// aim is the overlap wanted at sweep t: it rises in the first fifth of the anneal.
func (c *MonteCarlo) aim(t int) float64 {
	const first, rising = 0.3, 5
	from := min(first, c.Overlap)
	return math.FMA(c.Overlap-from, min(1, float64(rising*t)/float64(c.Anneal)), from)
}
