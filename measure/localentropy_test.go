package measure_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// profile is what a local-entropy measurement reported, by index of ρ.
type profile struct {
	rho, overlap, distance, entropy []float64
	sweeps, converged, meanLog      []float64
	plain                           float64
}

func measureProfile(t testing.TB, l *measure.LocalEntropy, p *model.Problem, w []float64) profile {
	t.Helper()
	var out profile
	columns := map[string]*[]float64{
		"overlap": &out.overlap, "distance": &out.distance, "entropy": &out.entropy,
		"sweeps": &out.sweeps, "converged": &out.converged, "mean_log_s": &out.meanLog,
	}
	emit := func(r results.Reading) {
		if r.Table == "local_entropy" {
			out.rho = append(out.rho, r.At[0].Value)
		}
		for _, q := range r.Values {
			if q.Name == "entropy_plain" {
				out.plain = q.Value
			} else {
				*columns[q.Name] = append(*columns[q.Name], q.Value)
			}
		}
	}
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := l.Check(p.Model); err != nil {
		t.Fatal(err)
	}
	if err := l.Measure(context.Background(), p, []*model.Solution{{Weights: w}}, nil, emit); err != nil {
		t.Fatal(err)
	}
	return out
}

func randomProblem(t testing.TB, n, p, sample int) *model.Problem {
	t.Helper()
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 21, sample)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: model.NewPerceptron(n, 0), Data: instances.Learning(patterns)}
}

// solutionsOf are all weights without an error, one of them at least.
func solutionsOf(t testing.TB, m model.Model, p *instances.Patterns) *enumeration.Set {
	t.Helper()
	set, err := enumeration.Solutions(t.Context(), m, p)
	if err != nil || set.Count() == 0 {
		t.Fatalf("no solutions: %v", err)
	}
	return set
}

// TestEnumeration compares the profile with enumeration at N = 17: on a tree
// (P = 1) to rounding, with loops (P = 5, five instances) to 0.05 in entropy and
// overlap, the size of the loop corrections (0.03 at worst); also for surroundings of another
// margin than the reference's.
func TestEnumeration(t *testing.T) {
	const n = 17
	for _, c := range []struct {
		patterns  int
		kappa     float64
		tolerance float64
	}{{1, 0, 1e-9}, {1, 0.3, 1e-9}, {5, 0, 0.05}} {
		for sample := range 5 {
			p := randomProblem(t, n, c.patterns, sample)
			around := solutionsOf(t, model.NewPerceptron(n, c.kappa), p.Data.Train)
			reference := slices.Collect(solutionsOf(t, p.Model, p.Data.Train).All())[0]
			l := measure.NewLocalEntropy(p.Model, nil)
			l.Accuracy, l.Kappa, l.Epsilon, l.Damping = factorgraph.Exact, c.kappa, 1e-11, 0.2
			l.Rho = bp.Schedule{List: []float64{0.1, 0.4, 0.9}}
			got := measureProfile(t, l, p, enumeration.Weights(n, reference))
			for k, rho := range got.rho {
				phi, overlap, _ := around.Biased(rho, reference)
				entropy := phi - rho*overlap
				if !scalar.EqualWithinAbs(got.overlap[k], overlap, c.tolerance) || !scalar.EqualWithinAbs(got.entropy[k], entropy, c.tolerance) {
					t.Errorf("P %d κ %v ρ %v: overlap %v entropy %v, enumeration %v %v", c.patterns, c.kappa, rho, got.overlap[k], got.entropy[k], overlap, entropy)
				}
			}
			if entropy, _, _ := around.Biased(0, reference); !scalar.EqualWithinAbs(got.plain, entropy, c.tolerance) {
				t.Errorf("P %d κ %v: plain entropy %v, enumeration %v", c.patterns, c.kappa, got.plain, entropy)
			}
		}
	}
}

// tilted sums over solutions that count by the power b and by e^{ρ w·w̃}: the overlap with the
// reference w̃, ⟨ln(Δ − κ)⟩ per pattern, and the entropy of the measure, per weight.
func tilted(p *model.Problem, around *enumeration.Set, reference []float64, b, rho, kappa float64) (overlap, meanLog, entropy float64) {
	n, z, logs := float64(len(reference)), 0.0, 0.0
	a := model.NewPerceptron(len(reference), kappa)
	for w := range around.All() {
		weights, sum, t := enumeration.Weights(len(reference), w), 0.0, 0.0
		for _, x := range a.Stabilities(nil, weights, p.Data.Train) {
			sum += math.Log(x - kappa)
		}
		for i, x := range weights {
			t += x * reference[i]
		}
		weight := math.Exp(b*sum + rho*t)
		z, overlap, logs = z+weight, overlap+weight*t/n, logs+weight*sum
	}
	overlap, logs = overlap/z, logs/z
	return overlap, logs / float64(p.Data.Train.P), (math.Log(z)-b*logs)/n - rho*overlap
}

