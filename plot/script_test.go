package plot

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// full is a figure with everything that scripts know.
func full() *Figure {
	nan := math.NaN()
	x := []float64{0.01, 0.1, 0.2, 0.3, 0.5}
	return &Figure{WidthCM: TwoColumns, Panels: []Panel{
		{
			Label: "(a)", X: Axis{Label: "$d$", Guides: []float64{0.25}}, Y: Axis{Label: `$\phi_{\mathrm{FP}}$ (nats per weight) & 5%`, Guides: []float64{0}},
			Legend: Legend{Title: `$\tilde{κ} \le κ_{\mathrm{max}}$`},
			Series: []Series{
				{Name: "band", X: x, Y: x, Low: []float64{0, 0, 0.1, nan, 0.2}, High: []float64{1, 1, 1.1, nan, 1.2}},
				{Name: `$\alpha$ = 0.5, $N$ = $10^{-3}$`, X: x, Y: []float64{1, -1, nan, 2, 1}, Dashed: []bool{false, true, false, false, false}},
				{Name: "a_b", X: x, Y: []float64{0.5, 0.6, nan, 0.4, 0.3}, XErr: []float64{0.01, nan, 0.02, 0.03, 0.01}, YErr: []float64{0.1, 0.1, 0.1, nan, 0.1}},
			},
			Inset: &Inset{X: Axis{Log: true, Min: End(0.01), Max: End(1)}, Series: []Series{{X: x, Y: []float64{1e-3, 2e-3, 3e-3, 4e-3, 5e-3}, Style: Style{Line: DashDotted}}}},
		},
		{Label: "(b)", Series: []Series{{X: x, Y: x, Style: Style{Marker: Diamond, Hollow: true}}}},
	}}
}

// The scripts hold every number that is drawn, and labels in their own language.
func TestScripts(t *testing.T) {
	for kind, wants := range map[string][]string{
		"gnuplot":    {"{/:Italic ϕ}_{FP} (nats per weight) \\& 5%", "{/:Italic κ\u0303}", "set logscale x", "0.3\t0.4\t0.03\t0\t0\n", "{/:Italic α} = 0.5", "lc rgb \"#FFFFFF\""},
		"matplotlib": {`\\phi_{\\mathrm{FP}}$ (nats per weight) & 5%`, `\\tilde{\\kappa}`, `ax.set_xscale("log")`, "xerr=[0.01, 0, 0.03, 0.01]", `$\\alpha$ = 0.5`},
		"pgfplots":   {`\phi_{\mathrm{FP}}$ (nats per weight) \& 5\%`, `\tilde{\kappa}`, "xmode=log", "0.3 0.4 0.03 0 0\n", `$\alpha$ = 0.5`, `a\_b`, "every tick/.style={black"},
	} {
		data, err := full().Script(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s: no %q in\n%s", kind, want, data)
			}
		}
		if strings.Contains(string(data), "NaN") {
			t.Errorf("%s: a missing value is written:\n%s", kind, data)
		}
		if again, _ := full().Script(kind); string(again) != string(data) {
			t.Errorf("%s: other bytes the second time", kind)
		}
	}
	if _, err := full().Script("excel"); err == nil || !strings.Contains(err.Error(), "gnuplot, pgfplots, matplotlib") {
		t.Error(err)
	}
	if _, err := new(Figure).Script("gnuplot"); err == nil {
		t.Error("a figure without panels has a script")
	}
}

// A line breaks where a value is missing and where it turns dashed, as in the
// figures themselves.
func TestRuns(t *testing.T) {
	s := dressed(full().Panels[0].Series)[1]
	runs := s.runs()
	if len(runs) != 2 || runs[0].line != Dashed || len(runs[0].x) != 2 || runs[1].line != Solid || runs[1].x[0] != 0.3 {
		t.Errorf("%+v", runs)
	}
	s = dressed([]Series{{X: []float64{0, 1, 2, 3}, Y: []float64{3, 2, -1, -2}, Dashed: []bool{false, false, true, true}}})[0]
	if runs = s.runs(); len(runs) != 2 || runs[0].line != Solid || runs[1].line != Dashed || runs[1].x[0] != 1 || len(runs[1].x) != 3 {
		t.Errorf("%+v", runs)
	}
}

