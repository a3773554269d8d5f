package experiment

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/plot"
)

// Every figure that a config can name says which panels it stands for, of which it is drawn.
func TestEveryFigureIsDrawn(t *testing.T) {
	for kind, construct := range Standard().Figures {
		if _, is := construct().(figure.Declared); !is {
			t.Errorf("figure %q: no way to draw a %T", kind, construct())
		}
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
		s, err := plan.Parse(t.Context(), "x.toml", head+text, nil, Standard())
		if err != nil {
			t.Fatal(err)
		}
		if _, is := s.Figure().(*figure.Success); is != (want >= 0) {
			t.Errorf("figure %T of\n%s", s.Figure(), text)
		}
		if want < 0 {
			continue
		}
		dir := t.TempDir()
		scratch.Write(t, filepath.Join(dir, "config.toml"), s.Resolved(""))
		p, err := plan.New(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		scratch.Write(t, filepath.Join(dir, "plan.json"), p.Encode())
		display := displayOf(t, dir)
		made := "n alpha solved samples n_failed probability probability_low probability_high\n21 0.2 2 2 0 1 0.3 1\n21 0.4 1 2 0 0.5 0.1 0.9\n"
		scratch.Write(t, filepath.Join(dir, "success.tsv"), strings.ReplaceAll(made, " ", "\t"))
		drawn, err := figure.InFolder(display, tablesIn(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		if p := drawn.Panels[0]; len(p.X.Guides) != want || len(p.Series) != 1 || p.Series[0].Name != "fBP, $N$ = 21" {
			t.Errorf("%+v of\n%s", p, text)
		}
	}
}

// A solver that has epochs shows how often it succeeds against α, and its training curves.
func TestTrainingCurvesOfASweep(t *testing.T) {
	const text = "samples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n" +
		"[algorithm]\nkind = \"sbpi\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n"
	p, dir := planned(t, text), t.TempDir()
	f, is := p.Spec.Figure().(*figure.Panels)
	if !is || len(f.Panels) != 2 || f.Panels[0].Series[0].Table != "success" || f.Panels[1].Series[0].Table != "training" {
		t.Fatalf("figure %+v", p.Spec.Figure())
	}
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	display := displayOf(t, dir)
	if drawn, err := figure.InFolder(display, tablesIn(t, dir)); err != nil || len(drawn.Panels) != 2 || len(drawn.Panels[0].Series[0].X) != 2 {
		t.Errorf("%+v, %v", drawn, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before := content(t, dir)
	if drawn, _, err := figure.Draw(ctx, display, tablesIn(t, dir), plot.Formats()); !errors.Is(err, say.ErrInterrupted) || len(drawn) > 0 || content(t, dir) != before {
		t.Errorf("interrupted: %v is drawn, %v", drawn, err)
	}
}