// Surroundings under a potential, as in TestEnumeration: of one pattern what remains is the difference by
// the power, of 1e-10, and where messages stop.
func TestEnumerationOfAPotential(t *testing.T) {
	const n = 17
	for _, c := range []struct {
		patterns         int
		b, kappa, within float64
	}{{1, 1, 0, 1e-8}, {1, 2.5, 0.3, 1e-8}, {5, 1, 0, 0.05}} {
		for sample := range 3 {
			p := randomProblem(t, n, c.patterns, sample)
			around := solutionsOf(t, model.NewPerceptron(n, c.kappa), p.Data.Train)
			reference := enumeration.Weights(n, slices.Collect(solutionsOf(t, p.Model, p.Data.Train).All())[0])
			l := measure.NewLocalEntropy(p.Model, nil)
			l.Accuracy, l.Kappa, l.Epsilon, l.Damping = factorgraph.Exact, c.kappa, 1e-11, 0.2
			l.Rho, l.Potential = bp.Schedule{List: []float64{0.1, 0.4, 0.9}}, &bp.Potential{Power: c.b}
			got := measureProfile(t, l, p, reference)
			for k, rho := range got.rho {
				overlap, meanLog, entropy := tilted(p, around, reference, c.b, rho, c.kappa)
				if !scalar.EqualWithinAbs(got.overlap[k], overlap, c.within) || !scalar.EqualWithinAbs(got.entropy[k], entropy, c.within) ||
					!scalar.EqualWithinAbs(got.meanLog[k], meanLog, c.within) {
					t.Errorf("P %d b %v ρ %v: overlap %v, mean_log_s %v, entropy %v, enumeration %v, %v, %v", c.patterns, c.b, rho,
						got.overlap[k], got.meanLog[k], got.entropy[k], overlap, meanLog, entropy)
				}
			}
			if _, _, entropy := tilted(p, around, reference, c.b, 0, c.kappa); !scalar.EqualWithinAbs(got.plain, entropy, c.within) {
				t.Errorf("P %d b %v: plain entropy %v, enumeration %v", c.patterns, c.b, got.plain, entropy)
			}
		}
	}
}

// TestProfile checks, at N = 301 around a solution of fBP, what every profile
// obeys: overlaps rise with ρ, the entropy falls from nearly that of all
// solutions to 0 and stays below the entropy of all weights at that distance,
// and ds = −ρ dt along the curve (Legendre), here by the trapezoid between
// neighbouring ρ; "accurate" messages keep it to 2e-4 a step.
func TestProfile(t *testing.T) {
	p := randomProblem(t, 301, 150, 0)
	s, err := bp.DefaultFocusing().Solve(context.Background(), p, nil, func(results.Reading) {})
	if err != nil || !s.Solved() {
		t.Fatal(err, s)
	}
	got := measureProfile(t, measure.NewLocalEntropy(p.Model, nil), p, s.Weights)
	if len(got.rho) != 49 {
		t.Fatalf("%d values of ρ, want 49", len(got.rho))
	}
	last := len(got.rho) - 1
	for k := range got.rho {
		d := got.distance[k]
		if bound := -d*math.Log(d) - (1-d)*math.Log1p(-d); got.entropy[k] > bound+1e-9 {
			t.Errorf("ρ %v: entropy %v above the bound %v", got.rho[k], got.entropy[k], bound)
		}
		if got.converged[k] != 1 || got.sweeps[k] > 20 {
			t.Errorf("ρ %v: %v sweeps around a solution", got.rho[k], got.sweeps[k])
		}
		if k == 0 || k == last {
			continue
		}
		if got.overlap[k] <= got.overlap[k-1] || got.entropy[k] >= got.entropy[k-1] {
			t.Errorf("ρ %v: overlap %v entropy %v do not follow %v %v", got.rho[k], got.overlap[k], got.entropy[k], got.overlap[k-1], got.entropy[k-1])
		}
		step := -(got.rho[k] + got.rho[k-1]) / 2 * (got.overlap[k] - got.overlap[k-1])
		if ds := got.entropy[k] - got.entropy[k-1]; !scalar.EqualWithinAbs(ds, step, 2e-4) {
			t.Errorf("ρ %v: Δs = %v, −ρ Δt = %v", got.rho[k], ds, step)
		}
	}
	if !scalar.EqualWithinAbs(got.entropy[last], 0, 1e-6) || !scalar.EqualWithinAbs(got.overlap[last], 1, 1e-6) {
		t.Errorf("at ρ = 10: entropy %v overlap %v", got.entropy[last], got.overlap[last])
	}
	if !scalar.EqualWithinAbs(got.entropy[0], got.plain, 1e-3) {
		t.Errorf("entropy %v at small ρ, %v without bias", got.entropy[0], got.plain)
	}
}