// withPrograms skips a test that runs gnuplot and matplotlib, unless FBP_TEST_SCRIPTS asks
// for it.
func withPrograms(t *testing.T) {
	t.Helper()
	if os.Getenv("FBP_TEST_SCRIPTS") == "" {
		t.Skip("FBP_TEST_SCRIPTS is not set")
	}
}

// The programs make a picture of the scripts; LaTeX does where it is installed.
func TestScriptsRun(t *testing.T) {
	withPrograms(t)
	runScripts(t, full())
}

// runScripts makes the pictures of a figure.
func runScripts(t *testing.T, f *Figure) {
	t.Helper()
	for kind, run := range map[string]func(file string) (*exec.Cmd, string){
		"gnuplot": func(file string) (*exec.Cmd, string) {
			return exec.Command("gnuplot", "-e", "format='png'", file), "figure-gnuplot.png"
		},
		"matplotlib": func(file string) (*exec.Cmd, string) {
			return exec.Command(python3(), file, "figure.png"), "figure.png"
		},
		"pgfplots": func(file string) (*exec.Cmd, string) {
			return exec.Command("pdflatex", "-halt-on-error", file), "figure-pgfplots.pdf"
		},
	} {
		data, err := f.Script(kind)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		cmd, picture := run(ScriptFile(kind))
		if cmd.Err != nil {
			if kind != "pgfplots" {
				t.Errorf("%s is not installed", kind)
			}
			continue
		}
		scratch.Write(t, filepath.Join(dir, ScriptFile(kind)), data)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || kind == "gnuplot" && len(out) > 0 {
			t.Errorf("%s: %v\n%s", kind, err, out)
		}
		if info, err := os.Stat(filepath.Join(dir, picture)); err != nil || info.Size() < 5000 {
			t.Errorf("%s: no picture: %v", kind, err)
		}
	}
}

// python3 is a Python that has matplotlib.
func python3() string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import matplotlib").Run() == nil {
			return name
		}
	}
	return "python3-with-matplotlib"
}

// The legend of gnuplot is on the page where ours is, and type has its size.
func TestGnuplotLegend(t *testing.T) {
	f := full()
	f.Panels[1].Legend.Corner = Above
	for i := range 7 {
		f.Panels[1].Series = append(f.Panels[1].Series, Series{Name: "a rather long name " + strings.Repeat("x", i), X: []float64{1, 2}, Y: []float64{1, 2}})
	}
	data, err := f.Script("gnuplot")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if !strings.Contains(text, "pdfcairo enhanced font \"Times,9\" fontscale 0.75 ") || strings.Contains(text, "\nset key") {
		t.Error("type is a third too large, or gnuplot sets the legend")
	}
	found := 0
	for _, m := range regexp.MustCompile(`at screen ([-0-9.]+),([-0-9.]+)`).FindAllStringSubmatch(text, -1) {
		for _, part := range m[1:] {
			if x, err := strconv.ParseFloat(part, 64); err != nil || x < 0 || x > 1 {
				t.Errorf("off the page: %s", m[0])
			}
		}
		found++
	}
	if found < 16 {
		t.Errorf("%d labels", found)
	}
}

// Programs name the powers of ten of both axes.
func TestFactorsOfScripts(t *testing.T) {
	x := []float64{0.001, 0.002, 0.003}
	f := &Figure{Panels: []Panel{{Series: []Series{{X: x, Y: []float64{1e6, 2e6, 3e6}}}}}}
	for kind, want := range map[string][]string{"gnuplot": {"×10^{−3}' at", "×10^{6}' at"}, "matplotlib": {"-3}", "6}"}, "pgfplots": {"^{-3}", "^{6}"}} {
		data, err := f.Script(kind)
		for _, w := range want {
			if text := strings.ReplaceAll(string(data), "−", "-"); err != nil || !strings.Contains(text, strings.ReplaceAll(w, "−", "-")) {
				t.Errorf("%s: %v: no %q in\n%s", kind, err, w, data)
			}
		}
	}
}
