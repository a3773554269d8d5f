package dynamics

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/loss"
	"fbp/model"
	"fbp/results"
)

// CrossEntropy is stochastic gradient descent on the cross-entropy of the smooth
// network (see [model.Smooth]):
//
//	w ← w − η ∇ Σ_μ f_γ(o^μ) over a batch,   f_γ(x) = −x/2 + ln(2cosh γx)/(2γ),
//
// where β, the gain of the units, and γ grow by the epoch: as weights have norm 1, they
// stand for the norms of the two layers. It stops at zero errors of the committee
// itself, or at a loss, summed over all patterns.
//
// Source: Baldassi, Pittorino and Zecchina, PNAS 117, 161 (2020), equation 16, section V
// and appendix E. The defaults are its parameters for random patterns, "fast" with stop
// "solved" and "slow" with stop "loss". Two of them are not as printed: γ of "fast" is
// constant, as with a γ that doubles every epoch nothing is ever learned, and the growth
// of β of "slow", 2e-4, is ours, as none is given.
type CrossEntropy struct {
	Rate  float64 `toml:"rate" above:"0" max:"1000000" help:"step η, of weights of norm 1 in each unit; default 0.01, with stop \"loss\" 0.003"`
	Beta  *Growth `toml:"beta" help:"gain of the units; default { from = 1, growth = 0.001 }, with stop \"loss\" { from = 0.5, growth = 0.0002 }"`
	Gamma *Growth `toml:"gamma" help:"of the cross-entropy; default { from = 3, growth = 0 }, with stop \"loss\" { from = 0.1, growth = 0.0004 }"`
	Stop  string  `toml:"stop" oneof:"solved|loss" help:"end at zero errors, or at a loss"`
	Loss  float64 `toml:"loss,omitempty" above:"0" max:"1000000" help:"summed over the patterns, to stop at; default 1e-7"`
	Epochs
}

// NewCrossEntropy is ceSGD-fast of PNAS 117, 161 (2020) for random patterns.
func NewCrossEntropy() *CrossEntropy {
	return &CrossEntropy{Rate: 1e-2, Stop: "solved", Epochs: defaultEpochs()}
}

// Complete fills in the paper's parameters where they are not given.
func (c *CrossEntropy) Complete(given func(key string) bool) {
	rate, beta, gamma := 1e-2, Growth{1, 1e-3}, Growth{3, 0}
	if c.Stop == "loss" {
		rate, beta, gamma = 3e-3, Growth{0.5, 2e-4}, Growth{0.1, 4e-4}
		if !given("loss") {
			c.Loss = 1e-7
		}
	}
	if !given("rate") {
		c.Rate = rate
	}
	if !given("beta") {
		c.Beta = &beta
	}
	if !given("gamma") {
		c.Gamma = &gamma
	}
}

// Validate says which parameter has no meaning.
func (c *CrossEntropy) Validate() error {
	switch {
	case c.Stop != "loss" && c.Loss != 0:
		return fault.New("loss", c.Loss, "has no meaning with stop %q", c.Stop)
	case c.Stop == "loss" && c.Loss == 0:
		return fault.New("loss", c.Loss, "want loss > 0, which is reached")
	case c.Beta == nil:
		return fault.New("beta", nil, "want { from, growth }")
	case c.Gamma == nil:
		return fault.New("gamma", nil, "want { from, growth }")
	}
	return nil
}

// Check refuses models other than sign units with spherical weights.
func (c *CrossEntropy) Check(m model.Model) error { return check("cross_entropy", m) }

// About implements kinds.Algorithm.
func (c *CrossEntropy) About() model.About {
	return model.About{Name: "cross-entropy descent", Draws: true, Tables: ofDescending.tables(), Bytes: c.bytes, Real: model.AnyInputs}
}

// Solve descends until the criterion is met or MaxEpochs are over, and returns the
// weights at the end. It emits a reading of table "training" every so many epochs, and after the last:
// errors of the committee itself, and β, γ and the loss of the epoch.
func (c *CrossEntropy) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newDescending(c, newNetwork(p, rng))
	n, met, err := c.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	return s.solution(s.weights, n, met, ofDescending.solution.Of(s.descended(n-1))...), nil
}

// descending is gradient descent at work.
type descending struct {
	network
	*CrossEntropy
	weights, gradient []float64
	order             []int
	beta, gamma       growing
}

func newDescending(c *CrossEntropy, n network) *descending {
	return &descending{network: n, CrossEntropy: c, weights: n.start(1)[0], gradient: make([]float64, n.of.Dim()),
		order: make([]int, len(n.each)), beta: growing{Growth: *c.Beta}, gamma: growing{Growth: *c.Gamma}}
}

func (s *descending) All() [][]float64 { return [][]float64{s.weights} }

func (s *descending) Epoch(n int) {
	s.shuffle(s.order)
	for lo := 0; lo < len(s.order); lo += s.Batch {
		s.at(n, s.order[lo:min(lo+s.Batch, len(s.order))])
		s.Gradient(s.gradient)
		for i, g := range s.gradient {
			s.weights[i] -= float64(s.Rate * g)
		}
		s.Normalize(s.weights, 1)
	}
}

// at takes the network to some patterns at β and γ of epoch n, the first being 0, and
// returns their loss.
func (s *descending) at(n int, patterns []int) float64 {
	return s.At(s.weights, s.beta.after(n), patterns, loss.CrossEntropy{Gamma: s.gamma.after(n)})
}

func (s *descending) Ended(n int) bool {
	total := s.at(n-1, s.each)
	if s.Stop == "loss" {
		return total <= s.CrossEntropy.Loss
	}
	return s.Errors() == 0
}

func (s *descending) State(n int) []results.Quantity {
	return ofDescending.training.Of(s.descended(n - 1))
}

// descended is the state in an epoch, and its loss.
type descended struct {
	*descending
	epoch int
	total float64
}

// descended computes the loss, which leaves the fields of which Errors are.
func (s *descending) descended(epoch int) descended { return descended{s, epoch, s.at(epoch, s.each)} }

var (
	crossEntropy = results.Column[descended]{Name: "loss", Means: isLoss, Of: func(s descended) float64 { return s.total }}
	ofDescending = columns[descended]{
		training: results.Columns[descended]{
			wrong(func(s descended) int { return s.Errors() }),
			crossEntropy,
			{Name: "beta", Means: "1: β, gain of the units", Of: func(s descended) float64 { return s.beta.after(s.epoch) }},
			{Name: "gamma", Means: "1: γ of the cross-entropy", Of: func(s descended) float64 { return s.gamma.after(s.epoch) }},
		},
		solution: results.Columns[descended]{crossEntropy},
	}
)
