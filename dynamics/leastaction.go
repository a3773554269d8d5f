package dynamics

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// LeastAction is least-action learning (LAL): for every pattern that a committee of
// sign units gets wrong, or does not learn with the margin, the wrong unit whose field is smallest, which takes least to
// turn, learns it, w ← w + ησξ. All fields of a batch are computed before its first
// step. The search ends with zero errors.
//
// With more replicas it is entropic (eLAL): each learns in an order of its own, and is
// drawn to their mean W̄ in every batch, w ← w + λη(W̄ − w), λ growing by the epoch,
// until Σ_a |w_a − W̄|² is below the tolerance. W̄ is the solution.
//
// Source: Mitchison and Durbin, Biol. Cybern. 60, 345 (1989); Baldassi, Pittorino and
// Zecchina, PNAS 117, 161 (2020), section IV and appendix E, whose parameters for
// random patterns are the defaults. The paper does not say in which units weights move:
// those of this package reproduce its numbers of epochs.
type LeastAction struct {
	Rate      float64 `toml:"rate" above:"0" max:"1000000" help:"step η, of weights of norm 1 in each unit; default 0.005, of replicas 0.01"`
	Replicas  int     `toml:"replicas" min:"1" max:"100000" help:"number of replicas; more than 1 are drawn to their mean"`
	Coupling  *Growth `toml:"coupling" help:"λ of the pull to the mean of the replicas; default { from = 0.5, growth = 0.0001 }"`
	Tolerance float64 `toml:"tolerance,omitempty" above:"0" max:"1000000" help:"squared distances from the mean, summed, below which replicas have collapsed; default 1e-7"`
	Epochs
}

// NewLeastAction is LAL of PNAS 117, 161 (2020) for random patterns.
func NewLeastAction() *LeastAction {
	return &LeastAction{Rate: 5e-3, Replicas: 1, Epochs: defaultEpochs()}
}

// Complete fills in the paper's parameters of eLAL for more than one replica, where
// they are not given.
func (l *LeastAction) Complete(given func(key string) bool) {
	if l.Replicas == 1 {
		return
	}
	if !given("rate") {
		l.Rate = 1e-2
	}
	if !given("coupling") {
		l.Coupling = &Growth{From: 0.5, Rate: 1e-4}
	}
	if !given("tolerance") {
		l.Tolerance = 1e-7
	}
}

// Validate says which parameter has no meaning.
func (l *LeastAction) Validate() error {
	switch {
	case l.Replicas == 1 && l.Coupling != nil:
		return fault.New("coupling", nil, "has no meaning for one replica")
	case l.Replicas == 1 && l.Tolerance != 0:
		return fault.New("tolerance", l.Tolerance, "has no meaning for one replica")
	case l.Replicas > 1 && l.Coupling == nil:
		return fault.New("coupling", nil, "want { from, growth }")
	case l.Replicas > 1 && l.Tolerance == 0:
		return fault.New("tolerance", l.Tolerance, "want tolerance > 0, which is reached")
	}
	return nil
}

// Check refuses models other than sign units with spherical weights.
func (l *LeastAction) Check(m model.Model) error { return check("lal", m) }

// About implements kinds.Algorithm.
func (l *LeastAction) About() model.About {
	name := "LAL"
	if l.Replicas > 1 {
		name = "eLAL"
	}
	return model.About{Name: name, Draws: true, Tables: ofActing.tables(), Bytes: l.bytes, Real: model.AnyInputs}
}

// Solve learns until the criterion is met or MaxEpochs are over, and returns the
// weights, or the normalised mean of the replicas. It emits a reading of table
// "training" every so many epochs, and after the last: errors, and the spread
// Σ_a |w_a − W̄|² of replicas.
func (l *LeastAction) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newLeastActing(l, newNetwork(p, rng))
	n, met, err := l.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	if s.centre == nil {
		return s.solution(s.weights[0], n, met), nil
	}
	return s.solution(s.middle(), n, met, ofActing.solution.Of(s)...), nil
}

// leastActing is least-action learning at work.
type leastActing struct {
	network
	*LeastAction
	weights  [][]float64 // by replica
	orders   [][]int     // of the patterns
	centre   []float64   // W̄, the weights themselves of one replica
	fields   []float64   // of a batch
	coupling growing     // λ
}

func newLeastActing(l *LeastAction, n network) *leastActing {
	s := &leastActing{network: n, LeastAction: l, weights: n.start(l.Replicas), orders: make([][]int, l.Replicas)}
	for a := range s.orders {
		s.orders[a] = make([]int, len(n.each))
	}
	s.fields = make([]float64, min(l.Batch, len(n.each))*n.Hidden)
	if l.Replicas > 1 {
		s.centre, s.coupling = make([]float64, n.of.Dim()), growing{Growth: *l.Coupling}
	}
	return s
}

func (s *leastActing) All() [][]float64 { return s.weights }

func (s *leastActing) Epoch(n int) {
	pull := float64(s.coupling.after(n) * s.LeastAction.Rate)
	for _, order := range s.orders {
		s.shuffle(order)
	}
	for lo := 0; lo < len(s.each); lo += s.Batch {
		s.average()
		for a, w := range s.weights {
			s.learn(w, s.orders[a][lo:min(lo+s.Batch, len(s.each))])
			for i, c := range s.centre {
				w[i] += float64(pull * (c - w[i]))
			}
			s.Normalize(w, 1)
		}
	}
}

// learn makes the steps of a batch.
func (s *leastActing) learn(w []float64, batch []int) {
	steps := s.fields[:len(batch)*s.Hidden]
	s.Fields(steps, w, batch)
	for j := range batch {
		fields := steps[j*s.Hidden : (j+1)*s.Hidden]
		least := s.Weakest(fields)
		clear(fields)
		if least >= 0 {
			fields[least] = s.LeastAction.Rate
		}
	}
	s.AddTo(w, steps, batch)
}

// average brings the centre of replicas up to date.
func (s *leastActing) average() {
	if s.centre == nil {
		return
	}
	clear(s.centre)
	for _, w := range s.weights {
		for i, x := range w {
			s.centre[i] += x
		}
	}
	for i := range s.centre {
		s.centre[i] /= float64(len(s.weights))
	}
}

// middle are the weights that replicas have in common.
func (s *leastActing) middle() []float64 {
	if s.centre == nil {
		return s.weights[0]
	}
	s.average()
	return s.centre
}

// spread is Σ_a |w_a − W̄|².
func (s *leastActing) spread() (sum float64) {
	s.average()
	for _, w := range s.weights {
		for i, c := range s.centre {
			sum += float64((w[i] - c) * (w[i] - c))
		}
	}
	return sum
}

func (s *leastActing) Ended(int) bool {
	if s.centre != nil {
		return s.spread() < s.Tolerance
	}
	return s.errors() == 0
}

// errors are those of the middle.
func (s *leastActing) errors() int { return s.Wrong(s.middle()) }

func (s *leastActing) State(int) []results.Quantity {
	if s.centre == nil {
		return ofActing.training[:1].Of(s)
	}
	return ofActing.training.Of(s)
}

var (
	spread   = results.Column[*leastActing]{Name: "spread", Means: "1: Σ|w_a − W̄|² of the replicas", Of: (*leastActing).spread}
	ofActing = columns[*leastActing]{
		training: results.Columns[*leastActing]{wrong((*leastActing).errors), spread},
		solution: results.Columns[*leastActing]{spread},
	}
)
