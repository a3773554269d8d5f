package montecarlo

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/instances"
	"fbp/internal/lives"
	"fbp/model"
	"fbp/results"
)

// problem is a model and random patterns for it.
func problem(t *testing.T, m model.Model, p int) *model.Problem {
	t.Helper()
	d, err := (instances.Random{Size: instances.Size{P: p}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d}
}

func tree(n, hidden int) *model.Architecture {
	m := model.NewCommittee()
	m.N, m.Hidden = n, hidden
	return m.Model().(*model.Architecture)
}

// quick is a short schedule of a few replicas.
func quick() *MonteCarlo {
	c := Default()
	c.Replicas, c.Overlap, c.Beta.To = 5, 0.8, 5
	c.Anneal, c.Equilibrate, c.Snapshots, c.Gap = 400, 200, 6, 5
	return c
}

// solve is the solution of a search and what it emitted.
func solve(t *testing.T, c *MonteCarlo, p *model.Problem) (*model.Solution, []results.Reading) {
	t.Helper()
	if err := errors.Join(c.Validate(), c.Check(p.Model)); err != nil {
		t.Fatal(err)
	}
	var readings []results.Reading
	s, err := c.Solve(t.Context(), p, instances.Stream(1, "test"), func(r results.Reading) { readings = append(readings, r) })
	if err != nil {
		t.Fatal(err)
	}
	return s, readings
}

func number(t *testing.T, s *model.Solution, name string) float64 {
	t.Helper()
	x, ok := s.Number(name)
	if !ok {
		t.Fatalf("the solution has no number %q", name)
	}
	return x
}

// TestReplicas: with every sampler and coupling the replicas of all snapshots are
// solutions at the overlap wanted, and the weights are the signs of their sum in the
// last. The overlap of 5 × 135 weights fluctuates by 0.02, slowly.
func TestReplicas(t *testing.T) {
	for name, change := range map[string]func(*MonteCarlo){
		"rrr":        func(*MonteCarlo) {},
		"centre":     func(c *MonteCarlo) { c.Coupling = Centre },
		"metropolis": func(c *MonteCarlo) { c.Sampler = Metropolis },
	} {
		t.Run(name, func(t *testing.T) {
			c, p := quick(), problem(t, tree(135, 5), 40)
			c.Snapshots = 30
			change(c)
			s, readings := solve(t, c, p)
			if !s.Solved() || len(s.Replicas) != c.Replicas*c.Snapshots || number(t, s, "snapshots") != float64(c.Snapshots) {
				t.Fatalf("%v with %d replicas: %+v", s.Outcome, len(s.Replicas), s.Numbers)
			}
			for k, w := range s.Replicas {
				if errors := p.Model.Errors(w, p.Data.Train); errors > 0 {
					t.Errorf("replica %d makes %d errors", k, errors)
				}
			}
			if got := number(t, s, "overlap"); math.Abs(got-c.Overlap) > 0.06 {
				t.Errorf("overlap %.3f, want %v", got, c.Overlap)
			}
			last := s.Replicas[len(s.Replicas)-c.Replicas:]
			for i, w := range s.Weights {
				sum := 0.0
				for _, replica := range last {
					sum += replica[i]
				}
				if sum*w < 0 {
					t.Fatalf("weight %d is %v, and the sum of the replicas %v", i, w, sum)
				}
			}
			if s.Errors != p.Model.Errors(s.Weights, p.Data.Train) {
				t.Error("errors are not those of the weights")
			}
			if n := len(readings); n < 90 || n > 110 {
				t.Errorf("%d readings", n)
			}
		})
	}
}

// TestAnnealing: a single replica is annealed to its first solution, of every model and
// energy; in the hard phase its snapshots are solutions too.
func TestAnnealing(t *testing.T) {
	for name, m := range map[string]model.Model{
		"perceptron": model.NewPerceptron(101, 0), "symmetric": model.NewSymmetric(60, 1.2), "tree": tree(99, 3),
	} {
		t.Run(name, func(t *testing.T) {
			c := quick()
			c.Replicas = 1
			c.Complete(func(key string) bool { return key != "snapshots" && key != "equilibrate" })
			p := problem(t, m, 20)
			s, _ := solve(t, c, p)
			if !s.Solved() || s.Errors != 0 || s.Replicas != nil || number(t, s, "sweeps") >= float64(c.Anneal) {
				t.Errorf("%v, %d errors, %d replicas, %+v", s.Outcome, s.Errors, len(s.Replicas), s.Numbers)
			}
			c.Snapshots, c.Equilibrate = 3, 10
			s, _ = solve(t, c, p)
			if len(s.Replicas) != 3 || !reflect.DeepEqual(s.Weights, s.Replicas[2]) || s.Errors != 0 {
				t.Errorf("%d replicas, %d errors", len(s.Replicas), s.Errors)
			}
		})
	}
	c := quick()
	c.Replicas, c.Snapshots, c.Equilibrate, c.Energy, c.Gamma, c.Beta.To = 1, 0, 0, CrossEntropy, 1, 30
	if s, _ := solve(t, c, problem(t, model.NewPerceptron(101, 0), 40)); !s.Solved() {
		t.Errorf("cross-entropy: %v, %d errors", s.Outcome, s.Errors)
	}
}

// TestUnsolved: far beyond capacity a search ends after twice its anneal, with errors
// and its last replicas.
func TestUnsolved(t *testing.T) {
	c := quick()
	s, _ := solve(t, c, problem(t, model.NewPerceptron(21, 0), 100))
	if s.Outcome != results.Limit || s.Errors == 0 || number(t, s, "sweeps") != 800 || len(s.Replicas) != c.Replicas || number(t, s, "energy") < 1 {
		t.Errorf("%v, %d errors, %d replicas, %+v", s.Outcome, s.Errors, len(s.Replicas), s.Numbers)
	}
}

// TestResumed: a search that is kept in any of its phases and goes on in another
// process ends in the same solution; a checkpoint that is damaged is not taken.
func TestResumed(t *testing.T) {
	for _, sampler := range []string{RRR, Metropolis} {
		c, p := quick(), problem(t, tree(45, 3), 15)
		c.Sampler = sampler
		run := func(ctx context.Context, m *lives.Keeper) (*model.Solution, error) {
			m.Source = rand.NewPCG(1, 2)
			with := *p
			with.Keeper = m
			return c.Solve(ctx, &with, rand.New(m.Source), func(results.Reading) {})
		}
		want, err := run(context.Background(), &lives.Keeper{})
		if err != nil {
			t.Fatal(err)
		}
		for _, stop := range []int{1, 17, 401, 480, 560, 610, 625} {
			ctx, cancel := context.WithCancel(context.Background())
			m := &lives.Keeper{Stop: stop, Die: cancel}
			if _, err := run(ctx, m); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: stopped at %d: %v", sampler, stop, err)
			}
			m.Stop = 0
			got, err := run(context.Background(), m)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: resumed at sweep %d: %v, another solution: %+v, want %+v", sampler, stop, err, got.Numbers, want.Numbers)
			}
			if stop > 10 && m.Asked > 640 {
				t.Errorf("%s: resumed at sweep %d, it started from the beginning", sampler, stop)
			}
			s := &search{MonteCarlo: c}
			for _, damaged := range [][]byte{m.State[:len(m.State)-1], append([]byte{9}, m.State[1:]...), bytes.Repeat([]byte{1}, len(m.State))} {
				from := model.CarryFrom(bytes.NewReader(damaged))
				if s.carry(from, make([]uint64, 45), make([]int, 45)); from.Err() == nil {
					t.Error("a damaged checkpoint is taken")
				}
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	for want, change := range map[string]func(*MonteCarlo){
		"beta.from = 6: want from <= to":                      func(c *MonteCarlo) { c.Beta.From = 6 },
		"equilibrate = 200: has no meaning without snapshots": func(c *MonteCarlo) { c.Snapshots = 0 },
		"snapshots = 6: want 0 with energy \"cross_entropy\": they are taken where no pattern errs, which it does not see": func(c *MonteCarlo) { c.Energy, c.Gamma = CrossEntropy, 1 },
		"gamma = 1: has no meaning with energy \"errors\"":                                                                 func(c *MonteCarlo) { c.Gamma = 1 },
		"energy = \"cross_entropy\": want a perceptron for the cross-entropy, or energy \"errors\"": func(c *MonteCarlo) {
			c.Energy, c.Gamma, c.Snapshots, c.Equilibrate = CrossEntropy, 1, 0, 0
		},
		"kind = \"monte_carlo\": want a model with binary weights whose errors follow flips": nil,
	} {
		c, m := quick(), model.Model(tree(9900, 3))
		if change != nil {
			change(c)
		} else {
			m = model.NewSphericalPerceptron(9, 0)
		}
		err := c.Validate()
		if err == nil {
			err = c.Check(m)
		}
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
