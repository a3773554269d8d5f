package model

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/instances"
)

// mlps are networks of sizes that fill words, and that do not.
func mlps() []*BinaryMLP {
	return []*BinaryMLP{{21, []int{5, 3}}, {65, []int{63, 65}}, {7, []int{129}}, {129, []int{3, 5, 7}}, {1, []int{1}}}
}

// weighted is a network with the weights of a teacher, and p patterns with labels of a
// random source, so that some are wrong.
func weighted(t *testing.T, m *BinaryMLP, p int) (w []float64, x *instances.Patterns, rng *rand.Rand) {
	t.Helper()
	d, err := instances.Teacher{Size: instances.Size{P: p}}.Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	rng = instances.Stream(1, "test", m.N)
	w = signs(0, m.Dim())
	for i := range w {
		w[i] = 1 - 2*float64(rng.Uint64()>>63)
	}
	return w, d.Train, rng
}

// Packed sums are those of the definition: outputs, stabilities, errors; a teacher learns
// its patterns.
func TestBinaryMLPByDefinition(t *testing.T) {
	for _, m := range mlps() {
		w, p, _ := weighted(t, m, 70)
		errors, x := 0, make([]float64, m.N)
		labels, stabilities := instances.Outputs(m, w, p), m.Stabilities(nil, w, p)
		for mu := range p.P {
			out := m.Output(w, p.Input(x, mu))
			if out != p.Label(mu) {
				errors++
			}
			// the sum of the output unit, from the states of the last layer
			inner := &BinaryMLP{m.N, m.Layers[:len(m.Layers)-1]}
			at, z := inner.Dim()-inner.last(), 0.0
			h := m.Layers[len(m.Layers)-1]
			for k := range h {
				own := append(slices.Clone(w[:at]), w[at+k*inner.last():at+(k+1)*inner.last()]...)
				z += w[m.Dim()-h+k] * inner.Output(own, x)
			}
			if want := p.Label(mu) * z / math.Sqrt(float64(h)); labels[mu] != out || math.Abs(stabilities[mu]-want) > 1e-12 {
				t.Fatalf("%v, pattern %d: label %v, stability %v; want %v, %v", m, mu, labels[mu], stabilities[mu], out, want)
			}
		}
		if got := m.Errors(w, p); got != errors {
			t.Errorf("%v: %d errors, want %d", m, got, errors)
		}
		d, err := instances.Teacher{Size: instances.Size{P: 70}}.Data(t.Context(), m, 1, 0)
		if err != nil || m.Errors(d.Teacher, d.Train) != 0 {
			t.Errorf("%v: the teacher makes %d errors, %v", m, m.Errors(d.Teacher, d.Train), err)
		}
	}
}

// Outputs, stabilities and errors of real inputs are those of the definition too; their number may be even.
func TestBinaryMLPReal(t *testing.T) {
	for _, m := range []*BinaryMLP{{20, []int{5, 3}}, {64, []int{67}}, {130, []int{3, 5}}} {
		if err := m.Validate(); !errors.Is(err, ErrSigns) {
			t.Errorf("%v: %v", m, err)
		}
		rng, x, w := instances.Stream(1, "test", m.N), make([]float64, 70*m.N), signs(0, m.Dim())
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		for i := range w {
			w[i] = 1 - 2*float64(rng.Uint64()>>63)
		}
		p := instances.NewRealPatterns(m.N, x)
		wrong, stabilities := 0, m.Stabilities(nil, w, p)
		for mu, label := range instances.Outputs(m, w, p) {
			out, odd := m.Output(w, p.Real(mu)), stabilities[mu]*math.Sqrt(float64(m.last()))
			if out < 0 {
				wrong++
			}
			if label != out || stabilities[mu]*out <= 0 || math.Abs(math.Mod(odd, 2)) < 0.9 {
				t.Errorf("%v, pattern %d: label %v, stability %v, want %v", m, mu, label, stabilities[mu], out)
			}
		}
		if got := m.Errors(w, p); got != wrong || wrong == 0 {
			t.Errorf("%v: %d errors, want %d", m, got, wrong)
		}
	}
}

// Units can change places, and the signs of their weights together with those of the
// weights that read them. With all output weights +1, one hidden layer is a full committee.
func TestBinaryMLPSymmetries(t *testing.T) {
	for _, m := range mlps() {
		w, p, rng := weighted(t, m, 70)
		want, scrambled := m.Stabilities(nil, w, p), scramble(m, w, rng)
		if got := m.Stabilities(nil, scrambled, p); !slices.Equal(got, want) {
			t.Errorf("%v: scrambled units give other stabilities", m)
		}
	}
	m, c := &BinaryMLP{21, []int{5}}, &Architecture{layout{N: 21, Hidden: 5, Full: true}, 0, BinaryWeights, majority{}}
	w, p, _ := weighted(t, m, 70)
	for k := range 5 {
		w[c.Dim()+k] = 1
	}
	if got, want := m.Stabilities(nil, w, p), c.Stabilities(nil, w[:c.Dim()], p); !slices.Equal(got, want) {
		t.Errorf("stabilities %v, those of a committee are %v", got, want)
	}
}

// scramble exchanges hidden units and changes signs at random.
func scramble(m *BinaryMLP, w []float64, rng *rand.Rand) []float64 {
	out, at := slices.Clone(w), 0
	shape := m.Shape()
	for l, s := range shape[:len(shape)-1] {
		next, perm := shape[l+1], rng.Perm(s.Units)
		old := slices.Clone(out)
		for k, from := range perm {
			sign := 1 - 2*float64(rng.Uint64()>>63)
			for i := range s.Inputs {
				out[at+k*s.Inputs+i] = sign * old[at+from*s.Inputs+i]
			}
			for j := range next.Units {
				row := at + s.Weights() + j*next.Inputs
				out[row+k] = sign * old[row+from]
			}
		}
		at += s.Weights()
	}
	return out
}

// Even numbers of inputs or units are refused, and so is a network without hidden layers.
func TestBinaryMLPRefuses(t *testing.T) {
	for _, m := range []*BinaryMLP{{20, []int{3}}, {0, []int{3}}, {21, []int{4}}, {21, []int{3, 2, 3}}, {21, nil}, {21, []int{0}}, {9_999_999, []int{99_999}}} {
		if m.Validate() == nil {
			t.Errorf("%v is not refused", m)
		}
	}
	for _, m := range mlps() {
		if err := m.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkBitNetwork is the forward pass of 783-101-101-1, in ns per weight and pattern.
func BenchmarkBitNetwork(b *testing.B) {
	m := &BinaryMLP{783, []int{101, 101}}
	p, err := (instances.Random{Size: instances.Size{P: 100}}).Data(b.Context(), m, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	n := NewBitNetwork(m)
	for b.Loop() {
		n.Wrong(p.Train)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.Dim()*100), "ns/edge")
}
