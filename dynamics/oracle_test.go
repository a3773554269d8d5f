package dynamics

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// naive has weights of norm 1 as [unit][input] and patterns as [pattern][unit][input].
type naive struct {
	w  [][]float64
	xi [][][]float64
}

// newNaive reads the patterns one by one.
func newNaive(m *model.Architecture, p *instances.Patterns, w []float64) *naive {
	n := &naive{}
	each := m.Dim() / m.Hidden
	for mu := range p.P {
		units := make([][]float64, m.Hidden)
		for l := range units {
			for i := range each {
				if !m.Full {
					i += l * each
				}
				units[l] = append(units[l], p.At(mu, i))
			}
		}
		n.xi = append(n.xi, units)
	}
	for l := range m.Hidden {
		n.w = append(n.w, append([]float64(nil), w[l*each:(l+1)*each]...))
	}
	return n
}

func (n *naive) fields(mu int) (fields []float64) {
	for l, w := range n.w {
		sum := 0.0
		for i, x := range n.xi[mu][l] {
			sum += w[i] * x
		}
		fields = append(fields, sum)
	}
	return fields
}

func (n *naive) normalize() {
	for _, w := range n.w {
		square := 0.0
		for _, x := range w {
			square += x * x
		}
		for i := range w {
			w[i] /= math.Sqrt(square)
		}
	}
}

// differs is the largest difference from weights unit by unit.
func (n *naive) differs(w []float64) (most float64) {
	for l, own := range n.w {
		for i, x := range own {
			most = max(most, math.Abs(x-w[l*len(own)+i]))
		}
	}
	return most
}

// learn is LAL's batch, by its definition.
func (n *naive) learn(batch []int, rate float64) {
	var all [][]float64
	for _, mu := range batch {
		all = append(all, n.fields(mu))
	}
	for j, mu := range batch {
		plus, unit := 0, -1
		for l, x := range all[j] {
			if x >= 0 {
				plus++
			} else if unit < 0 || -x < -all[j][unit] {
				unit = l
			}
		}
		if plus > len(n.w)/2 {
			continue
		}
		for i, x := range n.xi[mu][unit] {
			n.w[unit][i] += rate * x
		}
	}
}

// TestEpochsByDefinition: two epochs of each solver are those of its definition,
// pattern by pattern. Differences are those of rounding, 1e-15 per step.
//
// Check: two epochs of LAL, eLAL and descent on the cross-entropy, tree and full | their definitions, pattern
// by pattern | 1e-12 in a weight
func TestEpochsByDefinition(t *testing.T) {
	const tolerance = 1e-12
	for _, layout := range []string{model.Tree, model.Full} {
		section := model.NewCommittee()
		section.N, section.Hidden, section.Layout, section.Weights = 45, 5, layout, model.SphericalWeights
		m := section.Model().(*model.Architecture)
		d, err := (&instances.Random{Size: instances.Size{P: 57}}).Data(t.Context(), m, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		p := &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
		net := func() network { return newNetwork(p, instances.Stream(1, "orders")) }

		c := NewCrossEntropy()
		c.Batch, c.Rate = 10, 0.03
		c.Complete(func(key string) bool { return key == "rate" })
		s := newDescending(c, net())
		slow := newNaive(m, d.Train, s.weights)
		beta, gamma := c.Beta.From, c.Gamma.From
		for n := range 2 {
			s.Epoch(n)
			for lo := 0; lo < 57; lo += 10 {
				slow.descend(s.order[lo:min(lo+10, 57)], 0.03, beta, gamma)
			}
			beta, gamma = beta*(1+c.Beta.Rate), gamma*(1+c.Gamma.Rate)
		}
		if most := slow.differs(s.weights); most > tolerance {
			t.Errorf("%s: descent differs by %v from its definition", layout, most)
		}

		l := NewLeastAction()
		l.Batch, l.Replicas = 10, 3
		l.Complete(func(string) bool { return false })
		l.Coupling = &Growth{From: 20, Rate: 0.1}
		a := newLeastActing(l, net())
		replicas := make([]*naive, 3)
		for r := range replicas {
			replicas[r] = newNaive(m, d.Train, a.weights[r])
		}
		for n := range 2 {
			a.Epoch(n)
			pull := l.Rate * 20 * math.Pow(1.1, float64(n))
			for lo := 0; lo < 57; lo += 10 {
				mean := mean(replicas)
				for r, one := range replicas {
					one.learn(a.orders[r][lo:min(lo+10, 57)], l.Rate)
					for k, w := range one.w {
						for i := range w {
							w[i] += pull * (mean[k][i] - w[i])
						}
					}
					one.normalize()
				}
			}
		}
		for r, one := range replicas {
			if most := one.differs(a.weights[r]); most > tolerance {
				t.Errorf("%s: replica %d differs by %v from its definition", layout, r, most)
			}
		}
	}
}

// descend is a batch of gradient descent, by its definition.
func (n *naive) descend(batch []int, rate, beta, gamma float64) {
	scale := 1 / math.Sqrt(float64(len(n.w)))
	var all [][]float64
	for _, mu := range batch {
		all = append(all, n.fields(mu))
	}
	for j, mu := range batch {
		o := 0.0
		for _, x := range all[j] {
			o += scale * math.Tanh(beta*x)
		}
		slope := -1/2. + math.Tanh(gamma*o)/2
		for l, x := range all[j] {
			step := rate * slope * scale * beta / (math.Cosh(beta*x) * math.Cosh(beta*x))
			for i, xi := range n.xi[mu][l] {
				n.w[l][i] -= step * xi
			}
		}
	}
	n.normalize()
}

// mean are the mean weights of replicas.
func mean(replicas []*naive) [][]float64 {
	sum := make([][]float64, len(replicas[0].w))
	for l := range sum {
		sum[l] = make([]float64, len(replicas[0].w[l]))
		for _, r := range replicas {
			for i, x := range r.w[l] {
				sum[l][i] += x / float64(len(replicas))
			}
		}
	}
	return sum
}
