package measure_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestFairnessOfExactDraws: of one pattern messages are exact, and so is what they say. All solutions are enumerated:
// those that are drawn with the weight s^b show no difference beyond their errors, others do.
//
// Check: `"fairness"`, b = 0, 1, 2.5 | all solutions of one pattern | 1e-9 in what messages say; draws with b + 1 are found out
func TestFairnessOfExactDraws(t *testing.T) {
	const n, draws = 11, 4000
	p := randomProblem(t, n, 1, 0)
	rng := rand.New(rand.NewPCG(1, 2))
	var all [][]float64
	var stabilities []float64
	for bits := range solutionsOf(t, p.Model, p.Data.Train).All() {
		w := enumeration.Weights(n, bits)
		all, stabilities = append(all, w), append(stabilities, p.Model.Stabilities(nil, w, p.Data.Train)[0])
	}
	drawn := func(b float64) (solutions []*model.Solution) {
		total := 0.0
		for _, s := range stabilities {
			total += math.Pow(s, b)
		}
		for range draws {
			x, k := rng.Float64()*total, -1
			for ; x >= 0 && k < len(all)-1; x -= math.Pow(stabilities[k], b) {
				k++
			}
			solutions = append(solutions, &model.Solution{Weights: all[k], Outcome: results.Solved})
		}
		return solutions
	}
	for _, b := range slow.Some(2, []float64{0, 1, 2.5}) {
		f := measure.NewFairness(p.Model, model.Samples{})
		f.Potential, f.Accuracy = &bp.Potential{Power: b}, factorgraph.Exact
		total, logs, first := 0.0, 0.0, 0.0
		for _, s := range stabilities {
			share := math.Pow(s, b)
			total, logs = total+share, logs+share*math.Log(s)
			if s < 4/math.Sqrt(n) { // two values of the lattice, 1 and 3 over √n
				first += share
			}
		}
		got := fairness(t, f, p, drawn(b))
		expected := got["density"] - got["density_excess"]
		if mean := got["mean_log_s"] - got["mean_log_s_excess"]; !(math.Abs(mean-logs/total) < 1e-9) || !(math.Abs(expected*4/math.Sqrt(n)-first/total) < 1e-9) {
			t.Errorf("b = %v: the messages have the mean logarithm %v, want %v; density %v of the first bin, want %v", b, mean, logs/total, expected, first/total/4*math.Sqrt(n))
		}
		for _, name := range []string{"overlap_excess", "alignment_excess", "mean_log_s_excess", "density_excess"} {
			if !(math.Abs(got[name]) < 0.04) {
				t.Errorf("b = %v: fair draws have %s %v", b, name, got[name])
			}
		}
		if unfair := fairness(t, f, p, drawn(b+1)); !(unfair["mean_log_s_excess"] > 0.06) || !(unfair["alignment_excess"] > 0.005) {
			t.Errorf("b = %v: draws with %v have %v", b, b+1, unfair)
		}
	}
}

// TestFairnessWithMargin: the first bins may have no value that a learned pattern has, and what is drawn with a margin is fair.
func TestFairnessWithMargin(t *testing.T) {
	p := randomProblem(t, 101, 1, 0)
	p.Model = model.NewPerceptron(101, 0.3)
	rng := rand.New(rand.NewPCG(5, 6))
	var solutions []*model.Solution
	for len(solutions) < 500 {
		w := make([]float64, 101)
		for i := range w {
			w[i] = float64(1 - 2*rng.IntN(2))
		}
		if p.Model.Errors(w, p.Data.Train) == 0 {
			solutions = append(solutions, &model.Solution{Weights: w})
		}
	}
	got := fairness(t, measure.NewFairness(p.Model, model.Samples{}), p, solutions)
	if !(math.Abs(got["mean_log_s_excess"]) < 0.15) || !(math.Abs(got["alignment_excess"]) < 0.01) {
		t.Error(got)
	}
}

// fairness are the values that are emitted, of bins those of the first.
func fairness(t *testing.T, f *measure.Fairness, p *model.Problem, solutions []*model.Solution) map[string]float64 {
	t.Helper()
	values := map[string]float64{}
	emit := func(r results.Reading) {
		for _, v := range r.Values {
			if _, has := values[v.Name]; !has {
				values[v.Name] = v.Value
			}
		}
	}
	if err := f.Check(p.Model); err != nil {
		t.Fatal(err)
	}
	if err := f.Measure(context.Background(), p, solutions, rand.New(rand.NewPCG(1, 1)), emit); err != nil {
		t.Fatal(err)
	}
	return values
}

