package experiment

import (
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/results"
)

// spectra is a config of solvers that move weights, with the Hessian at their solutions.
const spectra = `
name = "x"
samples = 3
[model]
kind = "committee"
n = 45
hidden = 3
weights = "spherical"
[instance]
kind = "random"
p = 10
[[measure]]
kind = "hessian"
[algorithm]
kind = "lal"
[[variant]]
name = "lal"
[[variant]]
name = "elal"
"algorithm.replicas" = 2
"algorithm.tolerance" = 1e-4
[[variant]]
name = "descent"
algorithm = { kind = "cross_entropy" }
`

// TestNumbersOfSolvers: what solvers that move weights and the Hessian have to say of a
// sample is in samples.tsv and, as means with errors, in summary.tsv; searches are
// counted in epochs; the Hessian at the smallest β of each solution has rows without β.
func TestNumbersOfSolvers(t *testing.T) {
	p, dir := planned(t, spectra), t.TempDir()
	if report := ran(t, p, Options{Dir: dir}); report.Failed > 0 {
		t.Fatalf("%d tasks failed", report.Failed)
	}
	tables(t, p, dir)
	for table, want := range map[string]string{
		"samples":  "variant sample task status solved converged errors epochs loss spread hessian_beta hessian_max hessian_reason",
		"training": "variant load p epoch errors errors_std errors_sem spread spread_std spread_sem loss",
		"hessian":  "variant load p beta rank eigenvalue eigenvalue_std eigenvalue_sem n_samples",
		"summary":  "hessian_max hessian_max_std hessian_max_sem",
		"success":  "epochs epochs_std epochs_sem",
	} {
		if columns := strings.Join(plantest.Table(t, dir, table+".tsv").Columns, " "); !strings.Contains(columns, want) {
			t.Errorf("%s.tsv has columns %s, want %s", table, columns, want)
		}
	}
	hessian := plantest.Table(t, dir, "hessian.tsv")
	if beta := slices.Index(hessian.Columns, "beta"); len(hessian.Rows) != 3 || hessian.Rows[0][beta] != results.Missing {
		t.Errorf("rows of hessian.tsv: %v", hessian.Rows)
	}
	summary := plantest.Table(t, dir, "summary.tsv")
	for _, name := range []string{"epochs", "epochs_sem", "hessian_max", "hessian_max_sem", "hessian_beta"} {
		at := slices.Index(summary.Columns, name)
		for _, row := range summary.Rows {
			if at < 0 || row[at] == results.Missing {
				t.Errorf("summary.tsv: no %s in %v", name, row)
			}
		}
	}
}
