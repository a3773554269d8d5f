package measure

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// compared are the errors and the mixing at each fraction, and the numbers of the pair.
func compared(t *testing.T, b *Barrier, m model.Model, p *instances.Patterns, from, to []float64) (errors, mixing []float64, numbers results.Reading) {
	t.Helper()
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := b.Check(m); err != nil {
		t.Fatal(err)
	}
	problem := &model.Problem{Model: m, Data: &instances.Data{Train: p}}
	err := b.Measure(t.Context(), problem, []*model.Solution{{Weights: from}, {Weights: to}}, rand.New(rand.NewPCG(1, 2)), func(r results.Reading) {
		if r.Table != "barrier" {
			numbers = r
			return
		}
		e, _ := r.Value("error")
		errors = append(errors, e)
		if x, ok := r.Value("mixing"); ok {
			mixing = append(mixing, x)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return errors, mixing, numbers
}

// random patterns and weights ±1.
func randomSigns(n, p int) (*instances.Patterns, []float64, []float64) {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	patterns, a, b := instances.NewPatterns(n, p), make([]float64, n), make([]float64, n)
	for mu := range p {
		for i := range n {
			patterns.Set(mu, i, rng.IntN(2) == 0)
		}
	}
	for i := range n {
		a[i], b[i] = 1-2*float64(rng.IntN(2)), 1-2*float64(rng.IntN(2))
	}
	return patterns, a, b
}

// TestFlips: the mean over random orders is that over all sets of flips of one size, which
// are counted here.
func TestFlips(t *testing.T) {
	const n, p = 15, 40
	patterns, a, b := randomSigns(n, p)
	var differ []int
	for i := range a {
		if a[i] != b[i] {
			differ = append(differ, i)
		}
	}
	for _, m := range []model.Model{model.NewPerceptron(n, 0), model.NewPerceptron(n, 0.6), model.NewSymmetric(n, 1.1)} {
		want, sets := make([]float64, len(differ)+1), make([]float64, len(differ)+1)
		for mask := range uint(1) << len(differ) {
			w := append([]float64{}, a...)
			for k, i := range differ {
				if mask>>k&1 == 1 {
					w[i] = b[i]
				}
			}
			k := bits.OnesCount(mask)
			sets[k]++
			want[k] += float64(m.Errors(w, patterns)) / p
		}
		flips := NewBarrier(m)
		flips.Trials, flips.Fraction = 4000, nil
		for k := range want {
			flips.Fraction = append(flips.Fraction, float64(k)/float64(len(differ)))
		}
		got, _, numbers := compared(t, flips, m, patterns, a, b)
		for k := range want {
			// errors of a set deviate by at most 0.1 from their mean: 0.0016 in a mean of 4000
			if want[k] /= sets[k]; math.Abs(got[k]-want[k]) > 0.006 {
				t.Errorf("%v, %d flips: %v, want %v", m, k, got[k], want[k])
			}
		}
		if got[0] != want[0] || got[len(got)-1] != want[len(got)-1] {
			t.Errorf("%v: the ends have %v and %v, want %v and %v", m, got[0], got[len(got)-1], want[0], want[len(got)-1])
		}
		largest := 0.0
		for _, e := range got {
			largest = math.Max(largest, e)
		}
		if x, _ := numbers.Value("barrier"); x != largest {
			t.Errorf("barrier %v of %v", x, got)
		}
		if q, _ := numbers.Value("overlap"); math.Abs(q-(1-2*float64(len(differ))/n)) > 1e-15 {
			t.Errorf("overlap %v at %d flips of %d", q, len(differ), n)
		}
	}
}

// TestGreedy: each flip is one of those with the fewest errors, so that no single flip makes
// fewer than the first, and the path ends at the other solution.
func TestGreedy(t *testing.T) {
	const n, p = 31, 60
	patterns, a, b := randomSigns(n, p)
	m := model.NewPerceptron(n, 0)
	least, differ := p, 0
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		differ++
		w := append([]float64{}, a...)
		w[i] = b[i]
		least = min(least, m.Errors(w, patterns))
	}
	greedy := NewBarrier(m)
	greedy.Path, greedy.Trials, greedy.Fraction = Greedy, 3, []float64{0, 1 / float64(differ), 1}
	got, mixing, _ := compared(t, greedy, m, patterns, a, b)
	for i, want := range []int{m.Errors(a, patterns), least, m.Errors(b, patterns)} {
		if math.Abs(got[i]*p-float64(want)) > 1e-9 {
			t.Errorf("place %d: %v errors, want %d", i, got[i]*p, want)
		}
	}
	if mixing != nil {
		t.Error("a greedy path is no random mixture")
	}
}

// TestGreedyMean: the mean over many greedy paths is that over all of them, gone through here set by
// set of flips, each next one being any of those that leave the fewest errors, with equal
// probability.
func TestGreedyMean(t *testing.T) {
	const n, p = 15, 40
	patterns, a, b := randomSigns(n, p)
	var differ []int
	for i := range a {
		if a[i] != b[i] {
			differ = append(differ, i)
		}
	}
	for _, m := range []model.Model{model.NewPerceptron(n, 0.6), model.NewSymmetric(n, 1.1)} {
		errors := make([]int, 1<<len(differ))
		for mask := range errors {
			w := append([]float64{}, a...)
			for k, i := range differ {
				if mask>>k&1 == 1 {
					w[i] = b[i]
				}
			}
			errors[mask] = m.Errors(w, patterns)
		}
		reached, want := map[int]float64{0: 1}, []float64{float64(errors[0]) / p}
		for range differ {
			after, mean := map[int]float64{}, 0.0
			for mask, probability := range reached {
				var best []int
				for k := range differ {
					next := mask | 1<<k
					switch {
					case next == mask:
					case len(best) == 0 || errors[next] < errors[best[0]]:
						best = []int{next}
					case errors[next] == errors[best[0]]:
						best = append(best, next)
					}
				}
				for _, next := range best {
					after[next] += probability / float64(len(best))
					mean += probability / float64(len(best)) * float64(errors[next]) / p
				}
			}
			reached, want = after, append(want, mean)
		}
		greedy := NewBarrier(m)
		greedy.Path, greedy.Trials, greedy.Fraction = Greedy, 4000, nil
		for k := range want {
			greedy.Fraction = append(greedy.Fraction, float64(k)/float64(len(differ)))
		}
		got, _, _ := compared(t, greedy, m, patterns, a, b)
		for k := range want {
			// errors of a path deviate by at most 0.1 from their mean: 0.0016 in a mean of 4000
			if math.Abs(got[k]-want[k]) > 0.006 {
				t.Errorf("%v, %d flips: %v, want %v", m, k, got[k], want[k])
			}
		}
	}
}

// TestMixing: with many weights the mixing of measured stabilities is what flips in random order
// show.
func TestMixing(t *testing.T) {
	const n, p = 2001, 400
	patterns, a, b := randomSigns(n, p)
	m := model.NewPerceptron(n, -0.5)
	flips := NewBarrier(m)
	flips.Trials = 40
	got, mixing, _ := compared(t, flips, m, patterns, a, b)
	for i, x := range flips.Fraction {
		// 40 trials of 400 patterns, whose noise is independent: 0.5/√16000 = 0.004
		if math.Abs(got[i]-mixing[i]) > 0.016 {
			t.Errorf("fraction %v: %v, mixing %v", x, got[i], mixing[i])
		}
	}
}

// TestLine: on a line between spherical weights the errors are those of mixed stabilities, also of
// real weights of any norm; between solutions of margin κ ≥ 0 there are none, and with κ < 0 there
// may be.
func TestLine(t *testing.T) {
	const n, p = 40, 30
	patterns, _, _ := randomSigns(n, p)
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func(m *model.Architecture) []float64 { // a solution, by the perceptron rule
		w := make([]float64, n)
		for i := range w {
			w[i] = gauss.Deviate(rng.Uint64())
		}
		for range 100_000 {
			model.Normalize(m, w)
			if m.Errors(w, patterns) == 0 {
				return w
			}
			mu := rng.IntN(p)
			if patterns.Dot(mu, w) <= m.Kappa*math.Sqrt(n) {
				for i := range w {
					w[i] += 0.1 * patterns.At(mu, i)
				}
			}
		}
		t.Fatal("no solution")
		return nil
	}
	for _, kappa := range []float64{0, -0.6} {
		m := model.NewSphericalPerceptron(n, kappa)
		errors := 0.0
		for range 20 {
			a, b := draw(m), draw(m)
			line := NewBarrier(m)
			got, mixing, numbers := compared(t, line, m, patterns, a, b)
			u, v, q := m.Stabilities(nil, a, patterns), m.Stabilities(nil, b, patterns), cosine(a, b)
			for i, x := range line.Fraction {
				wrong, c := 0, math.Sqrt(x*x+(1-x)*(1-x)+2*x*(1-x)*q)
				for mu := range u {
					if x*u[mu]+(1-x)*v[mu] < (kappa-lineTolerance)*c {
						wrong++
					}
				}
				if math.Abs(got[i]*p-float64(wrong)) > 1e-9 || mixing[i] != got[i] {
					t.Errorf("κ = %v, γ = %v: %v errors, mixing %v, want %d", kappa, x, got[i]*p, mixing[i]*p, wrong)
				}
			}
			x, _ := numbers.Value("barrier")
			errors += x
		}
		if (kappa == 0) != (errors == 0) {
			t.Errorf("κ = %v: barriers add up to %v", kappa, errors)
		}
	}
	m := model.NewSphericalPerceptron(n, 0)
	a := draw(m)
	b := append([]float64{}, a...)
	for i := range b {
		b[i] = -b[i]
	}
	problem := &model.Problem{Model: m, Data: &instances.Data{Train: patterns}}
	if err := NewBarrier(m).Measure(t.Context(), problem, []*model.Solution{{Weights: a}, {Weights: b}}, nil, func(results.Reading) {}); err == nil {
		t.Error("a line through zero has no errors")
	}
}

// TestBarrierOfCopies: units are matched before a path is gone, so that there is none between
// a network and its copy with units exchanged and turned.
func TestBarrierOfCopies(t *testing.T) {
	m := &model.BinaryMLP{N: 21, Layers: []int{5, 3}}
	d, err := (instances.Teacher{Size: instances.Size{P: 60}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	copied := slices.Clone(d.Teacher)
	place := placed{{3, -1}, {0, 1}, {4, -1}, {1, 1}, {2, 1}}
	for k, u := range place {
		for i := range 21 {
			copied[k*21+i] = u.sign * d.Teacher[u.from*21+i]
		}
	}
	place.follow(copied[105:120])
	problem := &model.Problem{Model: m, Data: d}
	err = NewBarrier(m).Measure(t.Context(), problem, []*model.Solution{{Weights: d.Teacher}, {Weights: copied}}, instances.Stream(1, "barrier"), func(r results.Reading) {
		for _, q := range r.Values {
			if want := map[string]float64{"overlap": 1}[q.Name]; q.Value != want {
				t.Errorf("%s %v of a copy, want %v", q.Name, q.Value, want)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestBarrierRefuses: paths that weights do not have, and layers of units too many to match.
func TestBarrierRefuses(t *testing.T) {
	committee, wide := model.NewCommittee(), model.NewCommittee()
	committee.N, committee.Hidden, committee.Layout = 21, 3, model.Full
	wide.N, wide.Hidden, wide.Layout = 21, mostMatched+2, model.Full
	sphere, binary := model.NewSphericalPerceptron(21, 0), model.NewPerceptron(21, 0)
	for _, test := range []struct {
		m    model.Model
		path string
		ok   bool
	}{{committee.Model(), Flips, true}, {wide.Model(), Flips, false}, {sphere, Flips, false}, {sphere, Greedy, false}, {binary, Line, false}, {binary, Greedy, true}, {sphere, Line, true}} {
		b := NewBarrier(test.m)
		b.Path = test.path
		if err := b.Check(test.m); (err == nil) != test.ok {
			t.Errorf("%T, %s: %v", test.m, test.path, err)
		}
	}
	b := NewBarrier(binary)
	b.Fraction = []float64{0, 0.5, 0.5}
	if b.Validate() == nil {
		t.Error("a fraction twice")
	}
}
