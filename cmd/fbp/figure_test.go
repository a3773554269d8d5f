package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/franzparisi"
)

// only is a folder with one table, whatever its name.
func only(t *results.Table) func(string) (*results.Table, error) {
	return func(string) (*results.Table, error) { return t, nil }
}

// Every figure that a config can name is drawn by figureOf.
func TestEveryFigureIsDrawn(t *testing.T) {
	for kind, construct := range experiment.Standard().Figures {
		_, err := figureOf(experiment.Display{Figure: construct()}, only(&results.Table{Name: "empty", Columns: []string{"x"}}))
		if err != nil && strings.Contains(err.Error(), "no way to draw") {
			t.Errorf("figure %q: %v", kind, err)
		}
	}
}

// Swept keys that are not the size make series of their own, whatever their
// place among the columns.
func TestSeriesOfASweep(t *testing.T) {
	table := &results.Table{Name: "local_entropy", Columns: strings.Fields(
		"alpha y n rho overlap distance distance_std entropy entropy_std n_samples")}
	for _, y := range []float64{5, 20} {
		for _, rho := range []float64{0.1, 0.5} {
			table.Rows = append(table.Rows, []results.Value{results.Num(0.5), results.Num(y), results.Int(51), results.Num(rho),
				results.Num(0.5), results.Num(0.3 / rho / 10), results.Num(0.01), results.Num(math.Sqrt(y) / 20), results.Num(0.01), results.Int(3)})
		}
	}
	figure, err := figureOf(experiment.Display{Figure: &experiment.LocalEntropyFigure{Bars: "std"}}, only(table))
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, s := range figure.Panels[0].Series {
		if len(s.XErr) == 2 {
			points++
		}
	}
	if points != 2 {
		t.Errorf("%d series of points, want one for each y", points)
	}
}

// The thresholds that figures of success show are those of theory.
func TestThresholds(t *testing.T) {
	reference, _, err := franzparisi.AlphaU(0)
	if err != nil || math.Abs(reference.Alpha-alphaU) > 1e-8 {
		t.Errorf("α'_u = %v, %v", reference.Alpha, err)
	}
	capacity, err := theory.AlphaC(0)
	if err != nil || math.Abs(capacity.Alpha-alphaC) > 1e-9 {
		t.Errorf("α_c = %v, %v", capacity.Alpha, err)
	}
	if guides := thresholds(0.5); len(guides) != 2 || guides[1].Value >= alphaC || guides[0].Value >= guides[1].Value {
		t.Errorf("κ = 0.5: %v", guides)
	}
	if guides := thresholds(9); len(guides) > 1 {
		t.Errorf("κ = 9: %v", guides)
	}
}

// A sweep over α that measures no local entropy shows the probability of success,
// with the thresholds where they hold.
func TestSuccessIsTheDefaultOfASweep(t *testing.T) {
	const head = "samples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n"
	for text, want := range map[string]int{ // guides, -1 for another figure
		"[algorithm]\nkind = \"fbp\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n":                                               2,
		"[algorithm]\nkind = \"fbp\"\n[sweep]\n\"instance.p\" = [3, 7]\n":                                                       2,
		"[algorithm]\nkind = \"fbp\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n\"model.kappa\" = [0.0, 0.1]\n":                 0,
		"[algorithm]\nkind = \"fbp\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n[figure]\nkind = \"success\"\nguides = false\n": 0,
		"alpha = 0.2\n[algorithm]\nkind = \"fbp\"\n":                                                                            -1,
		"[algorithm]\nkind = \"fbp\"\n[[measure]]\nkind = \"local_entropy\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n":        -1,
	} {
		s, err := plan.Parse("x.toml", head+text, nil, experiment.Standard())
		if err != nil {
			t.Fatal(err)
		}
		if _, is := s.Figure().(*experiment.SuccessFigure); is != (want >= 0) {
			t.Errorf("figure %T of\n%s", s.Figure(), text)
		}
		if want < 0 {
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), s.Resolved(), 0o666); err != nil {
			t.Fatal(err)
		}
		display, err := experiment.DisplayOf(dir, experiment.Standard())
		if err != nil {
			t.Fatal(err)
		}
		table := table(t, "n alpha solved samples n_failed probability probability_low probability_high\n21 0.2 2 2 0 1 0.3 1\n21 0.4 1 2 0 0.5 0.1 0.9\n")
		figure, err := figureOf(display, only(table))
		if err != nil {
			t.Fatal(err)
		}
		if p := figure.Panels[0]; len(p.X.Guides) != want || len(p.Series) != 1 || p.Series[0].Name != "$N$ = 21" {
			t.Errorf("%+v of\n%s", p, text)
		}
	}
}
