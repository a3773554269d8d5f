package experiment

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/figure"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/plot"
)

// Every figure that a config can name says which panels it stands for, of which it is drawn.
func TestEveryFigureIsDrawn(t *testing.T) {
	for kind, construct := range Standard().Figures {
		if (figure.Display{Figure: construct()}).Panels() == nil {
			t.Errorf("figure %q: no panels of a %T", kind, construct())
		}
	}
}

// TestDeclaredPanels: the figure of a config without one is the panels that its search and its measurements declare, one of
// each kind at most: success with its thresholds along the load, at one load the fraction of searches that are not done.
func TestDeclaredPanels(t *testing.T) {
	const head = "samples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n"
	const fbp, entropy = "[algorithm]\nkind = \"fbp\"\n", "[[measure]]\nkind = \"local_entropy\"\n"
	for text, want := range map[string]string{
		fbp + "[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n":                                  "success alpha probability",
		fbp + "[sweep]\n\"instance.p\" = [3, 7]\n":                                          "success alpha probability",
		"alpha = 0.2\n" + fbp:                                                               "",
		"alpha = 0.2\n[algorithm]\nkind = \"sbpi\"\n":                                       "samples epochs unfinished",
		"alpha = 0.2\n[algorithm]\nkind = \"bp\"\n":                                         "summary alpha entropy",
		"alpha = 0.2\n" + fbp + entropy:                                                     "local_entropy distance entropy",
		fbp + entropy + "[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n":                        "success alpha probability; local_entropy distance entropy",
		"alpha = 0.2\n" + fbp + entropy + "[sweep]\n\"model.n\" = [21, 31]\n":               "local_entropy distance entropy",
		"[[measure]]\nkind = \"robustness\"\n" + fbp + "[sweep]\n\"instance.p\" = [3, 7]\n": "success alpha probability; robustness eta error",
		"alpha = 0.2\n[[variant]]\nname = \"a\"\nalgorithm = { kind = \"fbp\" }\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"sbpi\" }\n": "samples epochs unfinished",
	} {
		p := planned(t, head+text)
		if got := panelsOf(figure.Displayed(p)); got != want {
			t.Errorf("panels %q, want %q of\n%s", got, want, text)
		}
	}
}

// panelsOf are the columns of the series of a default figure.
func panelsOf(d figure.Display) string {
	var panels []string
	if f, is := d.Figure.(*figure.Panels); is && d.Default {
		for _, p := range f.Panels {
			var series []string
			for _, s := range p.Series {
				series = append(series, s.Table+s.Theory+" "+s.X+" "+s.Y)
			}
			panels = append(panels, strings.Join(series, "|"))
		}
	}
	return strings.Join(panels, "; ")
}

// TestDefaultFigureOfTables: a panel without rows is left out, at two loads points are not joined, and at one their numbers
// are printed. Thresholds hold where all points have one margin. Nothing of it is an error.
func TestDefaultFigureOfTables(t *testing.T) {
	const head = "samples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n[algorithm]\nkind = \"fbp\"\n[[measure]]\nkind = \"stability\"\n"
	const first, second, third = "21 0.2 0.19 2 2 0 1 0.3 1\n", "21 0.4 0.38 1 2 0 0.5 0.1 0.9\n", "21 0.6 0.57 0 2 0 0 0 0.7\n"
	for _, c := range []struct {
		sweep, rows    string
		guides, points int // none for no figure
		line           plot.Line
		note           string
	}{
		{"\"instance.alpha\" = [0.2, 0.4, 0.6]\n", first + second + third, 2, 3, plot.Solid, ""},
		{"\"instance.alpha\" = [0.2, 0.4, 0.6]\n\"model.kappa\" = [0.0, 0.1]\n", first + second + third, 0, 3, plot.Solid, ""},
		{"\"instance.alpha\" = [0.2, 0.4]\n", first + second, 2, 2, plot.NoLine, ""},
		{"\"instance.alpha\" = [0.2]\n", first, 0, 0, 0, "no panel of probability, since there is one alpha, 0.19: 1"},
		{"\"instance.alpha\" = [0.2]\n", "", 0, 0, 0, ""},
	} {
		dir := t.TempDir()
		p := planned(t, head+"[sweep]\n"+c.sweep)
		scratch.Write(t, filepath.Join(dir, "config.toml"), p.Spec.Resolved(""))
		scratch.Write(t, filepath.Join(dir, "plan.json"), p.Encode())
		made := "n alpha load solved samples n_failed probability probability_low probability_high\n" + c.rows
		scratch.Write(t, filepath.Join(dir, "success.tsv"), strings.ReplaceAll(made, " ", "\t"))
		drawn, notes, err := figure.InFolder(displayOf(t, dir), tablesIn(t, dir))
		if err != nil || strings.Join(notes, ";") != c.note || (drawn == nil) != (c.points == 0) {
			t.Errorf("%q, %v, %+v of\n%s", notes, err, drawn, c.sweep)
		}
		if drawn == nil {
			continue
		}
		if len(drawn.Panels) != 1 { // no stabilities were measured
			t.Fatalf("%d panels of\n%s", len(drawn.Panels), c.sweep)
		}
		if q := drawn.Panels[0]; len(q.X.Guides) != c.guides || len(q.Series) != 1 || len(q.Series[0].X) != c.points || q.Series[0].Style.Line != c.line || q.Series[0].Name != "fBP, $N$ = 21" {
			t.Errorf("%+v of\n%s", q, c.sweep)
		}
	}
}

