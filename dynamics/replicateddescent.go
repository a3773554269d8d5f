package dynamics

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// replicatedDescent is replicated stochastic gradient descent at work.
type replicatedDescent struct {
	*ReplicatedSGD
	*model.Voters
	h      [][]float64  // real states by replica, unit by unit
	signs  [][][]uint64 // of the states of each unit of each replica, 1 for −
	sum    []float64    // Σ_a w_i^a
	centre [][]uint64   // its signs, unit by unit
	pull   []float64    // tanh(γ s) at s = −y, −y+2, …, y
	orders [][]int      // of the patterns, by replica
	turns  []int        // order of the replicas
	moves  []float64    // Σ_μ ξ_i^μ of a batch
	fields []int        // of the units, for the present pattern
	rng    *rand.Rand
}

// newReplicatedDescent draws states ±1, equal in all replicas.
func newReplicatedDescent(r *ReplicatedSGD, p *model.Problem, rng *rand.Rand) *replicatedDescent {
	v := p.Model.(*model.Architecture).Voters(p.Data.Train)
	n := v.Units * v.Inputs
	s := &replicatedDescent{ReplicatedSGD: r, Voters: v, rng: rng, sum: make([]float64, n), centre: packed(v),
		pull: make([]float64, r.Replicas+1), moves: make([]float64, n), fields: make([]int, v.Units)}
	first, start := make([]float64, n), p.Stream("start")
	for i := range first {
		first[i] = 1 - 2*float64(start.Uint64()>>63)
	}
	for a := range r.Replicas {
		s.h = append(s.h, append([]float64(nil), first...))
		s.signs = append(s.signs, packed(v))
		s.orders = append(s.orders, make([]int, p.Data.Train.P))
		s.turns = append(s.turns, a)
	}
	return s
}

// packed is room for the signs of the weights of every unit.
func packed(v *model.Voters) [][]uint64 {
	signs := make([][]uint64, v.Units)
	for k := range signs {
		signs[k] = make([]uint64, (v.Inputs+63)/64)
	}
	return signs
}

func (s *replicatedDescent) All() [][]float64 { return s.h }

