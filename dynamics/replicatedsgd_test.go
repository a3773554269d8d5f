package dynamics

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// slowReplicas is replicated SGD by its definition: the gradient of a batch is summed
// before the step, and the centre is summed anew before every step towards it.
type slowReplicas struct {
	*ReplicatedSGD
	units int
	xi    [][][]float64 // pattern, unit, input
	h     [][][]float64 // replica, unit, input
}

func signOf(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// against are the units of replica a that vote against a pattern, in the order of their
// fields from the nearest to 0 on, and how many of them have to turn.
func (s *slowReplicas) against(a, mu int) (units []int, need int) {
	var fields []float64
	votes := 0
	for k := range s.units {
		field := 0.0
		for i, x := range s.xi[mu][k] {
			field += x * signOf(s.h[a][k][i])
		}
		fields = append(fields, field)
		votes += int(signOf(field))
		if field < 0 {
			at := len(units)
			for at > 0 && fields[units[at-1]] < field {
				at--
			}
			units = append(units[:at], append([]int{k}, units[at:]...)...)
		}
	}
	return units, (1 - votes) / 2
}

func (s *slowReplicas) step(a, epoch int, batch []int) {
	gradient := make([][]float64, s.units)
	for k := range gradient {
		gradient[k] = make([]float64, len(s.h[a][k]))
	}
	for _, mu := range batch {
		units, need := s.against(a, mu)
		for _, k := range units[:max(0, need)] {
			for i, x := range s.xi[mu][k] {
				gradient[k][i] += x
			}
		}
	}
	for k := range gradient {
		for i, g := range gradient[k] {
			centre := 0.0 // of all as they stand, this one before its step
			for b := range s.h {
				centre += signOf(s.h[b][k][i])
			}
			s.h[a][k][i] += s.Rate * g
			if s.Replicas > 1 {
				gamma := s.Gamma.From + s.Gamma.Step*float64(epoch)
				s.h[a][k][i] += *s.Attraction * (math.Tanh(gamma*centre) - signOf(s.h[a][k][i]))
			}
		}
	}
}

// epoch shows the patterns of every replica in an order of its own.
func (s *slowReplicas) epoch(n int, rng *rand.Rand) {
	permuted := func(n int) []int {
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		return p
	}
	orders := make([][]int, len(s.h))
	for a := range orders {
		orders[a] = permuted(len(s.xi))
		rng.Shuffle(len(s.xi), func(i, j int) { orders[a][i], orders[a][j] = orders[a][j], orders[a][i] })
	}
	turns := permuted(len(s.h))
	for lo := 0; lo < len(s.xi); lo += s.Batch {
		rng.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
		for _, a := range turns {
			s.step(a, n, orders[a][lo:min(lo+s.Batch, len(s.xi))])
		}
	}
}

// wide is a full committee, for which the rule was written.
func wide(n, hidden int) *model.Architecture {
	c := model.NewCommittee()
	c.Layout, c.N, c.Hidden = model.Full, n, hidden
	return c.Model().(*model.Architecture)
}

// Replicas follow the definition, to the rounding of tanh: 12 epochs of some 12 batches.
func TestReplicatedSGDByDefinition(t *testing.T) {
	tree := model.NewCommittee()
	tree.N, tree.Hidden = 63, 3
	for name, m := range map[string]*model.Architecture{"perceptron": model.NewPerceptron(71, 0), "tree": tree.Model().(*model.Architecture), "full": wide(25, 5)} {
		for _, replicas := range []int{1, 2, 5} {
			r := NewReplicatedSGD()
			r.Replicas, r.Batch = replicas, 5
			r.Complete(func(string) bool { return false })
			p := learning(t, m, 58)
			s := newReplicatedDescent(r, p, instances.Stream(3, "algorithm"))
			slow, rng := &slowReplicas{ReplicatedSGD: r, units: s.Units}, instances.Stream(3, "algorithm")
			for mu := range 58 {
				var units [][]float64
				for k := range s.Units {
					var x []float64
					for i := range s.Inputs {
						if name == "tree" {
							i += k * s.Inputs
						}
						x = append(x, p.Data.Train.At(mu, i))
					}
					units = append(units, x)
				}
				slow.xi = append(slow.xi, units)
			}
			for _, h := range s.h {
				var units [][]float64
				for k := range s.Units {
					units = append(units, append([]float64(nil), h[k*s.Inputs:(k+1)*s.Inputs]...))
				}
				slow.h = append(slow.h, units)
			}
			for epoch := range 12 {
				s.Epoch(epoch)
				slow.epoch(epoch, rng)
				for a, h := range s.h {
					for i, x := range h {
						if want := slow.h[a][i/s.Inputs][i%s.Inputs]; math.Abs(x-want) > 1e-9 {
							t.Fatalf("%s, %d replicas, epoch %d: state %d of replica %d is %v, want %v", name, replicas, epoch, i, a, x, want)
						}
					}
				}
			}
			for a, w := range s.signs {
				if got, want := s.errors(w), m.Errors(s.h[a], p.Data.Train); got != want {
					t.Errorf("%s: %d errors, want %d", name, got, want)
				}
			}
			if replicas > 1 {
				sum, n := 0.0, float64(m.Dim())
				for a := range replicas {
					for b := range a {
						for i := range s.h[a] {
							sum += signOf(s.h[a][i]) * signOf(s.h[b][i]) / n
						}
					}
				}
				if want := sum / float64(replicas*(replicas-1)/2); math.Abs(s.overlap()-want) > 1e-12 {
					t.Errorf("%s: overlap %v, want %v", name, s.overlap(), want)
				}
			}
		}
	}
}

// A single replica with batches of one pattern and η = 2 is the perceptron rule.
func TestOneReplicaIsThePerceptronRule(t *testing.T) {
	m := model.NewPerceptron(71, 0)
	r := NewReplicatedSGD()
	r.Replicas, r.Batch = 1, 1
	p := learning(t, m, 60)
	s := newReplicatedDescent(r, p, instances.Stream(4, "algorithm"))
	l := NewPerceptronRule().sbpi(60).From(drawn(p), p, instances.Stream(4, "algorithm"))
	for epoch := range 20 {
		s.Epoch(epoch)
		l.Epoch(epoch)
		for i, x := range l.States() {
			if x != s.h[0][i] {
				t.Fatalf("epoch %d: state %d is %v, of the rule %v", epoch, i, s.h[0][i], x)
			}
		}
	}
}

func TestReplicatedSGDEnumerated(t *testing.T) {
	r := NewReplicatedSGD()
	r.Complete(func(string) bool { return false })
	r.MaxEpochs, r.Batch = 100, 2
	if solvable, solved := against(t, r, 3); solvable != 20 || solved < 15 {
		t.Errorf("P = 3: %d of %d solved", solved, solvable)
	}
	if solvable, solved := against(t, r, 12); solvable == 20 || solved == 0 || solved > solvable {
		t.Errorf("P = 12: %d of %d solved", solved, solvable)
	}
}

func TestReplicatedSGDSolves(t *testing.T) {
	all := voting()
	all["full"] = wide(25, 3)
	for name, m := range all {
		for _, replicas := range []int{1, 3} {
			r := NewReplicatedSGD()
			r.Replicas, r.Batch = replicas, 4
			r.Complete(func(string) bool { return false })
			solvesAndResumes(t, name, r, learning(t, m, 10))
		}
	}
}

// What the tests of the authors' program ask of it (test/runtests.jl): 201 patterns, a
// full committee of 5 units with 321 inputs, batches of 80, 10 000 epochs.
func TestReplicatedSGDOfItsAuthors(t *testing.T) {
	r := NewReplicatedSGD()
	r.Batch = 80
	r.Complete(func(string) bool { return false })
	r.MaxEpochs = 10_000
	m := wide(321, 5)
	found, err := r.Solve(t.Context(), learning(t, m, 201), instances.Stream(1, "algorithm"), ignored)
	if err != nil || !found.Solved() {
		t.Errorf("%d errors, %v", found.Errors, err)
	}
}

func TestReplicatedSGDAllocatesNothing(t *testing.T) {
	r := NewReplicatedSGD()
	r.Complete(func(string) bool { return false })
	s := newReplicatedDescent(r, learning(t, model.NewPerceptron(101, 0), 80), instances.Stream(1, "algorithm"))
	if n := testing.AllocsPerRun(10, func() { s.Epoch(0); s.Ended(1) }); n > 0 {
		t.Errorf("%v allocations in an epoch", n)
	}
}

func TestReplicatedSGDRefuses(t *testing.T) {
	relu, spherical := model.NewCommittee(), model.NewCommittee()
	relu.Activation, spherical.Weights = model.ReLUUnits, model.SphericalWeights
	for _, m := range []model.Model{relu.Model(), spherical.Model(), model.NewSymmetric(11, 1)} {
		if NewReplicatedSGD().Check(m) == nil {
			t.Errorf("%+v is not refused", m)
		}
	}
	for _, r := range []*ReplicatedSGD{{Replicas: 1, Gamma: &Rise{}}, {Replicas: 1, Attraction: new(float64)}, {Replicas: 2}} {
		if r.Validate() == nil {
			t.Errorf("%+v is not refused", r)
		}
	}
}