// TestStartDoesNotMatter: profiles from flooding and damped messages agree with
// the default to 1e-5, as do those that start at a single ρ.
func TestStartDoesNotMatter(t *testing.T) {
	p := randomProblem(t, 201, 80, 1)
	s, err := bp.DefaultFocusing().Solve(context.Background(), p, nil, func(results.Reading) {})
	if err != nil {
		t.Fatal(err)
	}
	rho := []float64{0.2, 0.6, 1.1}
	run := func(change func(*measure.LocalEntropy)) profile {
		l := measure.NewLocalEntropy(p.Model, nil)
		l.Rho, l.Epsilon = bp.Schedule{List: rho}, 1e-8
		change(l)
		return measureProfile(t, l, p, s.Weights)
	}
	want := run(func(*measure.LocalEntropy) {})
	for _, got := range []profile{
		run(func(l *measure.LocalEntropy) { l.Damping = 0.4 }),
		run(func(l *measure.LocalEntropy) { l.Schedule, l.Damping = bp.Flooding, 0.6 }),
		run(func(l *measure.LocalEntropy) { l.Rho.List = []float64{0.2, 1.1, 0.6} }),
	} {
		for k, at := range got.rho {
			for j := range rho {
				if rho[j] == at && (!scalar.EqualWithinAbs(got.overlap[k], want.overlap[j], 1e-5) || !scalar.EqualWithinAbs(got.entropy[k], want.entropy[j], 1e-5)) {
					t.Errorf("ρ %v: %v %v, want %v %v", at, got.overlap[k], got.entropy[k], want.overlap[j], want.entropy[j])
				}
			}
		}
	}
}

// TestUnsolved: beyond capacity the search ends with errors and without an
// error, and the profile around its weights says nothing that no set of weights
// can have; what it leaves out it names.
func TestUnsolved(t *testing.T) {
	slow.Only(t)
	for sample := range 3 {
		p := randomProblem(t, 101, 100, sample)
		s, err := bp.DefaultFocusing().Solve(context.Background(), p, nil, func(results.Reading) {})
		if err != nil || s.Solved() || s.Errors == 0 {
			t.Fatalf("sample %d: %+v, %v", sample, s, err)
		}
		l := measure.NewLocalEntropy(p.Model, nil)
		l.Rho, l.MaxSweeps = bp.Schedule{List: []float64{0.1, 0.5, 1, 2, 10}}, 100
		if err := l.Measure(context.Background(), p, []*model.Solution{s}, nil, func(r results.Reading) {
			if r.Table != "local_entropy" {
				return
			}
			d, entropy := r.Values[1].Value, r.Values[2].Value
			if bound := -d*math.Log(d) - (1-d)*math.Log(1-d); !(entropy > -0.02 && entropy <= bound+1e-7) {
				t.Errorf("sample %d: entropy %v at distance %v", sample, entropy, d)
			}
		}); err != nil && !strings.Contains(err.Error(), "no entropy at rho = ") {
			t.Errorf("sample %d: %v", sample, err)
		}
	}
}

// TestControlVariateBelowZero: the control variate is the entropy at the fixed point of
// plain BP as it is, also where it is so far below zero that it is none of a sample.
func TestControlVariateBelowZero(t *testing.T) {
	m := model.NewPerceptron(51, 0)
	data, err := instances.Random{Size: instances.Size{P: 55}}.Data(t.Context(), m, 1, 8)
	if err != nil {
		t.Fatal(err)
	}
	l := measure.NewLocalEntropy(m, nil)
	l.Rho = bp.Schedule{List: []float64{3}}
	s := &model.Solution{Weights: make([]float64, 51), Outcome: results.Limit}
	for i := range s.Weights {
		s.Weights[i] = 1
	}
	plain := math.NaN()
	_ = l.Measure(t.Context(), &model.Problem{Model: m, Data: data}, []*model.Solution{s}, nil, func(r results.Reading) {
		if r.Table == "local_entropy_plain" {
			plain = r.Values[0].Value
		}
	})
	if !scalar.EqualWithinAbs(plain, -0.1441, 1e-4) {
		t.Errorf("entropy_plain %v, want -0.1441", plain)
	}
}
