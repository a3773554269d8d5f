package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/fitting"
	"fbp/plot"
	"fbp/results"
)

// The points of sizes that scale exactly lie on one curve, in the variable of the limit
// and in that of each size; sizes without a curve have points in panel (a) alone.
func TestTransitionCollapses(t *testing.T) {
	var sizes []fitting.Size
	var curves []fitting.Logistic
	for _, n := range []float64{251, 501, 1001, 2001} {
		s, u := fitting.Size{N: n}, 1/math.Sqrt(n)
		for z := -2.; z <= 2; z++ {
			s.Points = append(s.Points, fitting.Trial{X: 0.75 + (0.5*z-0.8)*u, Solved: 500 / (1 + math.Exp(z)), Trials: 500})
		}
		sizes, curves = append(sizes, s), append(curves, fitting.FitLogistic(s.Points))
	}
	limit, ok := fitting.FitScaling(sizes, curves)
	for _, scales := range []bool{ok, false} {
		f := transition([]fitted{{Sizes: sizes, Curves: curves, Limit: limit, Scales: scales}}, nil, true)
		panel := f.Panels[1].Series
		curve := panel[len(panel)-1]
		for _, s := range panel[:len(panel)-1] {
			for i, x := range s.X {
				share := (x - curve.X[0]) / (curve.X[len(curve.X)-1] - curve.X[0]) * float64(len(curve.X)-1)
				if k := int(math.Round(share)); math.Abs(curve.Y[k]-s.Y[i]) > 0.01 { // 200 steps of at most 0.25·0.02
					t.Errorf("scales %v: %g at %g, the curve %g", scales, s.Y[i], x, curve.Y[k])
				}
			}
		}
		for _, format := range plot.Formats() {
			if _, err := f.Bytes(format); err != nil {
				t.Error(err)
			}
		}
	}
	lone := []fitting.Size{{N: 51, Points: []fitting.Trial{{X: 0.5, Solved: 3, Trials: 4}}}}
	f := transition([]fitted{{Sizes: lone, Curves: []fitting.Logistic{fitting.FitLogistic(lone[0].Points)}}}, nil, false)
	if _, err := f.Bytes("svg"); err != nil || len(f.Panels) != 1 || len(f.Panels[0].Series) != 1 {
		t.Errorf("%v: %d panels", err, len(f.Panels))
	}
}

// tossed is a solver of N = 101 and 401 that solves on the logistic of a middle and a width.
func tossed(name string, middle, width float64) fitted {
	g := fitted{Name: name}
	for _, n := range []float64{101, 401} {
		s := fitting.Size{N: n}
		for z := -2.; z <= 2; z++ {
			s.Points = append(s.Points, fitting.Trial{X: middle + width*z, Solved: 500 / (1 + math.Exp(z)), Trials: 500})
		}
		g.Sizes, g.Curves = append(g.Sizes, s), append(g.Curves, fitting.FitLogistic(s.Points))
	}
	return g
}

// Solvers have a panel each, and one in which α_1/2 of every size stands at its N; the
// guides cross it as lines.
func TestTransitionOfSolvers(t *testing.T) {
	var groups []fitted
	for i, name := range []string{"slow", "fast"} {
		groups = append(groups, tossed(name, 0.7+0.02*float64(i), 0.01))
	}
	f := transition(groups, []plot.Guide{{Value: 0.729, Name: "dense"}}, true)
	if len(f.Panels) != 3 || f.Panels[0].X.Guides[0] != 0.729 || f.Panels[0].X.Names[0] != "dense" || f.Panels[1].Legend.Title != "fast" {
		t.Fatalf("%+v", f.Panels)
	}
	c := f.Panels[2].Series
	if y := f.Panels[2].Y; len(c) != 2 || c[0].Name != "slow" || y.Guides[0] != 0.729 || y.Names[0] != "dense" {
		t.Fatalf("%+v, %+v", c, y)
	}
	for i, s := range c {
		for k, n := range []float64{101, 401} {
			if want := 0.7 + 0.02*float64(i); s.X[k] != 1/math.Sqrt(n) || math.Abs(s.Y[k]-want) > 1e-6 || !(s.YErr[k] > 0 && s.YDown[k] > 0) {
				t.Errorf("%s: α_1/2 of N = %g is %g ± %g, want %g", s.Name, n, s.Y[k], s.YErr[k], want)
			}
		}
	}
	if _, err := f.Bytes("svg"); err != nil {
		t.Error(err)
	}
}

// Models have a panel of α_1/2 each and no other, with the guides that are near.
func TestTransitionOfModels(t *testing.T) {
	var groups []fitted
	for i, name := range []string{"perceptron", "symmetric perceptron, κ = -1"} {
		g := tossed("fBP", 0.7+0.8*float64(i), 0.02)
		g.Model = name
		groups = append(groups, g)
	}
	f := transition(groups, []plot.Guide{{Value: 0.729, Name: "dense"}, {Value: 1.58, Name: "end"}}, true)
	if len(f.Panels) != 2 || f.Panels[1].Legend.Title != "symmetric perceptron, κ = −1" {
		t.Fatalf("%+v", f.Panels)
	}
	for i, guide := range []string{"dense", "end"} {
		if p := f.Panels[i]; len(p.Series) != 1 || !slices.Equal(p.Y.Names, []string{guide}) || p.Series[0].Name != "fBP" {
			t.Errorf("panel %d: %+v", i, p)
		}
	}
}

