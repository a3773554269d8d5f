package experiment

import (
	"math"
	"strings"
	"testing"

	"fbp/experiment/check"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/results"
)

const eachConfig = `
samples = 3
each = ["local_entropy", "focusing"]
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
alpha = 0.2
[algorithm]
kind = "fbp"
gamma = { list = [0.5, 1.0] }
[[measure]]
kind = "local_entropy"
rho = { list = [0.5, 1.0] }
[sweep]
"instance.alpha" = [0.2, 0.4]
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy_each", x = "distance", y = "entropy", line = "solid", marker = "circle" }]
`

// The samples of a table that the config wants one by one have the means of the table, are
// drawn with a line for each, and are a part of what fbp check compares.
func TestEachSample(t *testing.T) {
	p := planned(t, eachConfig)
	dir := t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	read := func(name string) *results.Table { return plantest.Table(t, dir, name+".tsv") }
	for _, c := range []struct{ table, at, value string }{{"local_entropy", "rho", "entropy"}, {"focusing", "step", "q"}} {
		means, each := read(c.table), read(c.table+"_each")
		if got := strings.Join(each.Columns[:3], " "); got != "alpha sample "+c.at && got != "alpha n sample" && got != "alpha sample rho" {
			t.Errorf("%s: columns %s", c.table, got)
		}
		alpha, at, value := plantest.Column(t, each, "alpha"), plantest.Column(t, each, c.at), plantest.Column(t, each, c.value)
		counted := 0
		for row, mean := range plantest.Column(t, means, c.value) {
			sum, n := 0.0, 0
			for i := range value {
				if alpha[i] == plantest.Column(t, means, "alpha")[row] && at[i] == plantest.Column(t, means, c.at)[row] && !math.IsNaN(value[i]) {
					sum, n = sum+value[i], n+1
				}
			}
			if counted += n; n > 0 && math.Abs(sum/float64(n)-mean) > 1e-14 { // sums of three numbers below 1
				t.Errorf("%s: %v, mean of the samples %v", c.table, mean, sum/float64(n))
			}
		}
		if counted != len(each.Rows) || counted < 4 {
			t.Errorf("%s: %d of %d rows are in the means", c.table, counted, len(each.Rows))
		}
	}
	if checked, err := check.Run(t.Context(), dir, Standard(), false); err != nil || len(checked.Findings) > 0 {
		t.Errorf("%v, %+v", err, checked)
	}
	display, err := figure.DisplayOf(dir, Standard())
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := figure.InFolder(display, tablesIn(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	gaps := 0
	for _, s := range drawn.Panels[0].Series {
		for _, x := range s.X {
			if math.IsNaN(x) {
				gaps++
			}
		}
	}
	if gaps < 2 {
		t.Errorf("%d gaps between samples", gaps)
	}
}

// A table that no sample has readings of is a mistake of the config.
func TestEachRefused(t *testing.T) {
	for list, want := range map[string]string{
		`["local_entropie"]`:                 `x.toml:3: each[0] = "local_entropie": no sample has such readings; did you mean "local_entropy"?`,
		`["samples"]`:                        `each[0] = "samples": no sample has such readings`,
		`["local_entropy", "local_entropy"]`: `each[1] = "local_entropy": want each table once`,
	} {
		_, err := plan.Parse(t.Context(), "x.toml", strings.Replace(eachConfig, `["local_entropy", "focusing"]`, list, 1), nil, Standard())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", list, err, want)
		}
	}
}