// TestFairnessOfSphere: of one pattern the stability is a normal number beyond the margin, up to 1/N.
//
// Check: `"fairness"` on the sphere | quadrature of one pattern | 2e-3 at N = 2001
func TestFairnessOfSphere(t *testing.T) {
	const n, kappa = 2001, -0.5
	p := randomProblem(t, n, 1, 0)
	p.Model = model.NewSphericalPerceptron(n, kappa)
	w := make([]float64, n)
	for i := range w {
		w[i] = p.Data.Train.At(0, i)
	}
	f := measure.NewFairness(p.Model, model.Samples{})
	got := fairness(t, f, p, []*model.Solution{{Weights: w}, {Weights: w}})
	norm, mean, first := 0.0, 0.0, 0.0
	const step = 1e-5
	for x := kappa + step/2; x < 9; x += step {
		g := math.Exp(-x*x/2) * step
		norm, mean = norm+g, mean+g*math.Log(x-kappa)
		if x < kappa+0.1 {
			first += g
		}
	}
	if at := got["mean_log_s"] - got["mean_log_s_excess"]; !(math.Abs(at-mean/norm) < 2e-3) {
		t.Errorf("mean logarithm %v, want %v", at, mean/norm)
	}
	if at := got["density"] - got["density_excess"]; !(math.Abs(at-first/norm/0.1) < 2e-3) {
		t.Errorf("density of the first bin %v, want %v", at, first/norm/0.1)
	}
}

// TestLocalizationIsFairOrNot: at α = 0.3 localization with the power 2 draws fairly, and without a potential it ends in solutions
// that are too stable.
func TestLocalizationIsFairOrNot(t *testing.T) {
	slow.Only(t)
	const n, searches, samples = 501, 8, 16
	for power, fair := range map[float64]bool{0: false, 2: true} {
		var excess []float64
		for sample := range samples {
			p := randomProblem(t, n, 150, sample)
			l := bp.NewLocalization(p.Model)
			l.Potential = &bp.Potential{Power: power}
			var solutions []*model.Solution
			for search := range searches {
				seed := uint64(sample*searches + search)
				p.Stream = func(purpose string) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(len(purpose)))) }
				s, err := l.Solve(t.Context(), p, rand.New(rand.NewPCG(seed, 0)), func(results.Reading) {})
				if err != nil {
					t.Fatal(err)
				}
				if s.Errors == 0 {
					solutions = append(solutions, s)
				}
			}
			if len(solutions) < 2 {
				continue
			}
			excess = append(excess, fairness(t, measure.NewFairness(p.Model, l.About().Samples), p, solutions)["mean_log_s_excess"])
		}
		of := results.Summarize(excess)
		if got := of.Mean/of.Sem < 4; got != fair {
			t.Errorf("power %v: mean_log_s differs by %v(%v) in %d instances", power, of.Mean, of.Sem, of.N)
		}
	}
}

// TestChainsThatMix: chains of independent draws have R̂ near 1 and come apart at once; chains that stand still do not.
func TestChainsThatMix(t *testing.T) {
	p := randomProblem(t, 101, 10, 0)
	rng := rand.New(rand.NewPCG(3, 4))
	solution := func() []float64 {
		for {
			w := make([]float64, 101)
			for i := range w {
				w[i] = float64(1 - 2*rng.IntN(2))
			}
			if p.Model.Errors(w, p.Data.Train) == 0 {
				return w
			}
		}
	}
	for _, stands := range []bool{false, true} {
		var chains []*model.Solution
		for range 4 {
			s := &model.Solution{Weights: solution()}
			for range 10 {
				s.Replicas = append(s.Replicas, solution())
				if stands {
					s.Replicas[len(s.Replicas)-1] = s.Replicas[len(s.Replicas)/2]
				}
			}
			chains = append(chains, s)
		}
		got := fairness(t, measure.NewFairness(p.Model, model.Samples{Chains: true}), p, chains)
		if mixes := got["r_hat"] < 1.2 && got["overlap_time"] == 1; mixes == stands {
			t.Errorf("chains that stand (%v): %v", stands, got)
		}
	}
}
