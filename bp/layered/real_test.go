package layered

import (
	"slices"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// uniform is a problem whose inputs are uniform between −1 and 1, in units.
func uniform(t testing.TB, m model.Model, p int, unit float64) *model.Problem {
	t.Helper()
	problem := problem(t, m, p)
	rng, x := instances.Stream(2, "uniform"), make([]float64, m.Inputs()*p)
	for i := range x {
		x[i] = unit * (2*rng.Float64() - 1)
	}
	problem.Data = instances.Learning(instances.NewRealPatterns(m.Inputs(), x))
	return problem
}

// numbersOf are the patterns of a problem as real numbers.
func numbersOf(p *model.Problem) *model.Problem {
	train, other := p.Data.Train, *p
	x := make([]float64, train.N*train.P)
	for mu := range train.P {
		train.Values(x[mu*train.N:(mu+1)*train.N], mu)
	}
	other.Data = instances.Learning(instances.NewRealPatterns(train.N, x))
	return &other
}

// Signs given as real numbers lead every search of more than 15 inputs along the same fields, to rounding.
func TestSignsAsNumbers(t *testing.T) {
	for name, s := range searches() {
		s.Epochs, s.Gamma.Steps = 4, 4
		p := problem(t, &model.BinaryMLP{N: 51, Layers: []int{21, 5}}, 40)
		fields := func(p *model.Problem) []float64 {
			l := newPassing(s, p, instances.Stream(1, "algorithm"))
			for n := range s.Epochs {
				l.Epoch(n)
			}
			return append(l.h, l.record...)
		}
		if d := largest(fields(p), fields(numbersOf(p))); d > 1e-9 {
			t.Errorf("%s: fields differ by %g", name, d)
		}
	}
}

// Without a hidden layer magnetisations at convergence are at large N those of belief propagation of the perceptron
// with real inputs, by other code, whose messages are no linear functions of the inputs.
//
// Check: `"layered_bp"` without a hidden layer, real inputs | BP of the perceptron | at N = 401 0.0005, of AMP 0.006
func TestRealPerceptron(t *testing.T) {
	m := &model.BinaryMLP{N: 401}
	p := uniform(t, m, 120, 1)
	want := fixed(t, model.NewPerceptron(401, 0), p.Data.Train, factorgraph.Accurate, factorgraph.Free{})
	for messages, most := range map[string]float64{BP: 5e-4, AMP: 0.006} {
		l := newPassing(converging(messages, 0.5, 200), p, nil)
		l.Epoch(0)
		d := largest(l.m, want)
		if t.Logf("%s: magnetisations differ by %g, q = %.3f", messages, d, meanSquare(want)); d > most || meanSquare(want) < 0.1 {
			t.Errorf("%s: magnetisations differ by %g, q = %g", messages, d, meanSquare(want))
		}
	}
}

// One pattern is a tree: magnetisations under prior fields are those of enumeration, but for the sum of the
// inputs, which is taken to be Gaussian.
func TestRealByEnumeration(t *testing.T) {
	p := uniform(t, &model.BinaryMLP{N: 15, Layers: []int{1}}, 1, 1)
	var want, prior []float64
	for _, messages := range []string{AMP, BP, BPI, MeanField} {
		s := converging(messages, 0, 1)
		s.Rho, s.Start.Field = All(1), 0.8
		l := newPassing(s, p, nil)
		if want == nil {
			want, prior = enumerated(p, l.h), slices.Clone(l.m)
		}
		l.Epoch(0)
		d, moved := largest(l.m, want), largest(prior, want)
		if t.Logf("%s: magnetisations differ by %g; the pattern moves them by %g", messages, d, moved); d > 0.2*moved {
			t.Errorf("%s: magnetisations differ by %g; the pattern moves them by %g", messages, d, moved)
		}
	}
}

// Other units of the inputs change nothing, be they far from 1.
func TestUnitsOfInputs(t *testing.T) {
	m := &model.BinaryMLP{N: 30, Layers: []int{17}}
	for name, s := range searches() {
		s.Epochs, s.Gamma.Steps = 3, 3
		if s.Damping.List != nil {
			s.Damping.List = s.Damping.List[1:]
		}
		var want []float64
		for _, unit := range []float64{1, 0x1p-40, 0x1p300} {
			found, err := s.Solve(t.Context(), uniform(t, m, 30, unit), instances.Stream(1, "algorithm"), func(results.Reading) {})
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = found.Means
			}
			if d := largest(want, found.Means); d > 0 {
				t.Errorf("%s, in units of %v: means differ by %g", name, unit, d)
			}
			if got := m.Errors(found.Weights, uniform(t, m, 30, unit).Data.Train); got != found.Errors {
				t.Errorf("%s: %d errors, want %d", name, got, found.Errors)
			}
		}
	}
}

// BenchmarkRealEpoch is an epoch of 784-501-501-1 with 1024 patterns of real inputs, per weight and pattern.
func BenchmarkRealEpoch(b *testing.B) {
	for _, messages := range []string{AMP, MeanField} {
		b.Run(messages, func(b *testing.B) {
			s, patterns := New(), 1024
			s.Messages = messages
			p := uniform(b, &model.BinaryMLP{N: 784, Layers: []int{501, 501}}, patterns, 1)
			l := newPassing(s, p, instances.Stream(1, "algorithm"))
			for b.Loop() {
				l.Epoch(0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p.Model.Dim()*patterns), "ns/edge")
		})
	}
}
