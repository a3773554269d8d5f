package dynamics

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// SphereMonteCarlo draws typical solutions of a perceptron with spherical weights: uniform ones
// on the sphere where every stability exceeds the margin κ. It starts from random weights, which
// have some least stability. That is the margin at first, and no move may go below the margin. It rises
// to κ, evenly by the sweep, but each time by no more than half of the way to the least stability there is.
// Equilibration follows.
//
// A move turns two weights into each other, see [model.Turn], and is rejected if a pattern would lose the margin, so that
// the uniform measure on the solutions is stationary. The bound T of turns is chosen such that two moves in five are accepted, until half of
// the equilibration is over. A sweep is one move per weight.
//
// Weights forget where they started after some multiple of N sweeps, where replica symmetry holds:
// at N = 101 and α = 2, κ = −0.5 the overlap of two searches is 0.42, 0.51 and 0.53 with 5, 20 and
// 80 N sweeps for either stage (sixteen samples, errors 0.01; replica symmetry has 0.508, and belief
// propagation on the same samples 0.505(4)). Beyond its instability they do not forget.
type SphereMonteCarlo struct {
	Rise        int `toml:"rise" min:"1" max:"1000000000" help:"sweeps over which the margin rises to kappa; the search waits at most as long again"`
	Equilibrate int `toml:"equilibrate" min:"0" max:"1000000000" help:"sweeps from there on"`
	Every       int `toml:"every" min:"1" max:"1000000000" help:"sweeps from one row of training.tsv to the next; the last has one too"`
}

// NewSphereMonteCarlo raises the margin over twenty times as many sweeps as there are weights, and
// equilibrates as long.
func NewSphereMonteCarlo(m model.Model) *SphereMonteCarlo {
	return &SphereMonteCarlo{Rise: 20 * m.Dim(), Equilibrate: 20 * m.Dim(), Every: 100}
}

// Validate implements kinds.Algorithm: tags say all there is.
func (*SphereMonteCarlo) Validate() error { return nil }

// Check refuses models other than perceptrons with spherical weights.
func (*SphereMonteCarlo) Check(m model.Model) error {
	if m.Weights() != model.SphericalWeights || !model.Linear(m) || m.Dim() < 2 {
		return fault.New("kind", "sphere_monte_carlo", "want a perceptron with weights = %q in [model], and n >= 2", model.SphericalWeights)
	}
	return nil
}

// About implements kinds.Algorithm.
func (c *SphereMonteCarlo) About() model.About {
	return model.About{
		Name:    "Monte Carlo",
		Draws:   true,
		Tables:  ofTurning.tables(),
		Bytes:   c.bytes,
		Real:    model.AnyInputs,
		Follows: map[string]string{"rise": "20 n", "equilibrate": "20 n"},
	}
}

// Solve samples, and returns the weights at the end. It emits the number of errors and the
// margin that the moves keep every so many sweeps, and after the last, as a reading of table "training".
func (c *SphereMonteCarlo) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newTurning(c, p, rng)
	limits := Limits{MaxEpochs: 2*c.Rise + c.Equilibrate, Every: c.Every}
	n, met, err := limits.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	return s.solution(s.weights, n, met, ofTurning.solution.Of(turned{s, n})...), nil
}

// turning is the sampler at work.
type turning struct {
	network
	*SphereMonteCarlo
	kappa       float64
	weights     []float64
	rest        []float64   // what a sweep depends on beside the weights, see below
	columns     [][]float64 // inputs of all patterns, by weight, gauged
	stabilities []float64
}

// places in rest.
const (
	first    = iota // margin of the start
	margin          // that moves keep
	largest         // T
	settled         // sweeps since the margin is κ
	accepted        // moves in all
	numbers
)

func newTurning(c *SphereMonteCarlo, p *model.Problem, rng *rand.Rand) *turning {
	n := newNetwork(p, rng)
	s := &turning{network: n, SphereMonteCarlo: c, kappa: p.Model.Margin(), weights: n.start(1)[0],
		rest: make([]float64, numbers), columns: columnsOf(p.Data.Train), stabilities: make([]float64, p.Data.Train.P)}
	s.Fields(s.stabilities, s.weights, s.each)
	s.rest[first] = s.kappa
	scales := model.Scales(p.Data.Train)
	for mu, stability := range s.stabilities {
		s.rest[first] = min(s.rest[first], stability-float64(1e-9*scales[mu]))
	}
	s.rest[margin], s.rest[largest] = s.rest[first], 1/math.Sqrt(float64(len(s.weights)))
	return s
}

// columnsOf are the inputs by weight, gauged so that labels are +1.
func columnsOf(p *instances.Patterns) [][]float64 {
	columns := make([][]float64, p.N)
	for i := range columns {
		columns[i] = make([]float64, p.P)
		for mu := range columns[i] {
			columns[i][mu] = p.At(mu, i)
		}
	}
	return columns
}

func (s *turning) All() [][]float64 { return [][]float64{s.weights, s.rest} }

func (s *turning) Epoch(n int) {
	s.Fields(s.stabilities, s.weights, s.each) // anew, without the rounding of moves
	s.rise(n)
	moved := model.Sweep(len(s.weights), s.move)
	s.Normalize(s.weights, 1)
	s.rest[accepted] += float64(moved)
	if 2*s.rest[settled] <= float64(s.Equilibrate) {
		s.rest[largest] = model.Widest(s.rest[largest], moved, len(s.weights), 1.05)
	}
}

// rise takes the margin towards κ after n sweeps.
func (s *turning) rise(n int) {
	keep := s.rest[margin]
	if keep == s.kappa {
		s.rest[settled]++
		return
	}
	due := s.rest[first] + float64((s.kappa-s.rest[first])*min(1, float64(n+1)/float64(s.Rise)))
	half := keep + float64(0.5*(slices.Min(s.stabilities)-keep))
	s.rest[margin] = max(keep, min(due, half))
}

// move turns a random pair of weights, if all patterns keep the margin.
func (s *turning) move() bool {
	turn, keep := model.DrawTurn(s.weights, len(s.weights), s.rest[largest], s.rng), s.rest[margin]
	xi, xj := s.columns[turn.I], s.columns[turn.J]
	for mu, d := range s.stabilities {
		if !(d+turn.Change(xi[mu], xj[mu]) > keep) {
			return false
		}
	}
	for mu := range s.stabilities {
		s.stabilities[mu] += turn.Change(xi[mu], xj[mu])
	}
	turn.Make(s.weights)
	return true
}

func (s *turning) Ended(int) bool {
	return s.rest[margin] == s.kappa && s.rest[settled] >= float64(s.Equilibrate)
}

func (s *turning) State(n int) []results.Quantity {
	return ofTurning.training.Of(turned{s, n})
}

// turned is the state after n sweeps.
type turned struct {
	*turning
	n int
}

var ofTurning = columns[turned]{
	training: results.Columns[turned]{
		wrong(func(s turned) int { return s.Wrong(s.weights) }),
		{Name: "margin", Means: "1: that moves keep", Of: func(s turned) float64 { return s.rest[margin] }},
	},
	solution: results.Columns[turned]{{Name: "acceptance", Means: "1: fraction of the moves that were accepted",
		Of: func(s turned) float64 { return s.rest[accepted] / max(1, float64(s.n)*float64(len(s.weights))) }}},
}
