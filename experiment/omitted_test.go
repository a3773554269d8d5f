package experiment

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// Plain belief propagation on sample 5 comes out above ln 2, on three others below zero: no entropy, with a reason, and
// no mean of the six samples. That is data: nothing is to be retried, and nothing found.
func TestImpossibleEntropies(t *testing.T) {
	const text = "samples = 6\n[model]\nkind = \"perceptron\"\nn = 7\n[instance]\nkind = \"random\"\np = 6\n[algorithm]\nkind = \"bp\"\n"
	for _, sets := range [][]string{nil, {"algorithm.kind=decimation", "algorithm.max_sweeps=1000", "algorithm.epsilon=1e-6"}} {
		p, dir := fakePlan(t, Standard(), text, sets...), t.TempDir()
		ran(t, p, Options{Dir: dir})
		if again := ran(t, p, Options{Dir: dir, RetryFailed: true}); again.Finished != 0 || again.Unmeasured != 0 {
			t.Errorf("%v: %+v, want nothing done again", sets, again)
		}
		want := tables(t, p, dir)
		rows := func(name string) []string {
			data := scratch.Read(t, dir, name)
			return strings.Split(data, "\n")
		}
		cell := func(name string, row int, column string) string {
			var columns []string
			for _, line := range rows(name) {
				switch {
				case strings.HasPrefix(line, "#"):
				case columns == nil:
					columns = strings.Split(line, "\t")
				case row > 0:
					row--
				default:
					for i, x := range strings.Split(line, "\t") {
						if columns[i] == column {
							return x
						}
					}
				}
			}
			return "no column " + column
		}
		if entropy, why := cell("samples.tsv", 5, "entropy"), cell("samples.tsv", 5, "entropy_reason"); entropy != "" || !strings.Contains(why, "0.8458, and that of any weights of the same magnetisations is below 0.3088") {
			t.Errorf("%v: sample 5: entropy %q, reason %q", sets, entropy, why)
		}
		if entropy, why := cell("samples.tsv", 2, "entropy"), cell("samples.tsv", 2, "entropy_reason"); entropy == "" || why != "" {
			t.Errorf("%v: sample 2: entropy %q, reason %q", sets, entropy, why)
		}
		for column, want := range map[string]string{"entropy": "", "entropy_std": "", "entropy_sem": "", "entropy_n": "2", "n_unmeasured": "0", "n_samples": "6"} {
			if got := cell("summary.tsv", 0, column); got != want {
				t.Errorf("%v: %s of the summary is %q, want %q", sets, column, got, want)
			}
		}
		if cell("summary.tsv", 0, "q") == "" {
			t.Errorf("%v: no mean of q, which all samples have", sets)
		}
		if _, findings := checked(t, Standard(), dir, false); strings.Contains(findings, "tasks/") || strings.Contains(findings, "solutions/") {
			t.Errorf("%v: %s", sets, findings)
		}
		for _, task := range p.Tasks { // records come from the solutions
			scratch.Remove(t, filepath.Join(dir, "tasks", task.ID+".json"))
		}
		ran(t, p, Options{Dir: dir})
		if got := tables(t, p, dir); got != want {
			t.Errorf("%v: other tables from the solutions:\n%s", sets, firstOther(got, want))
		}
	}
}
