package measure_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// elasticProfile is what a measurement around weights on spheres reports.
func elasticProfile(t *testing.T, p *model.Problem, w []float64, lambda bp.Schedule) (rows [][3]float64, plain float64, err error) {
	t.Helper()
	l := measure.NewLocalEntropy(p.Model, nil)
	if lambda.Given() {
		l.Lambda = lambda
	}
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := l.Check(p.Model); err != nil {
		t.Fatal(err)
	}
	err = l.Measure(context.Background(), p, []*model.Solution{{Weights: w, Outcome: results.Solved}}, nil, func(r results.Reading) {
		switch r.Table {
		case "local_entropy_plain":
			plain = r.Values[0].Value
		case "local_entropy":
			rows = append(rows, [3]float64{r.Values[0].Value, r.Values[1].Value, r.Values[2].Value})
		}
	})
	return rows, plain, err
}

// sphericalProblem is a tree of K units with weights on spheres that learns a teacher.
func sphericalProblem(t *testing.T, n, hidden, p int) *model.Problem {
	t.Helper()
	section := model.NewCommittee()
	section.N, section.Hidden, section.Weights = n, hidden, model.SphericalWeights
	m := section.Model()
	d, err := instances.Teacher{Size: instances.Size{P: p}}.Data(t.Context(), m, 15, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d}
}

// TestElasticLocalEntropy: around a teacher the entropy starts at the plain one, D falls,
// normalized is the difference from ½ ln D(2−D) and negative, and the norm of the
// reference does not matter. A coupling so large that message passing ends is said.
//
// Check: local entropy of spherical weights, with an elastic coupling λ | no patterns: ½ ln D(2−D); one
// pattern: a quadrature on the sphere; dφ/dD = λ | rounding; 1/N in φ, 6/N at λ = 10; 2 % at N = 501
func TestElasticLocalEntropy(t *testing.T) {
	slow.Only(t)
	p := sphericalProblem(t, 99, 3, 80)
	rows, plain, err := elasticProfile(t, p, p.Data.Teacher, bp.Exponential(12, 1e-5, 8))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(rows[0][1]-plain) > 1e-4 {
		t.Errorf("entropy %v at λ = 1e-5, plain %v", rows[0][1], plain)
	}
	last := 2.0
	for _, r := range rows {
		if r[0] >= last || math.Abs(r[2]-(r[1]-0.5*math.Log(r[0]*(2-r[0])))) > 1e-12 || r[2] > 0 {
			t.Errorf("row %v after D = %v", r, last)
		}
		last = r[0]
	}
	long := make([]float64, len(p.Data.Teacher))
	for i, x := range p.Data.Teacher {
		long[i] = x * (1 + float64(i/33))
	}
	again, _, err := elasticProfile(t, p, long, bp.Exponential(12, 1e-5, 8))
	if err != nil || math.Abs(again[11][1]-rows[11][1]) > 1e-9 {
		t.Errorf("entropy %v around longer weights, %v (%v)", again[11][1], rows[11][1], err)
	}
	far := make([]float64, 99) // a reference that solves nothing
	for i, x := range p.Data.Teacher {
		far[i] = -x
	}
	if rows, _, err := elasticProfile(t, p, far, bp.Exponential(20, 1, 100)); err == nil || !strings.Contains(err.Error(), "no entropy at lambda = ") {
		t.Errorf("%d rows and error %v around weights that err everywhere", len(rows), err)
	}
}

// Under a potential the entropy and bα ⟨ln(Δ − κ)⟩ together are what has the slope λ by D, here by the
// trapezoid between neighbouring λ.
func TestElasticPotential(t *testing.T) {
	const alpha = 80. / 99
	m := model.NewSphericalPerceptron(99, 0)
	d, err := instances.Teacher{Size: instances.Size{P: 80}}.Data(t.Context(), m, 15, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &model.Problem{Model: m, Data: d}
	l := measure.NewLocalEntropy(p.Model, nil)
	l.Lambda, l.Potential = bp.Exponential(25, 0.1, 3), &bp.Potential{Power: 1}
	if err := l.Check(p.Model); err != nil {
		t.Fatal(err)
	}
	var last struct{ lambda, distance, free float64 }
	first, rows := 0.0, 0
	err = l.Measure(t.Context(), p, []*model.Solution{{Weights: p.Data.Teacher}}, nil, func(r results.Reading) {
		if r.Table != "local_entropy" {
			return
		}
		now := last
		now.lambda, now.distance, now.free = r.At[0].Value, r.Values[0].Value, r.Values[1].Value+alpha*r.Values[3].Value
		if rows++; rows > 1 {
			want := 0.5 * (now.lambda + last.lambda) * (now.distance - last.distance)
			if got := now.free - last.free; math.Abs(got-want) > 0.03*math.Abs(want) {
				t.Errorf("λ %v: change %v, want %v", now.lambda, got, want)
			}
		} else {
			first = r.Values[1].Value
		}
		last = now
	})
	if err != nil || rows != 25 || first > 0 {
		t.Errorf("%d rows, the first of entropy %v, error %v", rows, first, err)
	}
}

// TestSolvedFraction: the normalized entropy around a teacher is the logarithm of the
// fraction of the points at that distance that are solutions, drawn one by one. Entropies
// of Gaussian messages are off by 1/N; here, at N = 45, by 0.4 to 0.8 over N.
//
// Check: `"solved_fraction"` | one pattern: a spherical cap; counts among independent directions; the local
// entropy of BP at N = 45 | its own error; 0.8/N; around solutions of LAL at N = 51 (slow): 0.4(1)/N with 4000
// steps, 2.7(11)/N with 250
func TestSolvedFraction(t *testing.T) {
	const n, points = 45, 40_000
	p := sphericalProblem(t, n, 3, 20)
	m := p.Model.(*model.Architecture)
	rows, _, err := elasticProfile(t, p, p.Data.Teacher, bp.Schedule{List: []float64{5, 12, 25}})
	if err != nil {
		t.Fatal(err)
	}
	rng := instances.Stream(1, "fraction")
	for _, r := range rows {
		solved, w := 0, make([]float64, n)
		for range points {
			// every unit at the same distance: t w̃ + √(1−t²) times a direction across it
			overlap := 1 - r[0]
			for lo := 0; lo < n; lo += n / 3 {
				unit, teacher := w[lo:lo+n/3], p.Data.Teacher[lo:lo+n/3]
				along, norm := 0.0, 0.0
				for i := range unit {
					unit[i] = gauss.Deviate(rng.Uint64())
					along += unit[i] * teacher[i] * 3 / n
				}
				for i := range unit {
					unit[i] -= along * teacher[i]
					norm += unit[i] * unit[i] * 3 / n
				}
				for i := range unit {
					unit[i] = overlap*teacher[i] + math.Sqrt((1-overlap*overlap)/norm)*unit[i]
				}
			}
			if m.Errors(w, p.Data.Train) == 0 {
				solved++
			}
		}
		got, want := n*r[2], math.Log(float64(solved)/points)
		if math.Abs(got-want) > 1 {
			t.Errorf("D = %.3f: N times the normalized entropy is %.2f, the logarithm of the solved fraction %.2f (%d points)", r[0], got, want, solved)
		}
	}
}
