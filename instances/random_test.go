package instances

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestSize(t *testing.T) {
	for _, test := range []struct {
		size Size
		n    int
		want int    // P, if there is no error
		err  string // how the error starts
	}{
		{Size{Alpha: 0.5}, 2001, 1000, ""},
		{Size{Alpha: 0.3}, 10, 3, ""},
		{Size{Alpha: 0.7}, 10, 7, ""},
		{Size{Alpha: 0.29}, 100, 29, ""}, // 0.29·100 = 28.999999999999996
		{Size{Alpha: 0.5}, 2, 1, ""},
		{Size{P: 17}, 3, 17, ""},
		{Size{Alpha: -1}, 10, 0, "alpha = -1: want alpha > 0"},
		{Size{Alpha: math.NaN()}, 10, 0, "alpha = NaN: want alpha > 0"},
		{Size{Alpha: math.Inf(1)}, 10, 0, "alpha = +Inf: "},
		{Size{Alpha: 1e6}, 2001, 0, "alpha = 1e+06: "},
		{Size{Alpha: 0.01}, 10, 0, "alpha = 0.01: want at least one pattern"},
		{Size{P: -3}, 10, 0, "p = -3: want p >= 1"},
		{Size{P: 2_000_000_000}, 10, 0, "p = 2000000000: want p <= 100000000"},
		{Size{Alpha: 0.5, P: 5}, 10, 0, "alpha: give alpha or p, not both"},
		{Size{Alpha: -1, P: -5}, 10, 0, "alpha: give alpha or p, not both"},
		{Size{}, 10, 0, "alpha: give alpha > 0 or p >= 1"},
		{Size{P: 1}, 0, 0, "n = 0: want n >= 1"},
	} {
		got, err := test.size.Count(t.Context(), plain(test.n))
		if (err == nil) != (test.err == "") || got != test.want || err != nil && !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%+v at n = %d: P = %d, %v; want %d, %q", test.size, test.n, got, err, test.want, test.err)
		}
		for _, source := range []Source{Random{Size: test.size}, Teacher{Size: test.size}} {
			if e := source.Validate(t.Context(), plain(test.n)); (e == nil) != (err == nil) {
				t.Errorf("%+v at n = %d: Validate says %v, Count %v", source, test.n, e, err)
			}
			if err != nil {
				if _, e := train(source, test.n, 1, 0); e == nil {
					t.Errorf("%+v at n = %d: patterns were made", source, test.n)
				}
			}
		}
	}
}

// The mean of all entries, the mean of every input, and the correlations of
// neighbouring inputs and of pairs of patterns are 0 within five standard
// deviations (more for the largest of many).
func TestRandomIsRandom(t *testing.T) {
	const n, p = 201, 400
	set := randomSet(t, n, p)
	checkPadding(t, set)
	total, inputs, neighbours := 0.0, make([]float64, n), 0.0
	for mu := range p {
		for i := range n {
			x := set.At(mu, i)
			total += x
			inputs[i] += x
			neighbours += x * set.At(mu, (i+1)%n)
		}
	}
	within := func(what string, sum, terms, sigmas float64) {
		if math.Abs(sum) > sigmas*math.Sqrt(terms) {
			t.Errorf("%s: a sum of %v over %v terms", what, sum, terms)
		}
	}
	within("all entries", total, n*p, 5)
	within("neighbouring inputs", neighbours, n*p, 5)
	for _, sum := range inputs {
		within("one input", sum, p, 6)
	}
	pairs, squares := 0.0, 0.0
	for mu := range p {
		for nu := range mu {
			dot := float64(set.DotSigns(mu, set.Row(nu)))
			within("a pair of patterns", dot, n, 6.5) // 80 000 pairs
			pairs += dot
			squares += dot*dot/n - 1 // mean 0, variance 2 − 2/n
		}
	}
	within("all pairs", pairs, n*p*(p-1)/2, 5)
	within("variance of the pairs", squares, p*(p-1), 5)
}