// TestUnfinished: the fraction of searches that are not done after so many epochs is what is left of the sorted list of
// epochs of those that ended at a solution.
// Check: fraction of unfinished searches | sorted list of epochs | all digits
func TestUnfinished(t *testing.T) {
	p, dir := planned(t, "samples = 12\n[model]\nkind = \"perceptron\"\nn = 41\n[instance]\nkind = \"random\"\nalpha = 0.75\n[algorithm]\nkind = \"sbpi\"\nmax_epochs = 60\n"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	display := displayOf(t, dir)
	drawn, _, err := figure.InFolder(display, tablesIn(t, dir))
	if err != nil || drawn == nil {
		t.Fatalf("%+v, %v", drawn, err)
	}
	samples, err := tablesIn(t, dir).Read("samples")
	if err != nil {
		t.Fatal(err)
	}
	epochs, _ := samples.Column("epochs")
	errs, _ := samples.Column("errors")
	var solved []float64
	for i, n := range epochs {
		if errs[i] == 0 {
			solved = append(solved, n)
		}
	}
	if slices.Sort(solved); len(solved) < 3 || len(solved) == 12 {
		t.Fatalf("%d are solved: want some", len(solved))
	}
	s := drawn.Panels[0].Series[0]
	for i, n := range s.X {
		done, _ := slices.BinarySearch(solved, n+0.5)
		if want := 1 - float64(done)/12; math.Abs(s.Y[i]-want) > 1e-15 {
			t.Errorf("%v epochs: %v, want %v", n, s.Y[i], want)
		}
	}
	if !slices.IsSorted(s.X) || len(s.X) != 12 {
		t.Errorf("at %v", s.X)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before := content(t, dir)
	if drawn, err := figure.Draw(ctx, display, tablesIn(t, dir), plot.Formats()); !errors.Is(err, say.ErrInterrupted) || len(drawn.Paths) > 0 || content(t, dir) != before {
		t.Errorf("interrupted: %v is drawn, %v", drawn, err)
	}
}

// TestFigureOfTablesThatAreNot: fairness of a search without chains has no table of these. The default figure shows what is
// there; a figure that the config asks for fails.
func TestFigureOfTablesThatAreNot(t *testing.T) {
	const head = "samples = 2\nsearches = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"fairness\"\n[sweep]\n\"instance.alpha\" = [0.2, 0.3]\n"
	const asked = "[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [\n{ table = \"fairness\", x = \"alpha\", y = \"overlap\" },\n{ table = \"fairness_chains\", x = \"alpha\", y = \"r_hat\" }]\n"
	nameless := strings.Replace(head, "[algorithm]", "[[variant]]\nname = \"∇\"\n[[variant]]\nname = \"a\"\nalgorithm.ps = 0.5\n[algorithm]", 1) // the font has no ∇
	for text, want := range map[string]bool{head: true, head + asked: false, nameless: true} {
		p, dir := planned(t, text), t.TempDir()
		ran(t, p, Options{Dir: dir})
		tables(t, p, dir)
		drawn, err := figure.Draw(t.Context(), displayOf(t, dir), tablesIn(t, dir), []string{"svg"})
		if (err == nil) != want || (len(drawn.Paths) == 1) != (text == head) || (drawn.Why != "") != (text == nameless) {
			t.Errorf("%+v, %v of\n%s", drawn, err, text)
		}
	}
}
