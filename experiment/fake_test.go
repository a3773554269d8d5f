package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// dice is an algorithm that draws its weights, fast, and goes wrong on demand.
type dice struct {
	Fail   float64 `toml:"fail" min:"0" max:"1" help:"share of tasks that fail"`
	Panic  bool    `toml:"panic" help:"panic instead of failing"`
	Unsure float64 `toml:"unsure" min:"0" max:"1" help:"share of tasks that end unsolved"`
	Steps  int     `toml:"steps" min:"1" help:"readings"`
	Deaf   bool    `toml:"deaf" help:"ignore a cancelled context"`
	Wait   int     `toml:"wait" help:"milliseconds"`
	Claim  string  `toml:"claim,omitempty" oneof:"|nothing|replicas|less" help:"weights to leave"`

	work *work
}

// work counts what was done, beside the config.
type work struct {
	searches, measures atomic.Int64
	onStep             func(n int64) // called with the number of readings so far
	steps              atomic.Int64
	broken             atomic.Bool // tasks fail if it is set
}

func (d *dice) Validate() error         { return nil }
func (d *dice) Check(model.Model) error { return nil }
func (d *dice) About() model.About {
	return model.About{Draws: true, Numbers: d.Claim == "nothing", Bytes: func(s model.Size) float64 { return 8 * float64(s.Model.Dim()*s.Patterns) }}
}

func (d *dice) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	d.work.searches.Add(1)
	if rng.Float64() < d.Fail || d.work.broken.Load() {
		if d.Panic {
			panic("as asked")
		}
		return nil, errors.New("failed as asked,\nin two lines")
	}
	s := &model.Solution{Weights: make([]float64, p.Model.Dim()), Outcome: results.Limit}
	if rng.Float64() >= d.Unsure {
		s.Outcome = results.Solved
	}
	s.Numbers = []results.Quantity{{Name: "converged", Value: 0}, {Name: "q", Value: rng.Float64()}, {Name: "sweeps", Value: 7}}
	for i := range s.Weights {
		s.Weights[i] = 1 - 2*float64(rng.IntN(2))
	}
	for k := range d.Steps {
		if d.work.onStep != nil {
			d.work.onStep(d.work.steps.Add(1))
		}
		time.Sleep(time.Duration(d.Wait) * time.Millisecond)
		if err := ctx.Err(); err != nil && !d.Deaf {
			return nil, fmt.Errorf("step %d: %w", k, err)
		}
		emit(results.Reading{Table: "throws", At: []results.Quantity{{Name: "throw", Value: float64(k)}},
			Values: []results.Quantity{{Name: "eyes", Value: float64(1 + rng.IntN(6))}}})
	}
	if !s.Solved() {
		s.Errors = p.Data.Train.P
	}
	switch d.Claim {
	case "nothing":
		s.Weights, s.Outcome, s.Errors = nil, results.Converged, 0
	case "less":
		s.Numbers, s.Omitted = s.Numbers[2:], map[string]string{"q": "left out as asked"}
	case "replicas":
		s.Replicas = [][]float64{slices.Clone(s.Weights), make([]float64, len(s.Weights))}
		s.Replicas[1][0] = 0.5
		s.Numbers = []results.Quantity{{Name: "epochs", Value: 3}, {Name: "loss", Value: 0.25}}
	}
	return s, nil
}

// census is a measurement of the weights and of its own random numbers.
type census struct {
	Scale float64 `toml:"scale"`
	Fail  string  `toml:"fail,omitempty" oneof:"|first|after|panic|nan|twice" help:"how to go wrong"`
	work  *work
}

func (c *census) Validate() error         { return nil }
func (c *census) Check(model.Model) error { return nil }
func (c *census) About() model.About      { return model.About{} }

func (c *census) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	c.work.measures.Add(1)
	if c.Fail == "first" {
		return errors.New("census failed as asked,\nin two lines")
	}
	sum := 0.0
	for mu := range p.Data.Train.P {
		sum += p.Data.Train.Dot(mu, s.Weights)
	}
	emit(results.Reading{Table: "census", Values: []results.Quantity{{Name: "sum", Value: c.Scale * sum}, {Name: "luck", Value: rng.Float64()}}})
	switch c.Fail {
	case "after":
		return errors.New("census failed later, as asked")
	case "panic":
		panic("census as asked")
	case "nan":
		emit(results.Reading{Table: "void", Values: []results.Quantity{{Name: "void", Value: math.NaN()}}})
	case "twice":
		emit(results.Reading{Table: "throws", Values: []results.Quantity{{Name: "eyes", Value: 7}}})
	}
	return ctx.Err()
}

// fakes is a catalog with dice and censuses that count their work.
func fakes() (*plan.Catalog, *work) {
	w := new(work)
	c := Standard()
	c.Algorithms["dice"] = func(model.Model) kinds.Algorithm { return &dice{Steps: 3, work: w} }
	c.Measurements["census"] = func(model.Model, kinds.Algorithm) kinds.Measurement { return &census{Scale: 1, work: w} }
	c.Measurements["poll"] = func(model.Model, kinds.Algorithm) kinds.Measurement { return &poll{census{Scale: 2, work: w}} }
	c.Instances["teacher"] = func() instances.Source { return &instances.Teacher{} }
	return c, w
}

// poll is a census under another table's name.
type poll struct{ census }

func (c *poll) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	return c.census.Measure(ctx, p, solutions, rng, func(r results.Reading) {
		r.Table, r.Values = "poll", []results.Quantity{{Name: "votes", Value: r.Values[0].Value}}
		emit(r)
	})
}

// game is a config of the fakes: 6 tasks.
const game = `name = "game"
samples = 3
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
[algorithm]
kind = "dice"
[[measure]]
kind = "census"
[sweep]
"instance.p" = [5, 8]
`
