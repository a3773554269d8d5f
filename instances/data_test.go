package instances

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/gauss"
)

// plain is a perceptron of so many inputs, one label at a time.
type plain int

func (n plain) Dim() int    { return int(n) }
func (n plain) Inputs() int { return int(n) }
func (n plain) Output(w, x []float64) float64 {
	sum := 0.0
	for i, wi := range w {
		sum += wi * x[i]
	}
	if sum < 0 {
		return -1
	}
	return 1
}

func (plain) Labelling() Labelling { return Labelling{} }

// committee is a full committee of sign units and a majority of them.
type committee struct{ inputs, hidden int }

func (c committee) Dim() int    { return c.inputs * c.hidden }
func (c committee) Inputs() int { return c.inputs }
func (c committee) Output(w, x []float64) float64 {
	votes := 0.0
	for k := range c.hidden {
		votes += plain(c.inputs).Output(w[k*c.inputs:(k+1)*c.inputs], x)
	}
	return math.Copysign(1, votes)
}
func (c committee) Labelling() Labelling {
	return Labelling{StreamKeys: []any{"committee", c.hidden}}
}

// spherical is a perceptron whose weights are normal deviates.
type spherical struct{ plain }

func (s spherical) Labelling() Labelling {
	return Labelling{DrawWeights: func(rng *rand.Rand) []float64 {
		w := make([]float64, s.Dim())
		for i := range w {
			w[i] = gauss.Deviate(rng.Uint64())
		}
		return w
	}}
}

// train is the training set of a perceptron.
func train(s Source, n int, seed int64, sample int) (*Patterns, error) {
	d, err := s.Data(context.Background(), plain(n), seed, sample)
	if err != nil {
		return nil, err
	}
	return d.Train, nil
}

func data(t *testing.T, s Source, l Labeller) *Data {
	t.Helper()
	d, err := s.Data(t.Context(), l, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The labels of a teacher are those that its architecture gives to the inputs,
// in training and test set, and both labels come up.
func TestTeacherLabels(t *testing.T) {
	for _, l := range []Labeller{plain(65), committee{21, 3}, spherical{65}} {
		d := data(t, Teacher{Size: Size{P: 100, Test: 50}}, l)
		if signs := !slices.ContainsFunc(d.Teacher, func(w float64) bool { return math.Abs(w) != 1 }); signs == (l == Labeller(spherical{65})) {
			t.Errorf("%T: teacher %v", l, d.Teacher)
		}
		if len(d.Teacher) != l.Dim() || d.Train.P != 100 || d.Test.P != 50 {
			t.Fatalf("%T: teacher of %d weights, P = %d, %d tests", l, len(d.Teacher), d.Train.P, d.Test.P)
		}
		for _, p := range []*Patterns{d.Train, d.Test} {
			x, positive := make([]float64, p.N), 0
			for mu := range p.P {
				p.Input(x, mu)
				if got := l.Output(d.Teacher, x); got != p.Label(mu) {
					t.Errorf("%T pattern %d: label %v, the teacher says %v", l, mu, p.Label(mu), got)
				}
				for i := range x {
					if x[i]*p.Label(mu) != p.At(mu, i) {
						t.Fatalf("%T pattern %d: x = %v is not what was packed", l, mu, x[i])
					}
				}
				if p.Label(mu) > 0 {
					positive++
				}
			}
			if positive < p.P/4 || positive > 3*p.P/4 { // 5 standard deviations
				t.Errorf("%T: %d of %d labels are +1", l, positive, p.P)
			}
		}
	}
}

// Architectures of equal size have teachers and inputs of their own; a test set
// changes no training set, and a longer one begins like a shorter one.
func TestStreamsOfData(t *testing.T) {
	same := func(a, b *Patterns) bool { return slices.Equal(a.bits, b.bits) && slices.Equal(a.Labels, b.Labels) }
	for _, l := range []Labeller{plain(63), committee{63, 1}} {
		for _, source := range []func(tests int) Source{
			func(tests int) Source { return Random{Size: Size{P: 9, Test: tests}} },
			func(tests int) Source { return Teacher{Size: Size{P: 9, Test: tests}} },
		} {
			none, few, many := data(t, source(0), l), data(t, source(2), l), data(t, source(5), l)
			if none.Test != nil || !same(none.Train, few.Train) || !same(few.Train, many.Train) {
				t.Errorf("%T: the test set changes the training set", source(0))
			}
			if begin, _ := many.Test.split(3); !same(begin, few.Test) {
				t.Errorf("%T: a longer test set begins otherwise", source(0))
			}
			if slices.Equal(many.Test.Row(0), many.Train.Row(0)) {
				t.Errorf("%T: test patterns are training patterns", source(0))
			}
		}
	}
	a, b := data(t, Teacher{Size: Size{P: 9}}, plain(63)), data(t, Teacher{Size: Size{P: 9}}, committee{63, 1})
	if slices.Equal(a.Teacher, b.Teacher) || slices.Equal(a.Train.bits, b.Train.bits) {
		t.Error("two architectures share a teacher")
	}
}

// α counts patterns per weight, not per input.
func TestLoadOfCommittee(t *testing.T) {
	if p, err := (Size{Alpha: 0.5}).Count(t.Context(), committee{21, 3}); p != 31 || err != nil {
		t.Errorf("P = %d, %v; want floor(63/2)", p, err)
	}
}

// The last patterns of a file are its test set, with their labels.
func TestFileTests(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "x", "1 -1 1\n1 1 1\n-1 -1 -1\n1 -1 -1\n")
	write(t, dir, "labels", "1\n-1\n-1\n1\n")
	f := File{Path: filepath.Join(dir, "x"), Labels: filepath.Join(dir, "labels"), Test: 1}
	d := data(t, f, plain(3))
	if p, err := f.Count(t.Context(), plain(3)); p != 3 || err != nil || d.Train.P != 3 || d.Test.P != 1 {
		t.Errorf("P = %d, %v; %d learned and %d tested", p, err, d.Train.P, d.Test.P)
	}
	if !slices.Equal(d.Train.Labels, []float64{1, -1, -1}) || d.Test.Label(0) != 1 || d.Test.At(0, 2) != -1 || d.Train.At(1, 0) != -1 {
		t.Errorf("learned %+v, tested %+v", d.Train, d.Test)
	}
	for _, tests := range []int{4, 5, -1} {
		f.Test = tests
		_, err := f.Data(t.Context(), plain(3), 1, 0)
		for _, err := range []error{err, f.Validate(t.Context(), plain(3))} {
			if err == nil || !strings.HasPrefix(err.Error(), "test = ") || !strings.Contains(err.Error(), "want 0 <= test < 4") {
				t.Errorf("test = %d: %v", tests, err)
			}
		}
	}
	for _, err := range []error{Size{P: 3, Test: -1}.Validate(t.Context(), plain(3)), Size{P: 3, Test: 1 << 50}.Validate(t.Context(), plain(3))} {
		if err == nil || !strings.HasPrefix(err.Error(), "test = ") {
			t.Errorf("size of the test set: %v", err)
		}
	}
}
