package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fbp/results"
)

// Residuals are in units of the error on the side of theory, from the line between its points; a point beyond them or without an
// error has none.
func TestResiduals(t *testing.T) {
	config := swept + `[[theory]]
name = "s"
kind = "rs"
alpha = [0.2, 0.4]
kappa = [0, 1]
[figure]
kind = "panels"
[[figure.panel]]
residual = true
series = [
  { theory = "s", x = "kappa", y = "q" },
  { table = "local_entropy", x = "rho", y = "entropy", y_bar = "entropy_std" },
]
`
	f := panelsOf(t, config, map[string]*results.Table{
		"theory_s":      rows(t, "alpha kappa q\n0.2 0 1\n0.2 1 3\n0.4 0 0\n0.4 1 0\n"),
		"local_entropy": rows(t, "alpha rho entropy entropy_std\n0.2 0.5 3 0.5\n0.2 0 2 0\n0.2 2 1 1\n0.4 0.25 -1 0.5\n"),
	})
	below := f.Panels[0].Below
	if len(below) != 2 || below[0].Style.Color != f.Panels[0].Series[2].Style.Color {
		t.Fatalf("%+v", below)
	}
	if y := below[0].Y; y[0] != 2 || !math.IsNaN(y[1]) || !math.IsNaN(y[2]) || fmt.Sprint(below[1].Y) != "[-2]" {
		t.Errorf("%v, %v", below[0].Y, below[1].Y)
	}
	for _, format := range []string{"svg", "pdf"} {
		if _, err := f.Bytes(format); err != nil {
			t.Error(err)
		}
	}
	if _, err := displayOf(t, strings.Replace(config, `, y_bar = "entropy_std"`, "", 1)); err == nil || !strings.Contains(err.Error(), "want a series with bars of y, and one of theory") {
		t.Error(err)
	}
}

// The figure of local entropy has them where it is asked for, and theory is there.
func TestResidualOfPreset(t *testing.T) {
	config := oneSweep + "kind = \"local_entropy\"\nresidual = true\n"
	f := panelsOf(t, config, map[string]*results.Table{
		"theory_s":      rows(t, theoryTable),
		"local_entropy": rows(t, "alpha n rho distance distance_std entropy entropy_std n_samples\n0.2 51 1 0.1 0 3 2 4\n0.4 51 1 0.1 0 1 1 4\n"),
	})
	if below := f.Panels[0].Below; len(below) != 2 || fmt.Sprint(below[0].Y, below[1].Y) != "[2] [2]" {
		t.Errorf("%+v", below)
	}
	if _, err := displayOf(t, swept+"[figure]\nkind = \"local_entropy\"\nresidual = true\n"); err == nil || !strings.Contains(err.Error(), "residual = true: want a [[theory]]") {
		t.Error(err)
	}
}
