package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// spread are so many random vectors of n numbers.
func spread(n, count int) [][]float64 {
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	list := make([][]float64, count)
	for a := range list {
		for range n {
			list[a] = append(list[a], gauss.Deviate(rng.Uint64()))
		}
	}
	return list
}

// solutionsOf are weights, scaled to the norms of a model, as solutions.
func solutionsOf(m *model.Architecture, w [][]float64) (list []*model.Solution) {
	for _, x := range w {
		own := slices.Clone(x)
		model.Normalize(m, own)
		list = append(list, &model.Solution{Weights: own})
	}
	return list
}

// plane are the errors of a landscape by place, and its numbers.
func plane(t *testing.T, l *Landscape, m model.Model, p *instances.Patterns, s []*model.Solution) (errors map[[2]float64]float64, numbers results.Reading) {
	t.Helper()
	errors = map[[2]float64]float64{}
	err := l.Measure(t.Context(), &model.Problem{Model: m, Data: &instances.Data{Train: p}}, s, nil, func(r results.Reading) {
		if r.Table != "landscape" {
			numbers = r
			return
		}
		e, _ := r.Value("error")
		errors[[2]float64{r.At[0].Value, r.At[1].Value}] = e
	})
	if err != nil {
		t.Fatal(err)
	}
	return errors, numbers
}

// TestLandscape: stabilities are linear, so that errors in the plane follow from those of the three,
// counted here pattern by pattern, with the norm from the overlaps of the three; at the
// solutions stand their own errors, and at the centre those of their mean.
func TestLandscape(t *testing.T) {
	const n, p = 40, 60
	patterns, _, _ := randomSigns(n, p)
	for _, kappa := range []float64{-0.6, 0, 0.3} {
		m := model.NewSphericalPerceptron(n, kappa)
		s := solutionsOf(m, spread(n, 3))
		l := NewLandscape(m)
		l.Spacing = 0.125
		if err := l.Validate(); err != nil {
			t.Fatal(err)
		}
		errors, numbers := plane(t, l, m, patterns, s)
		if want := 17 * 15; len(errors) != want { // from −0.5 to 1.5, and to √3/2 + 0.5 = 1.366
			t.Errorf("%d points, want %d", len(errors), want)
		}
		var u [3][]float64
		for a := range u {
			u[a] = m.Stabilities(nil, s[a].Weights, patterns)
		}
		q := func(a, b int) float64 { return cosine(s[a].Weights, s[b].Weights) }
		count := func(shares [3]float64) (wrong int) {
			norm := 0.0
			for a, x := range shares {
				for b, y := range shares {
					norm += x * y * q(a, b)
				}
			}
			for mu := range p {
				if shares[0]*u[0][mu]+shares[1]*u[1][mu]+shares[2]*u[2][mu] < (kappa-lineTolerance)*math.Sqrt(norm) {
					wrong++
				}
			}
			return wrong
		}
		for at, e := range errors {
			c := at[1] * 2 / math.Sqrt(3)
			if want := count([3]float64{1 - at[0] - c/2, at[0] - c/2, c}); math.Abs(e*p-float64(want)) > 1e-9 {
				t.Errorf("κ = %v, %v: %v errors, want %d", kappa, at, e*p, want)
			}
		}
		if e := errors[[2]float64{1, 0}]; math.Abs(e*p-float64(m.Errors(s[1].Weights, patterns))) > 1e-9 {
			t.Errorf("κ = %v: %v errors at the second solution", kappa, e*p)
		}
		if e, _ := numbers.Value("error_center"); math.Abs(e*p-float64(count([3]float64{1, 1, 1}))) > 1e-9 {
			t.Errorf("κ = %v: %v errors at the centre", kappa, e*p)
		}
		if x, _ := numbers.Value("overlap_mean"); math.Abs(x-(q(0, 1)+q(0, 2)+q(1, 2))/3) > 1e-15 {
			t.Errorf("mean overlap %v", x)
		}
	}
}

// TestSidesOfLandscape: the side from a to b is the line between them, of perceptrons and of committees,
// whose units are matched first: in the plane of a network and two copies of it, with units
// exchanged, there is nothing but the network.
func TestSidesOfLandscape(t *testing.T) {
	section := model.NewCommittee()
	section.N, section.Hidden, section.Weights, section.Layout = 20, 3, model.SphericalWeights, model.Full
	committee := section.Model()
	for _, m := range []model.Model{model.NewSphericalPerceptron(20, -0.2), committee} {
		patterns, _, _ := randomSigns(20, 50)
		s := solutionsOf(m.(*model.Architecture), spread(m.Dim(), 3))
		l := NewLandscape(m)
		errors, _ := plane(t, l, m, patterns, s)
		line := NewBarrier(m)
		line.Fraction = []float64{0, 0.2, 0.5, 0.9, 1}
		got, _, _ := compared(t, line, m, patterns, s[0].Weights, s[1].Weights)
		for i, x := range line.Fraction {
			if at := math.RoundToEven(1e9*(1-x)) / 1e9; errors[[2]float64{at, 0}] != got[i] {
				t.Errorf("%T, γ = %v: %v in the plane, %v on the line", m, x, errors[[2]float64{at, 0}], got[i])
			}
		}
	}
	a := solutionsOf(committee.(*model.Architecture), spread(60, 1))[0].Weights
	exchange := func(order ...int) (w []float64) {
		for _, k := range order {
			w = append(w, a[20*k:20*k+20]...)
		}
		return w
	}
	patterns, _, _ := randomSigns(20, 50)
	copies := []*model.Solution{{Weights: a}, {Weights: exchange(2, 0, 1)}, {Weights: exchange(1, 0, 2)}}
	errors, numbers := plane(t, NewLandscape(committee), committee, patterns, copies)
	if q, _ := numbers.Value("overlap_mean"); math.Abs(q-1) > 1e-14 {
		t.Errorf("overlap %v of copies", q)
	}
	want := float64(committee.Errors(a, patterns)) / 50
	for at, e := range errors {
		if e != want {
			t.Fatalf("%v at %v in the plane of copies, want %v", e, at, want)
		}
	}
}