func (s *replicatedDescent) Epoch(n int) {
	s.pack()
	for k := range s.pull {
		if s.Replicas > 1 {
			s.pull[k] = gauss.Tanh(float64(s.Gamma.after(n) * float64(2*k-s.Replicas)))
		}
	}
	for _, order := range s.orders {
		for mu := range order {
			order[mu] = mu
		}
		s.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for a := range s.turns {
		s.turns[a] = a
	}
	for lo := 0; lo < len(s.orders[0]); lo += s.Batch {
		s.rng.Shuffle(len(s.turns), func(i, j int) { s.turns[i], s.turns[j] = s.turns[j], s.turns[i] })
		for _, a := range s.turns {
			s.learn(a, s.orders[a][lo:min(lo+s.Batch, len(s.orders[a]))])
			s.move(a)
		}
	}
}

// pack takes the signs of all states, which may have been resumed, and their sums.
func (s *replicatedDescent) pack() {
	clear(s.sum)
	for a, h := range s.h {
		s.packInto(s.signs[a], h)
		for i, x := range h {
			s.sum[i] += math.Copysign(1, x)
		}
	}
}

// packInto takes the signs of x, unit by unit; those of 0 are +.
func (s *replicatedDescent) packInto(signs [][]uint64, x []float64) {
	for k := range signs {
		clear(signs[k])
		for i, v := range x[k*s.Inputs : (k+1)*s.Inputs] {
			signs[k][i/64] |= math.Float64bits(v) >> 63 << (i % 64)
		}
	}
}

// votes computes the fields of a pattern under some weights, and returns the sum of the
// votes.
func (s *replicatedDescent) votes(w [][]uint64, mu int) (votes int) {
	for k := range s.fields {
		s.fields[k] = s.Sum(k, mu, w[k])
		if s.fields[k] >= s.Least {
			votes++
		} else {
			votes--
		}
	}
	return votes
}

// learn sums what the patterns of a batch that replica a gets wrong move.
func (s *replicatedDescent) learn(a int, batch []int) {
	clear(s.moves)
	for _, mu := range batch {
		for need := s.Majority - s.votes(s.signs[a], mu); need > 0; need -= 2 {
			k := s.nearest()
			s.fields[k] = s.Least // it is turned
			s.add(k, s.Row(k, mu))
		}
	}
}

// nearest is the unit against the pattern whose field is nearest to turning, the first
// among equals.
func (s *replicatedDescent) nearest() int {
	nearest := -1
	for k, field := range s.fields {
		if field < s.Least && (nearest < 0 || field > s.fields[nearest]) {
			nearest = k
		}
	}
	return nearest
}

// add adds the signs of the inputs of a unit to what moves its weights.
func (s *replicatedDescent) add(k int, row []uint64) {
	moves := s.moves[k*s.Inputs : (k+1)*s.Inputs]
	for w, word := range row {
		part := moves[64*w : min(64*w+64, len(moves))]
		for i := range part {
			part[i] += 1 - 2*float64(word>>i&1)
		}
	}
}

// move makes the step of a batch, and that to the centre.
func (s *replicatedDescent) move(a int) {
	h, y := s.h[a], s.Replicas
	for k, signs := range s.signs[a] {
		lo := k * s.Inputs
		for w := range signs {
			var negative uint64
			for i := lo + 64*w; i < min(lo+64*w+64, lo+s.Inputs); i++ {
				x := h[i] + float64(s.Rate*s.moves[i])
				if y > 1 {
					x += float64(*s.Attraction * (s.pull[(int(s.sum[i])+y)/2] - math.Copysign(1, x)))
				}
				s.sum[i] += math.Copysign(1, x) - math.Copysign(1, h[i])
				h[i] = x
				negative |= math.Float64bits(x) >> 63 << (i - lo - 64*w)
			}
			signs[w] = negative
		}
	}
}

// errors counts the patterns that some weights get wrong.
func (s *replicatedDescent) errors(w [][]uint64) (wrong int) {
	for mu := range s.orders[0] {
		if s.votes(w, mu) < s.Majority {
			wrong++
		}
	}
	return wrong
}

// fewest is the least number of errors of the centre and the replicas, the first of
// equals, and which has it: −1 for the centre; and the errors of that.
func (s *replicatedDescent) fewest() (errors, of, centre int) {
	s.pack()
	s.packInto(s.centre, s.sum)
	centre = s.errors(s.centre)
	errors, of = centre, -1
	for a, w := range s.signs {
		if n := s.errors(w); n < errors {
			errors, of = n, a
		}
	}
	return errors, of, centre
}

// best are the weights with the fewest errors, and these.
func (s *replicatedDescent) best() (errors int, w []float64) {
	errors, of, _ := s.fewest()
	states := s.sum
	if of >= 0 {
		states = s.h[of]
	}
	for _, x := range states {
		w = append(w, math.Copysign(1, x))
	}
	return errors, w
}

// overlap is the mean of w^a·w^b/N over pairs of replicas.
func (s *replicatedDescent) overlap() float64 {
	square, y := 0.0, float64(s.Replicas)
	for _, x := range s.sum {
		square += float64(x * x) // exact
	}
	return (square/float64(len(s.sum)) - y) / float64(y*(y-1))
}

func (s *replicatedDescent) Ended(int) bool {
	errors, _, _ := s.fewest()
	return errors == 0
}

func (s *replicatedDescent) State(int) []results.Quantity {
	errors, _, centre := s.fewest()
	return s.columns().training.Of(counted{s, errors, centre})
}

// counted is the state with the fewest errors, and those of the centre.
type counted struct {
	*replicatedDescent
	fewest, centre int
}

// columns are those of one replica, or of several.
func (r *ReplicatedSGD) columns() columns[counted] {
	c := columns[counted]{training: results.Columns[counted]{wrong(func(s counted) int { return s.fewest })}}
	if r.Replicas > 1 {
		overlap := results.Column[counted]{Name: "overlap", Means: "1: mean overlap of two of the replicas", Of: func(s counted) float64 { return s.overlap() }}
		c.training = append(c.training, results.Column[counted]{Name: "errors_center", Means: "patterns: that the centre of the replicas gets wrong",
			Of: func(s counted) float64 { return float64(s.centre) }}, overlap)
		c.solution = results.Columns[counted]{overlap}
	}
	return c
}
