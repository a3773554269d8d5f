package measure_test

import (
	"context"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// generalized are the numbers of a solution by name.
func generalized(t *testing.T, p *model.Problem, w []float64) map[string]float64 {
	t.Helper()
	numbers := map[string]float64{}
	err := new(measure.Generalization).Measure(context.Background(), p, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
		for _, q := range r.Values {
			numbers[q.Name] = q.Value
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

func taught(t *testing.T, n, p, tests, sample int) *model.Problem {
	t.Helper()
	m := model.NewPerceptron(n, 0)
	d, err := instances.Teacher{Size: instances.Size{P: p, Test: tests}}.Data(t.Context(), m, 3, sample)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Problem{Model: m, Data: d}
}

// TestGeneralizationCounts compares with errors and overlap counted one by one;
// the teacher makes none, and its opposite errs everywhere, since N is odd.
//
// Check: signs of plain BP's magnetisations, N = 1001, α = 0.8, labels of a teacher | overlap with the teacher
// and test error of the planted saddle point | 0.009 in R, 0.004 in the error, 0.004 in q (errors of the mean
// over 12 samples)
func TestGeneralizationCounts(t *testing.T) {
	p := taught(t, 65, 40, 300, 0)
	w, opposite := make([]float64, 65), make([]float64, 65)
	errors, dot, x := 0, 0.0, make([]float64, 65)
	for i := range w {
		w[i], opposite[i] = 1-2*float64(i%3%2), -p.Data.Teacher[i]
		dot += w[i] * p.Data.Teacher[i]
	}
	for mu := range p.Data.Test.P {
		p.Data.Test.Input(x, mu)
		if p.Model.Output(w, x) != p.Model.Output(p.Data.Teacher, x) {
			errors++
		}
	}
	for _, c := range []struct {
		w              []float64
		errors, cosine float64
	}{{w, float64(errors) / 300, dot / 65}, {p.Data.Teacher, 0, 1}, {opposite, 1, -1}} {
		if got := generalized(t, p, c.w); got["test_error"] != c.errors || got["teacher_overlap"] != c.cosine {
			t.Errorf("%v, want error %v overlap %v", got, c.errors, c.cosine)
		}
	}
}

// TestGeneralizationOfBayes compares with replica theory. By Nishimori's identity
// the magnetisations m of plain BP have Σ m w_T/N = q of the planted saddle point,
// and their signs, the weights with the largest overlap with the teacher on
// average, R = E|m| = ∫Dz |tanh(√q̂ z + q̂)| and error arccos(R)/π. (These are
// neither a typical solution, whose overlap with the teacher is q, nor what
// focusing BP finds.)
func TestGeneralizationOfBayes(t *testing.T) {
	slow.Only(t)
	const (
		n, p, tests, samples = 1001, 800, 2000, 12
		q, qHat              = 0.454821, 0.732179 // fbp theory rs --alpha 0.8 --planted
	)
	bayes := gauss.Average(func(z float64) float64 { return math.Abs(gauss.Tanh(math.Sqrt(qHat)*z + qHat)) }, -qHat/math.Sqrt(qHat))
	var overlaps, errors, signs []float64
	for sample := range samples {
		problem := taught(t, n, p, tests, sample)
		g, err := problem.Model.Abilities().Graph.Of(problem.Data.Train, factorgraph.Accurate)
		if err != nil {
			t.Fatal(err)
		}
		state, passing := bp.NewState(g, nil), bp.DefaultFocusing().Passing
		passing.Epsilon, passing.MaxSweeps = 1e-4, 500
		if out, err := state.Converge(context.Background(), passing, factorgraph.Free{}); err != nil || !out.Converged {
			t.Fatalf("sample %d: %+v, %v", sample, out, err)
		}
		m, overlap := make([]float64, n), 0.0
		state.Magnetizations(m)
		for i := range m {
			overlap += m[i] * problem.Data.Teacher[i] / n
			m[i] = math.Copysign(1, m[i])
		}
		got := generalized(t, problem, m)
		overlaps, signs = append(overlaps, overlap), append(signs, got["teacher_overlap"])
		errors = append(errors, got["test_error"]-math.Acos(got["teacher_overlap"])/math.Pi)
	}
	for name, c := range map[string]struct {
		x    []float64
		want float64
	}{"magnetisations": {overlaps, q}, "signs": {signs, bayes}, "error − arccos(R)/π": {errors, 0}} {
		mean, square := 0.0, 0.0
		for _, x := range c.x {
			mean += x / samples
		}
		for _, x := range c.x {
			square += (x - mean) * (x - mean) / (samples * (samples - 1))
		}
		sem := math.Sqrt(square)
		t.Logf("%s: %.5f ± %.5f, want %.5f", name, mean, sem, c.want)
		// Four errors of the mean; 1/N is a tenth of one.
		if math.Abs(mean-c.want) > 4*sem+1.0/n || sem > 0.02 {
			t.Errorf("%s: %.5f ± %.5f, want %.5f", name, mean, sem, c.want)
		}
	}
}

// TestGeneralizationNeeds a test set or a teacher.
func TestGeneralizationNeeds(t *testing.T) {
	g := new(measure.Generalization)
	for _, c := range []struct {
		source instances.Source
		ok     bool
	}{
		{instances.Random{}, false}, {instances.File{}, false}, {instances.Teacher{}, true},
		{instances.Random{Size: instances.Size{Test: 5}}, true}, {instances.File{Test: 5}, true},
	} {
		if err := g.About().Source(c.source); (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "want instance.test") {
			t.Errorf("%+v: %v", c.source, err)
		}
	}
	p := randomProblem(t, 21, 5, 0)
	if got := generalized(t, p, make([]float64, 21)); len(got) != 0 {
		t.Errorf("numbers without test set and teacher: %v", got)
	}
}

// TestGeneralizationOfTies: two ReLU units of opposite sign and equal weights tie on every
// input, and the output is +1, so that the test patterns of label −1 alone are wrong.
func TestGeneralizationOfTies(t *testing.T) {
	c := model.NewCommittee()
	c.N, c.Hidden, c.Layout, c.Activation, c.Kappa = 8, 2, model.Full, model.ReLUUnits, 0.001
	m := c.Model()
	d, err := instances.Teacher{Size: instances.Size{P: 5, Test: 200}}.Data(t.Context(), m, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	w, negative := make([]float64, 16), 0
	for i := range w {
		w[i] = 1 - 2*float64(i%8%3%2)
	}
	for mu := range d.Test.P {
		if d.Test.Label(mu) < 0 {
			negative++
		}
	}
	p := &model.Problem{Model: m, Data: d}
	if got, want := generalized(t, p, w)["test_error"], float64(negative)/200; got != want || negative == 0 || negative == 200 {
		t.Errorf("error %v, want %v: the part of label −1", got, want)
	}
}

// TestMistakesOfOneSided: the symmetric perceptron has to learn a test pattern whatever its
// label is, as one of the patterns that it learns: |w·x| ≤ κ√N. The same of patterns with noise.
func TestMistakesOfOneSided(t *testing.T) {
	const n, p = 9, 40
	m, signs := model.NewSymmetric(n, 0.5), "" // sums ±1
	text, w := "", make([]float64, n)
	rng := instances.Stream(9, "symmetric")
	for i := range w {
		w[i] = 1 - 2*float64(rng.IntN(2))
	}
	violated := 0
	for mu := range 2 * p {
		sum := 0.0
		for i := range n {
			x := 1 - 2*rng.IntN(2)
			sum += w[i] * float64(x)
			text += strconv.Itoa(x) + " "
		}
		text += "\n"
		signs += strconv.Itoa(1-2*(mu%2)) + "\n"
		if mu >= p && math.Abs(sum) > 0.5*3 {
			violated++
		}
	}
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "x.txt"), text)
	scratch.Write(t, filepath.Join(dir, "labels.txt"), signs)
	for _, labels := range []string{"", filepath.Join(dir, "labels.txt")} {
		d, err := instances.File{Path: filepath.Join(dir, "x.txt"), Labels: labels, Test: p}.Data(t.Context(), m, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		problem := &model.Problem{Model: m, Data: d}
		if got := generalized(t, problem, w)["test_error"]; got != float64(violated)/p {
			t.Errorf("labels %q: test error %v, %d of %d patterns are violated", labels, got, violated, p)
		}
		want := float64(m.Errors(w, d.Train)) / p
		r := &measure.Robustness{Eta: []float64{0}, Trials: 1, Noise: "flip"}
		err = r.Measure(t.Context(), problem, []*model.Solution{{Weights: w}}, rng, func(r results.Reading) {
			if got, _ := r.Value("error"); got != want {
				t.Errorf("labels %q: error %v without noise, want %v", labels, got, want)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
