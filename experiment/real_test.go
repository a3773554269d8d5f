package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/instances"
)

// gaussianFile writes patterns of normal inputs.
func gaussianFile(t *testing.T, n, p int) string {
	t.Helper()
	rng, x := instances.Stream(3, "gaussian"), make([]float64, n*p)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	path := filepath.Join(t.TempDir(), "x.txt")
	if err := instances.NewRealPatterns(n, x).WriteFile(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// realConfig learns the patterns of a file.
const realConfig = `samples = 1
[model]
kind = "perceptron"
n = 61
[instance]
kind = "file"
path = %q
real = true
test = 5
[algorithm]
kind = "fbp"
[[measure]]
kind = "stability"
[[measure]]
kind = "generalization"
[[measure]]
kind = "local_entropy"
rho = { list = [0.1, 0.5] }
`

// A perceptron learns patterns of real inputs, and its solution is measured.
func TestRealInputs(t *testing.T) {
	p := planned(t, fmt.Sprintf(realConfig, gaussianFile(t, 61, 25)))
	dir := t.TempDir()
	if report := ran(t, p, Options{Dir: dir}); report.Failed > 0 {
		t.Fatalf("%+v", report)
	}
	text := tables(t, p, dir)
	for _, want := range []string{"stability_min", "test_error", "entropy_plain"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the tables", want)
		}
	}
	if strings.Contains(text, "unsolved\n") || !strings.Contains(text, "solved\t1\t1\t0") {
		t.Errorf("not solved:\n%s", text)
	}
}

// Whatever takes inputs ±1 only refuses real ones when the plan is made.
func TestRealInputsRefused(t *testing.T) {
	path := gaussianFile(t, 61, 25)
	for set, want := range map[string]string{
		"algorithm.accuracy=amp":                              `algorithm.accuracy=amp: want "accurate" with real inputs`,
		"algorithm.precision=float32":                         `algorithm.precision=float32: want "float64" with real inputs`,
		"measure.local_entropy.accuracy=amp":                  `measure.local_entropy.accuracy=amp: want "accurate" with real inputs`,
		"algorithm={kind='decimation',beta=1.0,loss='hinge'}": `want no beta with real inputs`,
		"algorithm.kind=monte_carlo":                          `instance.real = true: the algorithm "monte_carlo" takes inputs 1 and -1 only`,
		"instance.real=false":                                 `line 1, entry 1: "`,
	} {
		_, err := plan.Parse(t.Context(), "x.toml", fmt.Sprintf(realConfig, path), []string{set}, Standard())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", set, err, want)
		}
	}
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), ".") {
		t.Errorf("%v: the file holds no real numbers", err)
	}
}