// Points that leave out failed searches say so: the name of a size in a figure of fits, a hollow marker in one of costs.
func TestFailedAreMarked(t *testing.T) {
	coins := fitting.Size{N: 51, Points: []fitting.Trial{{X: 0.5, Solved: 3, Trials: 4}}}
	costs := &results.Table{Columns: []string{"alpha", "solver", "n_failed", "probability", "probability_low", "probability_high", "seconds", "seconds_sem"}}
	for _, failed := range []int{0, 3} {
		coins.Failed = failed
		cells := append([]results.Value{results.Num(0.5), results.Text("ours"), results.Int(failed)}, slices.Repeat([]results.Value{results.Num(0.5)}, 5)...)
		costs.Rows = [][]results.Value{cells}
		fit := transition([]fitted{{Sizes: []fitting.Size{coins}, Curves: []fitting.Logistic{fitting.FitLogistic(coins.Points)}}}, nil, false)
		cost, err := costFigure([]string{"instance.alpha", "solver"}, costs)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*plot.Figure{fit, cost} {
			s := f.Panels[0].Series[0]
			if marked := strings.Contains(s.Name, plot.WithoutFailed) || len(s.Why) == 1 && slices.Equal(s.Why[0], []string{plot.WithoutFailed}); marked != (failed > 0) {
				t.Errorf("%d failed: %q, %q", failed, s.Name, s.Why)
			}
		}
	}
}

// Of several N costs are drawn against N, a panel for each α and quantity, with the interval of the cost of a solution.
func TestCostsAgainstN(t *testing.T) {
	costs := &results.Table{Columns: []string{"alpha", "n", "solver", "n_failed", "seconds", "seconds_per_solution", "seconds_per_solution_low", "seconds_per_solution_high", "weight_updates", "weight_updates_sem"}}
	for _, alpha := range []float64{0.5, 0.7} {
		for _, n := range []int{101, 201, 401} {
			for k, solver := range []string{"ours", "theirs"} {
				x := float64(n*n) * float64(k+1)
				cells := []results.Value{results.Num(alpha), results.Int(n), results.Text(solver), results.Int(0)}
				for _, y := range []float64{1, 2, 1.5, 4, 100, 10} {
					cells = append(cells, results.Num(x*y))
				}
				costs.Rows = append(costs.Rows, cells)
			}
		}
	}
	f, err := costFigure([]string{"instance.alpha", "model.n", "solver"}, costs)
	if err != nil || len(f.Panels) != 4 { // no messages
		t.Fatalf("%v: %+v", err, f)
	}
	s := f.Panels[1].Series[1]
	if len(f.Panels[1].Series) != 2 || s.Name != "theirs" || !slices.Equal(s.X, []float64{101, 201, 401}) {
		t.Fatalf("%+v", f.Panels[1].Series)
	}
	if y := 4 * 201. * 201; s.Y[1] != y || s.YErr[1] != y || s.YDown[1] != y/4 {
		t.Errorf("%+v", s)
	}
	if weights := f.Panels[3]; weights.Y.Label != "updates of weights per search" || weights.Series[0].YErr[0] != 101*101*10 || !weights.Legend.Hide {
		t.Errorf("%+v", weights)
	}
}

// The time of a solution is that of a search over its probability, t_solved + t_unsolved (1/p − 1), and so are the ends of its
// interval; it grows beyond bounds as p falls, and is unknown where nothing is solved.
func TestTimePerSolution(t *testing.T) {
	const solved, unsolved, p = 1.0, 5.0, 0.75
	all, wasted := results.Summary{Mean: p*solved + (1-p)*unsolved}, results.Summary{Mean: unsolved}
	at := func(p float64) float64 { return solved + unsolved*(1/p-1) }
	e := perSolution(all, wasted, p, 0.3, 0.95)
	for _, x := range [][2]float64{{e.Value, at(p)}, {e.Low, at(0.95)}, {e.High, at(0.3)}} {
		if math.Abs(x[0]-x[1]) > 1e-12 {
			t.Errorf("%+v: %g, want %g", e, x[0], x[1])
		}
	}
	if e := perSolution(all, wasted, 0, 0, 0.4); !math.IsNaN(e.Value) || !math.IsNaN(e.Low) {
		t.Errorf("nothing solved: %+v", e)
	}
	if e := perSolution(results.Summary{Mean: 2}, results.Summary{Mean: math.NaN()}, 1, 0.5, 1); e.Value != 2 || e.Low != 2 || e.High != 4 {
		t.Errorf("all solved: %+v", e)
	}
}