// TestCentre: the way through the centre of y solutions has at each place the errors of the combination of
// all that it is, counted from stabilities; with two solutions it is the line between them; and solutions of
// margin κ' have no errors at their centre when κ' ≥ κ √((1 + (y−1) q)/y), q their mean overlap, nor anywhere on
// the way when the two ends have none either.
func TestCentre(t *testing.T) {
	const n, p, y = 60, 60, 4
	patterns, _, _ := randomSigns(n, p)
	m := model.NewSphericalPerceptron(n, -0.7)
	s := solutionsOf(m, spread(n, y))
	b := NewBarrier(m)
	b.Path = Centre
	errors, mixing := through(t, b, m, patterns, s)
	var sum []float64
	for i := range n {
		x := 0.0
		for _, one := range s {
			x += one.Weights[i]
		}
		sum = append(sum, x)
	}
	center := solutionsOf(m, [][]float64{sum})[0].Weights
	some := 0.0
	for i, x := range b.Fraction {
		end, g := s[0].Weights, 2*x-1
		if x < 0.5 {
			end, g = s[1].Weights, 1-2*x
		}
		w := make([]float64, n)
		for k := range w {
			w[k] = g*end[k] + (1-g)*center[k]
		}
		model.Normalize(m, w)
		if want := float64(m.Errors(w, patterns)) / p; math.Abs(errors[i]-want) > 1e-12 || math.Abs(mixing[i]-want) > 1e-12 {
			t.Errorf("γ = %v: %v, mixing %v, want %v", x, errors[i], mixing[i], want)
		}
		some += errors[i]
	}
	if some == 0 {
		t.Error("no errors to be counted")
	}

	// two: the same line, at other shares of it
	errors, _ = through(t, b, m, patterns, s[:2])
	length := 0.0
	for i := range n {
		x := s[0].Weights[i] + s[1].Weights[i]
		length += x * x / n
	}
	line := NewBarrier(m)
	line.Fraction = nil
	for _, x := range b.Fraction {
		g := 2*x - 1
		if x < 0.5 {
			g = 1 - 2*x
		}
		near, far := g+(1-g)/math.Sqrt(length), (1-g)/math.Sqrt(length)
		if x < 0.5 {
			near, far = far, near
		}
		line.Fraction = append(line.Fraction, near/(near+far))
	}
	want, _, _ := compared(t, line, m, patterns, s[0].Weights, s[1].Weights)
	for i := range want {
		if errors[i] != want[i] {
			t.Errorf("two, γ = %v: %v, on the line %v", b.Fraction[i], errors[i], want[i])
		}
	}

	// the margin from which on the centre has none
	least := 0.0
	for _, one := range s {
		least = min(least, slices.Min(m.Stabilities(nil, one.Weights, patterns)))
	}
	overlap := 0.0
	for a := range s {
		for c := range a {
			overlap += cosine(s[a].Weights, s[c].Weights) / (y * (y - 1) / 2)
		}
	}
	b.Kappa, b.Fraction = least/math.Sqrt((1+(y-1)*overlap)/y), []float64{0, 0.25, 0.5, 0.75, 1}
	if errors, _ = through(t, b, m, patterns, s); slices.Max(errors) > 0 {
		t.Errorf("margin %v, that of the path %v: errors %v", least, b.Kappa, errors)
	}
}

// through are the errors and the mixing on the way through a centre.
func through(t *testing.T, b *Barrier, m model.Model, p *instances.Patterns, s []*model.Solution) (errors, mixing []float64) {
	t.Helper()
	err := b.Measure(t.Context(), &model.Problem{Model: m, Data: &instances.Data{Train: p}}, s, nil, func(r results.Reading) {
		if e, ok := r.Value("error"); ok {
			x, _ := r.Value("mixing")
			errors, mixing = append(errors, e), append(mixing, x)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return errors, mixing
}

// TestLandscapeRefuses: planes that weights do not have, of too many points, and a centre between
// variants.
func TestLandscapeRefuses(t *testing.T) {
	sphere := model.NewSphericalPerceptron(21, 0)
	if NewLandscape(sphere).Check(model.NewPerceptron(21, 0)) == nil {
		t.Error("a plane of weights ±1")
	}
	l := NewLandscape(sphere)
	if err := l.Check(sphere); err != nil {
		t.Error(err)
	}
	if l.Spacing, l.Reach = 0.005, 3; l.Validate() == nil {
		t.Error("two million points")
	}
	b := NewBarrier(sphere)
	b.Path, b.Between = Centre, []string{"a", "b"}
	if b.Validate() == nil {
		t.Error("a centre of variants")
	}
	opposite := solutionsOf(sphere, spread(21, 1))
	other := slices.Clone(opposite[0].Weights)
	for i := range other {
		other[i] = -other[i]
	}
	patterns, _, _ := randomSigns(21, 10)
	b.Between = nil
	err := b.Measure(t.Context(), &model.Problem{Model: sphere, Data: &instances.Data{Train: patterns}}, append(opposite, &model.Solution{Weights: other}), nil, func(results.Reading) {})
	if err == nil {
		t.Error("the centre of opposite solutions")
	}
}
