package measure_test

import (
	"context"
	"math"
	"testing"

	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// curvedCase is a committee with spherical weights, its problem, and a solution.
func curvedCase(t *testing.T, n, hidden int, layout string, p int) (*model.Architecture, *model.Problem, *model.Solution) {
	t.Helper()
	section := model.NewCommittee()
	section.N, section.Hidden, section.Layout, section.Weights = n, hidden, layout, model.SphericalWeights
	m := section.Model().(*model.Architecture)
	d, err := (&instances.Teacher{Size: instances.Size{P: p}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m, &model.Problem{Model: m, Data: d}, &model.Solution{Weights: d.Teacher, Outcome: results.Solved}
}

// hessianOf is what the measurement emits, by table.
func hessianOf(t *testing.T, h *measure.Hessian, p *model.Problem, s *model.Solution) map[string][]results.Reading {
	t.Helper()
	if err := h.Check(p.Model); err != nil {
		t.Fatal(err)
	}
	tables := map[string][]results.Reading{}
	err := h.Measure(t.Context(), p, []*model.Solution{s}, instances.Stream(1, "measure"), func(r results.Reading) { tables[r.Table] = append(tables[r.Table], r) })
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// meanSquare is (1/P) Σ (1 − σo)² of weights of norm 1 per unit, by the definition.
func meanSquare(m *model.Architecture, p *instances.Patterns, w []float64, beta float64) (sum float64) {
	n := m.Dim() / m.Hidden
	for mu := range p.P {
		o := 0.0
		for l := range m.Hidden {
			field := 0.0
			for i, x := range w[l*n : (l+1)*n] {
				if !m.Full {
					i += l * n
				}
				field += x * p.At(mu, i)
			}
			o += math.Tanh(beta*field) / math.Sqrt(float64(m.Hidden))
		}
		sum += (1 - o) * (1 - o) / float64(p.P)
	}
	return sum
}

// TestHessianByDifferences: the eigenvalues have the trace and the sum of squares of
// the matrix of second differences of the mean square error; the step 1e-3 errs by 1e-6
// of the fourth derivatives, which are below 100, in each entry.
//
// Check: eigenvalues of the Hessian | second differences of the error; the largest by Lanczos steps: that of
// the dense matrix | 1e-4 and 1e-3; 1e-8
func TestHessianByDifferences(t *testing.T) {
	const h = 1e-3
	for _, layout := range []string{model.Tree, model.Full} {
		m, p, s := curvedCase(t, 15, 3, layout, 20)
		n := m.Dim()
		w := append([]float64(nil), s.Weights...)
		for i := range w {
			w[i] /= math.Sqrt(float64(n / 3))
		}
		at := func(i, j int, a, b float64) float64 {
			moved := append([]float64(nil), w...)
			moved[i] += a
			moved[j] += b
			return meanSquare(m, p.Data.Train, moved, 1.5)
		}
		trace, square := 0.0, 0.0
		for i := range n {
			for j := range n {
				d := (at(i, j, h, h) - at(i, j, h, -h) - at(i, j, -h, h) + at(i, j, -h, -h)) / (4 * h * h)
				if i == j {
					trace += d
				}
				square += d * d
			}
		}
		rows := hessianOf(t, &measure.Hessian{Beta: measure.Gains{Number: 1.5}, Eigenvalues: "all"}, p, s)["hessian"]
		if len(rows) != n {
			t.Fatalf("%d eigenvalues of %d", len(rows), n)
		}
		last := math.Inf(1)
		for k, r := range rows {
			x := r.Values[0].Value
			if r.At[0].Value != 1.5 || r.At[1].Value != float64(k+1) || x > last {
				t.Errorf("%s: row %d is %v", layout, k, r)
			}
			last = x
			trace -= x
			square -= x * x
		}
		if math.Abs(trace) > 1e-4 || math.Abs(square) > 1e-3 {
			t.Errorf("%s: trace differs by %v, sum of squares by %v", layout, trace, square)
		}
	}
}

// TestLanczosAgainstDense: the largest eigenvalue is the first of all.
func TestLanczosAgainstDense(t *testing.T) {
	for _, layout := range []string{model.Tree, model.Full} {
		_, p, s := curvedCase(t, 45, 3, layout, 60)
		betas := measure.Gains{List: []float64{0.5, 2, 20}}
		dense := hessianOf(t, &measure.Hessian{Beta: betas, Eigenvalues: "all"}, p, s)
		largest := hessianOf(t, &measure.Hessian{Beta: betas, Eigenvalues: "largest"}, p, s)
		for k, r := range largest["hessian"] {
			want := dense["hessian"][k*len(dense["hessian"])/3].Values[0].Value
			if got := r.Values[0].Value; math.Abs(got-want) > 1e-8*want {
				t.Errorf("%s: %v of Lanczos steps, %v of the dense matrix", layout, got, want)
			}
		}
		if got := largest["hessian_summary"][0].Values; len(got) != 1 || got[0].Value != largest["hessian"][0].Values[0].Value {
			t.Errorf("%s: numbers of the sample %v", layout, got)
		}
	}
}

// TestSmallestBeta: no pattern errs at the smallest β, and some do a little below it;
// its rows have no β.
func TestSmallestBeta(t *testing.T) {
	m, p, s := curvedCase(t, 75, 5, model.Tree, 60)
	got := hessianOf(t, measure.NewHessian(), p, s)
	beta := got["hessian_summary"][0].Values[1]
	if beta.Name != "hessian_beta" || len(got["hessian"]) != 1 || len(got["hessian"][0].At) != 1 {
		t.Fatalf("readings %v", got)
	}
	network, all := model.NewSmooth(m.Units(p.Data.Train)), make([]int, 60)
	for mu := range all {
		all[mu] = mu
	}
	w := append([]float64(nil), s.Weights...)
	network.Normalize(w, 1)
	for _, c := range []struct {
		beta float64
		errs bool
	}{{beta.Value, false}, {beta.Value * (1 - 1e-6), true}} {
		least := math.Inf(1)
		network.At(w, c.beta, all, unit{})
		for _, o := range network.Outputs() {
			least = min(least, o)
		}
		if (least < 0) != c.errs {
			t.Errorf("β = %v: least output %v", c.beta, least)
		}
	}
	at := hessianOf(t, &measure.Hessian{Beta: measure.Gains{Number: beta.Value}, Eigenvalues: "largest"}, p, s)
	if x, y := at["hessian"][0].Values[0].Value, got["hessian"][0].Values[0].Value; math.Abs(x-y) > 1e-9*x {
		t.Errorf("%v at that β, %v at the smallest", x, y)
	}

	wrong := &model.Solution{Weights: make([]float64, 75), Errors: 60}
	for i, x := range s.Weights {
		wrong.Weights[i] = -x
	}
	if err := measure.NewHessian().Measure(context.Background(), p, []*model.Solution{wrong}, instances.Stream(1, "x"), func(results.Reading) {}); err == nil {
		t.Error("a smallest β of weights that get everything wrong")
	}
}

// unit is a loss of no interest.
type unit struct{}

func (unit) At(float64) (f, slope, curvature float64) { return 1, 0, 0 }
func (unit) Bend() (at, width float64)                { return 0, 1 }

// TestHessianRefusals: what cannot work is a mistake of a key.
func TestHessianRefusals(t *testing.T) {
	for want, err := range map[string]error{
		"beta = []: want at least one value": (&measure.Hessian{Beta: measure.Gains{List: []float64{}}}).Validate(),
		`kind = "hessian": want weights = "spherical" in [model], a perceptron or a committee of sign units`: measure.NewHessian().Check(model.NewPerceptron(3, 0)),
		`eigenvalues = "all": want "largest" for more than 8000 weights, not 9000`: (&measure.Hessian{Eigenvalues: "all"}).Check(
			model.NewSphericalPerceptron(9000, 0)),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
