package plot

import (
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// fromFile is a figure of the rows of a file, and the file.
func fromFile() (f *Figure, tsv string) {
	tsv = "# table\n# name: x\na b\tx\tx err\ty\tlow\thigh\ttext\n" +
		"1\t0.125\t0.01\t0.5\t0.4\t0.7\tok\n1\t0.25\t0.01\t0.6\t0.5\t0.8\tok\n2\t0.375\t0.01\t0.7\t0.6\t0.9\tok\n1\t0.4\t\t0.8\t0.7\t1\t\"\"\n"
	style := Style{Line: Solid, Marker: Circle}
	source := Source{File: "table.tsv", Rows: []int{0, 1}, X: "x", XErr: "x err", Y: "y", YLow: "low", YHigh: "high"}
	all := Series{Name: "all", X: []float64{0.125, 0.25}, XErr: []float64{0.01, 0.01}, Y: []float64{0.5, 0.6}, YErr: []float64{0.2, 0.2}, YDown: []float64{0.1, 0.1}, Style: style, Source: source}
	gap := all
	gap.X, gap.Source.Rows = []float64{0.125, 0.375}, []int{0, 2}
	missing := all
	missing.X, missing.XErr, missing.Source.Rows = []float64{0.25, 0.4}, []float64{0.01, math.NaN()}, []int{1, 3}
	return &Figure{Panels: []Panel{{Series: []Series{all, gap, missing}}}}, tsv
}

// Programs read the numbers in the files beside them, and hold those that are in
// none, or that they could not read so.
func TestSources(t *testing.T) {
	f, _ := fromFile()
	for kind, wants := range map[string][]string{
		"matplotlib": {`ax.plot(column("table.tsv", "x", range(0, 2)), column("table.tsv", "y", range(0, 2)), `, `column("table.tsv", "x", [0, 2])`,
			`xerr=np.nan_to_num(column("table.tsv", "x err", [1, 3])), yerr=[y - column("table.tsv", "low", [1, 3]), column("table.tsv", "high", [1, 3]) - y]`},
		"gnuplot": {"'table.tsv' using (column('x')):(column('y')) every ::0::1 with lines",
			"(column('x')-column('x err')):(column('x')+column('x err')):(column('low')):(column('high')) every ::0::1 with xyerrorbars",
			"(strstrt(' 0 2 ', sprintf(' %d ', $0)) ? column('x') : NaN):(column('y'))", "0.125\t0.5\n0.375\t0.6\n", "0.4\t0.6\t0\t0.2\t0.1\n"},
		"pgfplots": {"0.125 0.5 0.01 0.2 0.1\n"},
	} {
		data, err := f.Script(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s: no %q in\n%s", kind, want, data)
			}
		}
		if bar := map[string]string{"gnuplot": "heads size screen", "matplotlib": "handles=[sample(ax", "pgfplots": "addlegendimage{bar sample"}[kind]; !strings.Contains(string(data), bar) {
			t.Errorf("%s: the legend has no error bar: no %q in\n%s", kind, bar, data)
		}
		if kind == "matplotlib" && strings.Contains(string(data), "0.125") {
			t.Errorf("numbers of the file are in\n%s", data)
		}
	}
}

// The programs read the file that they name, from any folder.
func TestSourcesRun(t *testing.T) {
	withPrograms(t)
	f, tsv := fromFile()
	for kind, program := range map[string]string{"matplotlib": python3(), "gnuplot": "gnuplot"} {
		data, err := f.Script(kind)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for name, text := range map[string]string{ScriptFile(kind): string(data), "table.tsv": tsv} {
			scratch.Write(t, filepath.Join(dir, name), text)
		}
		cmd := exec.Command(program, filepath.Join(dir, ScriptFile(kind)))
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", kind, err, out)
		}
	}
}
