package dynamics

import (
	"context"
	"math/rand/v2"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Hinge is stochastic gradient descent of a perceptron with spherical weights on the sum over
// a batch of
//
//	f(Δ) = (m − Δ)₊   or   (m − Δ)₊²/2,
//
// Δ the stabilities and m the margin of the loss: that of the model, or a larger one. As f is
// zero beyond m, there is nothing to learn from patterns that have it. The square is that of
// m + 1e-6 (times the scale of real inputs, [model.Scales]): its force vanishes at its end, which
// stabilities come ever nearer to, and they have to exceed m. Weights have norm 1
// after every batch; a step changes the stability of its pattern by ηN. It stops when every pattern has the margin of the model, or of the loss.
type Hinge struct {
	Rate   float64 `toml:"rate" above:"0" max:"1000000" help:"step η, of weights of norm 1"`
	Loss   string  `toml:"loss" oneof:"hinge|square" help:"max(m − Δ, 0), or half its square"`
	Margin float64 `toml:"margin" min:"-1000" max:"1000" help:"m, from which on a pattern has no loss"`
	Stop   string  `toml:"stop" oneof:"solved|margin" help:"end when every pattern has the margin of the model, or m"`
	Epochs
}

// NewHinge has the margin of a model in its loss.
func NewHinge(m model.Model) *Hinge {
	return &Hinge{Rate: 1e-3, Loss: "hinge", Stop: "solved", Margin: m.Margin(), Epochs: defaultEpochs()}
}

// Validate implements kinds.Algorithm: tags say all there is.
func (*Hinge) Validate() error { return nil }

// Check refuses models other than perceptrons with spherical weights, and margins of the loss
// that are not those of solutions.
func (h *Hinge) Check(m model.Model) error {
	if m.Weights() != model.SphericalWeights || !model.Linear(m) {
		return fault.New("kind", "hinge", "want a perceptron with weights = %q in [model]", model.SphericalWeights)
	}
	if kappa := m.Margin(); h.Margin < kappa {
		return fault.New("margin", h.Margin, "want at least kappa = %v, or patterns without it have no loss", kappa)
	}
	return nil
}

// About implements kinds.Algorithm.
func (h *Hinge) About() model.About {
	return model.About{
		Name:    "hinge descent",
		Draws:   true,
		Tables:  ofHinging.tables(),
		Bytes:   h.bytes,
		Real:    model.AnyInputs,
		Follows: map[string]string{"margin": "kappa of [model]"},
	}
}

// Solve descends until the criterion is met or MaxEpochs are over. It emits errors and loss,
// summed over the patterns, every so many epochs, and after the last, as a reading of table "training".
func (h *Hinge) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newHinging(h, newNetwork(p, rng), p.Data.Train)
	n, met, err := h.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	return s.solution(s.weights, n, met, ofHinging.solution.Of(s)...), nil
}

// hinging is descent on the hinge at work.
type hinging struct {
	network
	*Hinge
	weights, fields []float64
	ends            []float64 // of the loss of each pattern
	order           []int
}

// beyondMargin is by how much the square of the hinge ends beyond the margin.
const beyondMargin = 1e-6

func newHinging(h *Hinge, n network, p *instances.Patterns) *hinging {
	s := &hinging{network: n, Hinge: h, weights: n.start(1)[0], fields: make([]float64, len(n.each)), order: make([]int, len(n.each))}
	s.ends = model.Scales(p)
	for mu, scale := range s.ends {
		s.ends[mu] = h.Margin
		if h.Loss == "square" {
			s.ends[mu] += float64(beyondMargin * scale)
		}
	}
	return s
}

func (s *hinging) All() [][]float64 { return [][]float64{s.weights} }

func (s *hinging) Epoch(int) {
	s.shuffle(s.order)
	for lo := 0; lo < len(s.order); lo += s.Batch {
		batch := s.order[lo:min(lo+s.Batch, len(s.order))]
		steps := s.fields[:len(batch)]
		s.Fields(steps, s.weights, batch)
		for j, stability := range steps {
			steps[j] = s.Hinge.Rate * s.push(stability, s.ends[batch[j]])
		}
		s.AddTo(s.weights, steps, batch)
		s.Normalize(s.weights, 1)
	}
}

// push is −f' at a stability, f being zero beyond an end. A pattern on the margin itself is not
// learned, and is pushed.
func (s *hinging) push(stability, end float64) float64 {
	switch {
	case stability > end:
		return 0
	case s.Hinge.Loss == "square":
		return end - stability
	}
	return 1
}

// total is the loss of all patterns, and how many do not exceed the margin.
func (s *hinging) total() (sum float64, below int) {
	s.Fields(s.fields, s.weights, s.each)
	for mu, stability := range s.fields {
		if stability <= s.Margin {
			below++
		}
		short := max(0, s.ends[mu]-stability)
		if s.Hinge.Loss == "square" {
			short = short * short / 2
		}
		sum += short
	}
	return sum, below
}

func (s *hinging) Ended(int) bool {
	if s.Stop == "margin" {
		_, below := s.total()
		return below == 0
	}
	return s.Wrong(s.weights) == 0
}

func (s *hinging) State(int) []results.Quantity {
	return ofHinging.training.Of(s)
}

var (
	hingeLoss = results.Column[*hinging]{Name: "loss", Means: isLoss, Of: func(s *hinging) float64 { total, _ := s.total(); return total }}
	ofHinging = columns[*hinging]{
		training: results.Columns[*hinging]{wrong(func(s *hinging) int { return s.Wrong(s.weights) }), hingeLoss},
		solution: results.Columns[*hinging]{hingeLoss},
	}
)
