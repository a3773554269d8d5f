package straight

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/instances"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// random is a network with p random patterns.
func random(t testing.TB, n, p int, layers ...int) *model.Problem {
	t.Helper()
	m := &model.BinaryMLP{N: n, Layers: layers}
	d, err := (instances.Random{Size: instances.Size{P: p}}).Data(context.Background(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
}

// surrogate is the mean loss of the network whose signs are replaced near some weights w0
// by what has their value there and the derivative that goes straight through: with a0 the
// field of a unit at w0, sign(a0) + a − a0 where |a0| ≤ 1, sign(a0) elsewhere.
func surrogate(p *model.Problem, loss string, w, w0 []float64) (mean float64) {
	m := p.Model.(*model.BinaryMLP)
	shape := m.Shape()
	for mu := range p.Data.Train.P {
		x := p.Data.Train.Values(make([]float64, m.N), mu)
		x0, w, w0 := append([]float64{}, x...), w, w0
		for l, s := range shape {
			next, next0 := make([]float64, s.Units), make([]float64, s.Units)
			for k := range next {
				for i := range s.Inputs {
					next[k] += w[k*s.Inputs+i] * x[i] / math.Sqrt(float64(s.Inputs))
					next0[k] += w0[k*s.Inputs+i] * x0[i] / math.Sqrt(float64(s.Inputs))
				}
				if l == len(shape)-1 {
					continue
				}
				a, a0 := next[k], next0[k]
				next0[k] = math.Copysign(1, a0)
				if next[k] = next0[k]; math.Abs(a0) <= 1 {
					next[k] += a - a0
				}
			}
			x, x0, w, w0 = next, next0, w[s.Weights():], w0[s.Weights():]
		}
		if loss == Perceptron {
			mean += max(0, -x[0]) / float64(p.Data.Train.P)
		} else {
			mean += math.Log1p(math.Exp(-x[0])) / float64(p.Data.Train.P)
		}
	}
	return mean
}

// A step along the gradient is −η times the derivative of the surrogate by a weight,
// as differences have it (of up to 1000 weights of a network), where no shadow weight leaves [−1, 1].
func TestGradientOfSurrogate(t *testing.T) {
	slow.Only(t)
	for _, loss := range []string{CrossEntropy, Perceptron} {
		for _, layers := range [][]int{{5, 3}, {67}, {9, 7, 5}} {
			s := New()
			s.Loss, s.Rate, s.Batch = loss, 1e-3, 6
			p := random(t, 65, 6, layers...)
			d := newDescent(s, p, instances.Stream(1, "algorithm"))
			before, w0 := make([]float64, len(d.shadow)), make([]float64, len(d.shadow))
			for i := range d.shadow {
				d.shadow[i] *= 0.9
				before[i], w0[i] = d.shadow[i], math.Copysign(1, d.shadow[i])
			}
			d.descend([]int{0, 1, 2, 3, 4, 5})
			moved, h, w := 0, 1e-5, append([]float64{}, w0...)
			for i := 0; i < len(w); i += 1 + len(w)/1000 {
				w[i] = w0[i] + h
				up := surrogate(p, loss, w, w0)
				w[i] = w0[i] - h
				down := surrogate(p, loss, w, w0)
				w[i] = w0[i]
				want, got := -s.Rate*(up-down)/(2*h), d.shadow[i]-before[i]
				if math.Abs(got-want) > 1e-12 { // of differences of doubles, over 2h, times the rate: 1e-14
					t.Fatalf("%s, %v: weight %d moves by %v, want %v", loss, layers, i, got, want)
				}
				if got != 0 {
					moved++
				}
			}
			if moved == 0 {
				t.Errorf("%s, %v: nothing moves", loss, layers)
			}
		}
	}
}

// A pattern presented with the opposite label and inputs is the same one: shadow weights
// stay in [−1, 1], and their signs are the network that is counted.
func TestShadowWeights(t *testing.T) {
	s := New()
	s.Rate, s.Batch = 50, 7
	p := random(t, 21, 40, 9, 5)
	d := newDescent(s, p, instances.Stream(1, "algorithm"))
	ends := 0
	for n := range 20 {
		d.Epoch(n)
		signs := make([]float64, len(d.shadow))
		for i, x := range d.shadow {
			if signs[i] = math.Copysign(1, x+0); math.Abs(x) > 1 {
				t.Fatalf("shadow weight %v", x)
			} else if math.Abs(x) == 1 {
				ends++
			}
		}
		if got, want := d.record[present], p.Model.(*model.BinaryMLP).Errors(signs, p.Data.Train); got != float64(want) {
			t.Fatalf("%v errors, want %d", got, want)
		}
	}
	if ends == 0 {
		t.Error("no shadow weight was at an end of its range")
	}
}

// What is claimed of the weights is so; "solved" ends at the first solution, "end" has
// the last of those with the fewest errors.
func TestSolves(t *testing.T) {
	for _, loss := range []string{CrossEntropy, Perceptron} {
		for _, stop := range []string{End, Solved} {
			s := New()
			s.Loss, s.Stop, s.Batch, s.Rate = loss, stop, 10, 5
			p := random(t, 101, 60, 21, 9)
			var errors []float64
			found, err := s.Solve(t.Context(), p, instances.Stream(1, "algorithm"), func(r results.Reading) { errors = append(errors, r.Values[0].Value) })
			if err != nil || !found.Solved() || p.Model.(*model.BinaryMLP).Errors(found.Weights, p.Data.Train) != 0 {
				t.Fatalf("%s, %s: %+v, %v", loss, stop, found.Errors, err)
			}
			epochs, _ := found.Number("epochs")
			at, _ := found.Number("solution_epoch")
			first, last := 0, 0
			for n, e := range errors {
				if e == 0 {
					if last = n + 1; first == 0 {
						first = n + 1
					}
				}
			}
			want := map[string][2]int{End: {s.Epochs, last}, Solved: {first, first}}[stop]
			if len(errors) != int(epochs) || int(epochs) != want[0] || int(at) != want[1] {
				t.Errorf("%s, %s: %v epochs, solved at %v; want %v of %v", loss, stop, epochs, at, want, errors)
			}
		}
	}
}

// A search that is kept and goes on in another process ends with the same bits.
func TestResume(t *testing.T) {
	s, p := New(), random(t, 51, 80, 9, 5)
	s.Epochs, s.Batch = 12, 9
	source := rand.NewPCG(1, 2)
	run := func(k model.Keeper) *model.Solution {
		p.Keeper = k
		found, err := s.Solve(t.Context(), p, rand.New(source), func(results.Reading) {})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := run(nil)
	for stop := range s.Epochs {
		source.Seed(1, 2)
		k := &lives.Keeper{Stop: stop + 1, Source: source}
		run(k)
		if again := run(k); !k.Resumed || !reflect.DeepEqual(again, want) {
			t.Errorf("kept after epoch %d, another end", stop)
		}
	}
}

// An epoch allocates nothing.
func TestAllocatesNothing(t *testing.T) {
	d := newDescent(New(), random(t, 101, 80, 9, 5), instances.Stream(1, "algorithm"))
	if n := testing.AllocsPerRun(10, func() { d.Epoch(0); d.Ended(1) }); n > 0 {
		t.Errorf("%v allocations in an epoch", n)
	}
}

// Other models are refused.
func TestRefuses(t *testing.T) {
	if New().Check(model.NewPerceptron(11, 0)) == nil || New().Check(&model.BinaryMLP{N: 11, Layers: []int{3}}) != nil {
		t.Error("want networks of several layers, and no others")
	}
}

// BenchmarkEpoch is an epoch of 783-101-101-1 with 1000 patterns, per weight and pattern.
func BenchmarkEpoch(b *testing.B) {
	p := random(b, 783, 1000, 101, 101)
	d := newDescent(New(), p, instances.Stream(1, "algorithm"))
	for b.Loop() {
		d.Epoch(0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p.Model.Dim()*1000), "ns/edge")
}
