package layered

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
)

// problem is p random patterns for a network.
func problem(t testing.TB, m model.Model, p int) *model.Problem {
	t.Helper()
	d, err := (instances.Random{Size: instances.Size{P: p}}).Data(context.Background(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
}

// converging passes messages of all patterns so often, from the fields to begin with alone.
func converging(messages string, psi float64, iterations int) *Layered {
	s := New()
	s.Messages, s.Batch, s.Rho, s.Polarize.By, s.Damping, s.Iterations = messages, 0, All(0), 0, All(psi), iterations
	return s
}

// fixed are the magnetisations of belief propagation of package bp at its fixed point.
func fixed(t *testing.T, m *model.Architecture, p *instances.Patterns, accuracy factorgraph.Accuracy, field factorgraph.Field) []float64 {
	t.Helper()
	g, err := m.Graph(p, accuracy)
	if err != nil {
		t.Fatal(err)
	}
	passing := bp.DefaultFocusing().Passing
	passing.Epsilon, passing.MaxSweeps, passing.Accuracy = 1e-12, 20000, accuracy
	s := bp.NewState(g, nil)
	out, err := s.Converge(context.Background(), passing, field)
	if err != nil || !out.Converged {
		t.Fatalf("%+v, %v", out, err)
	}
	x := make([]float64, m.Dim())
	s.Magnetizations(x)
	return x
}

// largest is that of the differences.
func largest(a, b []float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// Without a hidden layer magnetisations at convergence are those of approximate message
// passing of the perceptron, by other code: sums of 201 weights are Gaussian there too.
//
// Check: `"layered_bp"` without a hidden layer; with a fixed second layer | `"amp"` of the perceptron; the
// full committee | 1e-8; 1e-11 for three units, 4e-4 for 101
func TestPerceptron(t *testing.T) {
	m := &model.BinaryMLP{N: 201}
	p := problem(t, m, 60)
	l := newPassing(converging(AMP, 0.5, 3000), p, nil)
	l.Epoch(0)
	want := fixed(t, model.NewPerceptron(201, 0), p.Data.Train, factorgraph.AMP, factorgraph.Free{})
	if d := largest(l.m, want); d > 1e-8 {
		t.Errorf("magnetisations differ by %g", d)
	}
}

// With a fixed second layer of weights +1 the network is a full committee: at convergence
// magnetisations are those of its approximate message passing, to rounding where the votes
// of three units are summed exactly, and to what a Gaussian sum of 101 costs otherwise.
func TestCommittee(t *testing.T) {
	slow.Only(t)
	for _, test := range []struct {
		n, k, p, iterations int
		most                float64
	}{{201, 3, 60, 200, 1e-6}, {151, 101, 300, 60, 1e-2}} {
		m := &model.BinaryMLP{N: test.n, Layers: []int{test.k}}
		p := problem(t, m, test.p)
		l := newPassing(converging(AMP, 0.5, test.iterations), p, nil)
		top := l.layers[1]
		top.held = true
		for i := range top.m {
			top.m[i], top.h[i] = 1, mostField
		}
		for i := range l.layers[0].h { // the noise breaks the symmetry of units only as long as that is stable
			l.layers[0].m[i] *= 0.01
		}
		l.Epoch(0)
		c := model.NewCommittee()
		c.N, c.Hidden, c.Layout = test.n, test.k, model.Full
		want := fixed(t, c.Model().(*model.Architecture), p.Data.Train, factorgraph.AMP, factorgraph.Free{})
		square := 0.0
		for _, x := range want {
			square += x * x / float64(len(want))
		}
		d := largest(l.layers[0].m, want)
		t.Logf("K = %d: magnetisations differ by %g, q = %.3f", test.k, d, square)
		if d > test.most || square < 1e-4 {
			t.Errorf("K = %d: magnetisations differ by %g, want %g; q = %g", test.k, d, test.most, square)
		}
	}
}

// enumerated are the magnetisations under prior fields h of all weights that learn the one
// pattern of a problem.
func enumerated(p *model.Problem, h []float64) []float64 {
	m, w, mean, z := p.Model.(*model.BinaryMLP), make([]float64, len(h)), make([]float64, len(h)), 0.0
	for code := range 1 << len(h) {
		log := 0.0
		for i := range w {
			w[i] = 1 - 2*float64(code>>i&1)
			log += w[i] * h[i]
		}
		if m.Errors(w, p.Data.Train) > 0 {
			continue
		}
		weight := math.Exp(log)
		z += weight
		for i, x := range w {
			mean[i] += weight * x
		}
	}
	for i := range mean {
		mean[i] /= z
	}
	return mean
}

// With one hidden layer a single pattern is a tree: one iteration forward and backward has
// the exact magnetisations under any prior fields, found by enumeration, and further ones
// leave them as they are.
func TestOnePatternByEnumeration(t *testing.T) {
	for _, messages := range []string{AMP, BP, BPI, MeanField} {
		for _, shape := range [][2]int{{3, 3}, {1, 5}, {11, 1}} {
			for _, iterations := range []int{1, 3} {
				m := &model.BinaryMLP{N: shape[0], Layers: []int{shape[1]}}
				p := problem(t, m, 1)
				s := converging(messages, 0, iterations)
				s.Rho, s.Start.Field = All(1), 0.8
				l := newPassing(s, p, nil)
				want := enumerated(p, l.h)
				l.Epoch(0)
				if d := largest(l.m, want); d > 1e-12 {
					t.Errorf("%s, %v, %d iterations: magnetisations differ by %g", messages, shape, iterations, d)
				}
			}
		}
	}
}

// Through two hidden layers messages are approximate even for one pattern: loops run between
// the units of both. At N = 1 and widths of 3 they err by 0.03 where the
// pattern moves magnetisations by 0.08.
func TestTwoLayersByEnumeration(t *testing.T) {
	m := &model.BinaryMLP{N: 1, Layers: []int{3, 3}}
	p := problem(t, m, 1)
	s := converging(BP, 0, 50)
	s.Rho, s.Start.Field = All(1), 0.8
	l := newPassing(s, p, nil)
	want := enumerated(p, l.h)
	prior := make([]float64, len(l.h))
	for i, h := range l.h {
		prior[i] = math.Tanh(h)
	}
	l.Epoch(0)
	d, moved := largest(l.m, want), largest(prior, want)
	t.Logf("magnetisations differ by %g; the pattern moves them by %g", d, moved)
	if d > 0.5*moved {
		t.Errorf("magnetisations differ by %g; the pattern moves them by %g", d, moved)
	}
}

// What a unit learns from below, with any B from above, makes x the mean of its sign.
func TestUnit(t *testing.T) {
	for _, b := range []float64{0, 1e-8, 0.3, -0.7, 3, -9} {
		for _, u := range []float64{-6, -1.3, -0.07, 0, 0.26, 2, 5.3} {
			up, down := math.Exp(b)*math.Erfc(-u/math.Sqrt2), math.Exp(-b)*math.Erfc(u/math.Sqrt2)
			if got, want := math.Tanh(fromBelow(u)+b), (up-down)/(up+down); math.Abs(got-want) > 1e-12 {
				t.Errorf("B = %v, u = %v: x = %v, want %v", b, u, got, want)
			}
		}
	}
}

// Votes are those of all configurations of signs.
func TestVotesByEnumeration(t *testing.T) {
	rng := instances.Stream(1, "votes")
	for _, n := range []int{1, 3, 5, 9} {
		s := make([]float64, n)
		for i := range s {
			s[i] = 2*rng.Float64() - 1
		}
		var v signSum
		v.read(s)
		up, down := v.sides(n)
		all, each := 0.0, make([][2]float64, n)
		for code := range 1 << n {
			p, sum := 1.0, 0
			for i, x := range s {
				sign := 1 - 2*(code>>i&1)
				p, sum = p*(1+float64(sign)*x)/2, sum+sign
			}
			if sum > 0 {
				all += p
				for i, x := range s {
					c := code >> i & 1
					each[i][c] += p / ((1 + float64(1-2*c)*x) / 2)
				}
			}
		}
		if math.Abs(up-all) > 1e-14 || math.Abs(up+down-1) > 1e-14 {
			t.Errorf("n = %d: %v and %v, want %v", n, up, down, all)
		}
		for i := range s {
			with, without := v.given(i, n)
			for c := range with {
				if math.Abs(with[c]-each[i][c]) > 1e-13 || math.Abs(with[c]+without[c]-1) > 1e-14 {
					t.Errorf("n = %d, sign %d: %v and %v, want %v", n, i, with, without, each[i])
				}
			}
		}
	}
}

// BenchmarkEpoch is an epoch of 783-101-101-1 with 1024 patterns, per weight and pattern.
func BenchmarkEpoch(b *testing.B) {
	for _, messages := range []string{AMP, MeanField, BPI, BP} {
		b.Run(messages, func(b *testing.B) {
			s, patterns := New(), 1024
			if s.Messages = messages; messages == BPI || messages == BP {
				s.Batch, patterns = 16, 16
			}
			p := problem(b, &model.BinaryMLP{N: 783, Layers: []int{101, 101}}, patterns)
			l := newPassing(s, p, instances.Stream(1, "algorithm"))
			for b.Loop() {
				l.Epoch(0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p.Model.Dim()*patterns), "ns/edge")
		})
	}
}
