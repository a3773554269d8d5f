package experiment

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/model"
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

// TestUnitsOfConfigs: inputs in other units, and margins with them, have the entropy and the
// surroundings that they have in units of one, also beyond the bounds of sums of signs and for
// even numbers of inputs.
func TestUnitsOfConfigs(t *testing.T) {
	const n = 30
	path := gaussianFile(t, n, 8)
	write := func(unit float64) string {
		p, err := instances.File{Path: path, Real: true}.Data(t.Context(), model.NewPerceptron(n, 0), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, 0, n*8)
		for mu := range 8 {
			for _, v := range p.Train.Real(mu) {
				x = append(x, v*unit)
			}
		}
		scaled := filepath.Join(t.TempDir(), "scaled.txt")
		if err := instances.NewRealPatterns(n, x).WriteFile(scaled); err != nil {
			t.Fatal(err)
		}
		return scaled
	}
	const text = "samples = 1\n[instance]\nkind = \"file\"\nreal = true\npath = %q\n[algorithm]\nkind = \"bp\"\n[model]\nkind = %s\nn = 30\nkappa = %v\n"
	for kind, kappa := range map[string]float64{
		`"perceptron"`: 0.25, "\"perceptron\"\nweights = \"spherical\"": 0.25, `"symmetric_perceptron"`: 0.75,
		"\"committee\"\nhidden = 2\nactivation = \"relu\"": 0.125,
	} {
		entropy := func(unit float64) float64 {
			p, dir := planned(t, fmt.Sprintf(text, write(unit), kind, kappa*unit)), t.TempDir()
			ran(t, p, Options{Dir: dir})
			return recordOf(t, dir, p.Tasks[0]).Numbers()["entropy"].Value
		}
		want := entropy(1)
		for _, unit := range []float64{0x1p-300, 0x1p-30, 0x1p40, 0x1p300} {
			if got := entropy(unit); !(math.Abs(got-want) < 1e-9) || got == 0 { // of messages that start from other noise
				t.Errorf("%s in units of %v: entropy %v, want %v", kind, unit, got, want)
			}
		}
	}
	const even = "samples = 1\n[instance]\nkind = \"file\"\nreal = true\npath = %q\n[algorithm]\nkind = \"bp\"\n[model]\nkind = \"committee\"\nn = 30\nhidden = 3\n"
	planned(t, fmt.Sprintf(even, path))
	if _, err := plan.Parse(t.Context(), "x.toml", strings.Replace(fmt.Sprintf(text, path, `"perceptron"`, 9.0), "real = true\n", "", 1), nil, Standard()); err == nil || !strings.Contains(err.Error(), "want |kappa| < √n") {
		t.Errorf("a margin that no signs have: %v", err)
	}
}

// What measures networks of several layers takes real inputs or refuses them when the plan is made.
func TestRealInputsOfNetworks(t *testing.T) {
	const text = "samples = 1\nsearches = 2\n[model]\nkind = \"binary_mlp\"\nn = 20\nlayers = [5, 3]\n[instance]\nkind = \"teacher\"\ninputs = \"gaussian\"\np = 12\ntest = 10\n" +
		"[algorithm]\nkind = %q\nepochs = 5\n[[measure]]\nkind = %q\n"
	for _, kind := range []string{"generalization", "local_energy", "overlaps", "stability"} {
		p, dir := planned(t, fmt.Sprintf(text, "layered_bp", kind)), t.TempDir()
		if report := ran(t, p, Options{Dir: dir}); report.Failed > 0 {
			t.Errorf("%s: %+v", kind, report)
		}
	}
	for want, kinds := range map[string][2]string{
		`measurement "wander" takes inputs 1 and -1 only`:         {"layered_bp", "wander"},
		`measurement "robustness" takes inputs 1 and -1 only`:     {"layered_bp", "robustness"},
		`path: missing; takes inputs 1 and -1 only`:               {"layered_bp", "barrier"},
		`algorithm "straight_through" takes inputs 1 and -1 only`: {"straight_through", "stability"},
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", fmt.Sprintf(text, kinds[0], kinds[1]), nil, Standard()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %s", kinds, err, want)
		}
	}
}

// Whatever takes inputs ±1 only refuses real ones when the plan is made.
func TestRealInputsRefused(t *testing.T) {
	path := gaussianFile(t, 61, 25)
	for set, want := range map[string]string{
		"algorithm.accuracy=amp":                              `algorithm.accuracy=amp: want "accurate" with real inputs`,
		"algorithm.precision=float32":                         `algorithm.precision=float32: want "float64": there are no others any more; accuracy "amp" takes`,
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

// What refuses real inputs names the key that makes them.
func TestRealInputsNamed(t *testing.T) {
	for instance, want := range map[string]string{
		"random', inputs = 'gaussian":                            `instance.inputs = "gaussian"`,
		"teacher', inputs = 'gaussian":                           `instance.inputs = "gaussian"`,
		"features', d = 21, inputs = 'binary', function = 'relu": `instance.function = "relu"`,
	} {
		text := "samples = 1\n[model]\nkind = 'perceptron'\nn = 21\n[algorithm]\nkind = 'monte_carlo'\n[instance]\nalpha = 0.5\nkind = '" +
			strings.ReplaceAll(instance, ", ", "\n") + "'"
		want += `: the algorithm "monte_carlo" takes inputs 1 and -1 only`
		if _, err := plan.Parse(t.Context(), "x.toml", text, nil, Standard()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", instance, err, want)
		}
	}
}

// What refuses real inputs names the threshold that makes them.
func TestRealThresholdsRefused(t *testing.T) {
	for _, threshold := range []string{"centre", "standardize"} {
		set := append(blackAndWhite(t, "", 4), "model.n=784", "instance.kind=idx", "instance.classes=[3, 4]", "instance.threshold="+threshold, "algorithm={ kind = 'monte_carlo' }")
		want := fmt.Sprintf(`instance.threshold=%s: the algorithm "monte_carlo" takes inputs 1 and -1 only`, threshold)
		if _, err := plan.Parse(t.Context(), "x.toml", "samples = 1\n[model]\nkind = \"perceptron\"\n[instance]\nkind = \"random\"\n[algorithm]\nkind = \"fbp\"\n", set, Standard()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", threshold, err, want)
		}
	}
}
