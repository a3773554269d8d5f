package dynamics

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// ReplicatedSGD is replicated stochastic gradient descent on binary weights. Each of y
// replicas has real numbers h_i whose signs are its weights, w_i = sign h_i. Batch by batch,
// in an order of patterns of its own, a replica makes a step of the perceptron rule,
//
//	h_i ← h_i + η Σ_μ ξ_i^μ over the patterns of the batch that w gets wrong
//
// (ξ gauged by its label; in a committee the states of as many units move as turn the
// majority, those nearest to zero among the units against it; all fields are those before
// the batch), and is then drawn to the centre of the replicas,
//
//	h_i ← h_i + λ (tanh(γ Σ_a w_i^a) − w_i),
//
// the sum over the replicas being kept as they move one by one, in a new order after
// every batch. γ grows by as much after every epoch. After an epoch the search ends when
// the centre, sign Σ_a w^a, or a replica has no errors; that is the solution. The centre counts
// first, and at a tie it is +1. One replica is not drawn to anything.
//
// Source: Baldassi et al., PNAS 113, E7655 (2016), whose rule was not opened; what was is the
// program of its authors, carlobaldassi/BinaryCommitteeMachineRSGD.jl (src at 353732c, and its
// documentation), which says that tanh is (C7) of the paper and λ its η′. The defaults are the
// "good parameter configuration" that it has for a full committee of K = 5, N = 1605, α = 0.5:
// η = 2, λ = 0.75, γ = 0.05 + 0.001 per epoch, y = 7 and, as there, states that start at ±1,
// equal in all replicas; but for batches of 20, not 80, which solve more (perceptron,
// N = 501, α = 0.7: 3 of 4 samples, and none). Margins are ours, and a state of
// exactly 0, which is +1 here and −1 there.
type ReplicatedSGD struct {
	Replicas   int      `toml:"replicas" min:"1" max:"1000" help:"number y of replicas; 1 is stochastic gradient descent alone"`
	Rate       float64  `toml:"rate" above:"0" max:"1000000" help:"step η of a pattern that is wrong; states start at ±1"`
	Attraction *float64 `toml:"attraction,omitempty" min:"0" max:"1000000" help:"step λ to the centre of the replicas; default 0.75"`
	Gamma      *Rise    `toml:"gamma" help:"strength γ of tanh(γ Σ_a w^a), the centre; default { from = 0.05, step = 0.001 }"`
	Batch      int      `toml:"batch" min:"1" max:"1000000000" help:"patterns per batch"`
	Limits
}

// Rise is a parameter to which the same is added after every epoch.
type Rise struct {
	From float64 `toml:"from" min:"0" max:"1000000" help:"value in the first epoch; from about 20 on tanh is a sign"`
	Step float64 `toml:"step" min:"0" max:"1000000" help:"added after every epoch"`
}

// after is the value after n epochs.
func (r Rise) after(n int) float64 { return r.From + float64(float64(n)*r.Step) }

// NewReplicatedSGD has the parameters that the authors' program calls good.
func NewReplicatedSGD() *ReplicatedSGD {
	return &ReplicatedSGD{Replicas: 7, Rate: 2, Batch: 20, Limits: Limits{MaxEpochs: 1000, Every: 10}}
}

// Complete fills in the coupling of more than one replica, where it is not given.
func (r *ReplicatedSGD) Complete(given func(key string) bool) {
	if r.Replicas == 1 {
		return
	}
	if !given("attraction") {
		attraction := 0.75
		r.Attraction = &attraction
	}
	if !given("gamma") {
		r.Gamma = &Rise{From: 0.05, Step: 0.001}
	}
}

// Validate says which parameter has no meaning.
func (r *ReplicatedSGD) Validate() error {
	switch {
	case r.Replicas == 1 && r.Gamma != nil:
		return fault.New("gamma", nil, "has no meaning for one replica")
	case r.Replicas == 1 && r.Attraction != nil:
		return fault.New("attraction", *r.Attraction, "has no meaning for one replica")
	case r.Replicas > 1 && r.Attraction == nil:
		return fault.New("attraction", nil, "want attraction >= 0")
	case r.Replicas > 1 && r.Gamma == nil:
		return fault.New("gamma", nil, "want { from, step }")
	}
	return nil
}

// Check refuses models other than the perceptron and committees of sign units with
// binary weights.
func (r *ReplicatedSGD) Check(m model.Model) error {
	if m.PerVoter() == 0 {
		return fault.New("kind", "replicated_sgd", "want a perceptron, or a committee of sign units with output = \"majority\", with binary weights")
	}
	return nil
}

// About implements kinds.Algorithm.
func (r *ReplicatedSGD) About() model.About {
	return model.About{Name: "replicated SGD", Draws: true, Tables: r.columns().tables(), Bytes: r.bytes}
}

// Solve learns until the centre or a replica has no errors, or MaxEpochs are over; then
// it returns, of these, the weights with the fewest. It emits a reading of table
// "training" every so many epochs, and after the last: the fewest errors, and those of the centre and
// the overlap of two replicas where there are several.
func (r *ReplicatedSGD) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newReplicatedDescent(r, p, rng)
	n, met, err := r.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	errors, w := s.best()
	numbers := append(outcomeOf(n, met), r.columns().solution.Of(counted{s, 0, 0})...)
	return &model.Solution{Weights: w, Outcome: model.OutcomeOf(errors, met), Errors: errors, Numbers: numbers}, nil
}