// The patterns are a function of seed, kind, n, P and sample.
func TestPatternsDependOn(t *testing.T) {
	seen := map[string]string{}
	for _, test := range []struct {
		name   string
		source Source
		n      int
		seed   int64
		sample int
	}{
		{"random", Random{Size: Size{Alpha: 0.5}}, 100, 1, 0},
		{"teacher", Teacher{Size: Size{Alpha: 0.5}}, 100, 1, 0},
		{"seed", Random{Size: Size{Alpha: 0.5}}, 100, 2, 0},
		{"sample", Random{Size: Size{Alpha: 0.5}}, 100, 1, 1},
		{"p", Random{Size: Size{P: 51}}, 100, 1, 0},
		{"n", Random{Size: Size{P: 50}}, 101, 1, 0},
	} {
		first, err := train(test.source, test.n, test.seed, test.sample)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := train(test.source, test.n, test.seed, test.sample)
		if !slices.Equal(first.bits, again.bits) || !slices.Equal(first.Labels, again.Labels) {
			t.Errorf("%s: other patterns the second time", test.name)
		}
		key := hashOf(first.bits[:8])
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the patterns of %s", test.name, other)
		}
		seen[key] = test.name
	}
	a := randomSet(t, 100, 50)
	b, err := Random{Size: Size{Alpha: 0.5}}.Patterns(100, 1, 0)
	if err != nil || !slices.Equal(a.bits, b.bits) {
		t.Errorf("alpha = 0.5 and p = 50 are not the same patterns of 100 inputs (%v)", err)
	}
}

// A guard of "same bits", computed by another program from the definitions.
func TestPatternsGolden(t *testing.T) {
	for _, test := range []struct {
		source Source
		want   string
	}{
		{Random{Size: Size{P: 10}}, "9dd55bb17381ea881250f7bc8ab8c20e368bb6a81e89f7ae8bf625bf69778e1f"},
		{Teacher{Size: Size{P: 10}}, "7576019a407d83419114157c5ec0ac2a9779122af8b00fe4f2335af943494b1f"},
	} {
		set, err := train(test.source, 101, 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(set.bits); got != test.want {
			t.Errorf("%T: SHA-256 %s, want %s", test.source, got, test.want)
		}
	}
	for n, want := range map[int]string{
		101: "b994ca996c7ed90de9d20a0ded0e1c870eae55a7fb0d8bef2130d5c72b008bf8",
		64:  "e0a7df98206713470a2183d4ee2d481b333179fb24fec3a6434a184459c21f23",
	} {
		d, err := Teacher{Size: Size{P: 10}}.Data(t.Context(), plain(n), 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(PackSigns(d.Teacher)); got != want {
			t.Errorf("teacher of %d weights: SHA-256 %s, want %s", n, got, want)
		}
	}
}

// hashOf is the SHA-256 of words in little-endian order.
func hashOf(words []uint64) string {
	var b []byte
	for _, word := range words {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	hash := sha256.Sum256(b)
	return hex.EncodeToString(hash[:])
}

func TestTeacher(t *testing.T) {
	for _, n := range []int{1, 64, 100, 201} {
		d := data(t, Teacher{Size: Size{P: 300}}, plain(n))
		set := d.Train
		checkPadding(t, set)
		if len(d.Teacher) != n {
			t.Fatalf("n = %d: a teacher of %d weights", n, len(d.Teacher))
		}
		sum, ties := 0.0, 0
		for _, w := range d.Teacher {
			if w != 1 && w != -1 {
				t.Errorf("n = %d: a weight %v", n, w)
			}
		}
		for mu := range set.P {
			dot := set.Dot(mu, d.Teacher)
			if dot < 0 {
				t.Errorf("n = %d: the teacher does not satisfy pattern %d: %v", n, mu, dot)
			}
			if dot == 0 {
				ties++
			}
			sum += dot / math.Sqrt(float64(n))
		}
		if n%2 == 1 && ties > 0 {
			t.Errorf("n = %d: %d ties", n, ties)
		}
		// For large n the teacher's stability is |z|, z normal: mean √(2/π),
		// variance 1 − 2/π; at n ≥ 64 it differs by less than the error of 300.
		if mean, sigma := sum/300, math.Sqrt((1-2/math.Pi)/300); n >= 64 && math.Abs(mean-math.Sqrt(2/math.Pi)) > 5*sigma {
			t.Errorf("n = %d: mean stability of the teacher %v ± %v, want %v", n, mean, sigma, math.Sqrt(2/math.Pi))
		}
	}
}

// Gauging must not spoil the inputs: seen from a direction orthogonal to the
// teacher they are as random as before.
func TestTeacherInputs(t *testing.T) {
	const n, p = 200, 500
	d := data(t, Teacher{Size: Size{P: p}}, plain(n))
	set := d.Train
	other := slices.Clone(d.Teacher)
	for i := range n / 2 {
		other[i] *= -1
	}
	sum := 0.0
	for mu := range p {
		sum += set.Dot(mu, other)
	}
	if math.Abs(sum) > 5*math.Sqrt(n*p) {
		t.Errorf("Σ w·ξ = %v for w orthogonal to the teacher, σ = %v", sum, math.Sqrt(n*p))
	}
}
