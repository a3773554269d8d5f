package experiment

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/say"
	"fbp/theory/catalog"
)

// plain is a config of few keys; %-lines are added by the tests.
const plain = plantest.Plain

func TestMistakes(t *testing.T) {
	replace := func(old, new string) string {
		if !strings.Contains(plain, old) {
			t.Fatalf("%q is not in the config", old)
		}
		return strings.Replace(plain, old, new, 1)
	}
	tests := []struct {
		name, text string
		sets       []string
		want       string
	}{
		{"syntax", replace("n = 21", "n = = 21"), nil, `x.toml:5: expected value but found '=' instead`},
		{"text without quotes", replace(`"fbp"`, "fbp"), nil, `x.toml:12: want a number, or a text in quotes, behind the equals sign`},
		{"unknown key", replace("kind = \"fbp\"", "kind = \"fbp\"\ngama = 3"), nil, `x.toml:13: algorithm.gama: unknown key; did you mean "gamma"?`},
		{"case matters", replace("alpha =", "Alpha ="), nil, `x.toml:9: instance.Alpha: unknown key; did you mean "alpha"?`},
		{"unknown section", plain + "[modle]\n", nil, `x.toml:19: modle: unknown key; did you mean "model"?`},
		{"unknown key in a table", replace(`kind = "fbp"`, `kind = "fbp"`+"\ngamma = { stepz = 3 }"), nil, `x.toml:13: algorithm.gamma.stepz: unknown key; did you mean "steps"?`},
		{"unknown key of a measurement", replace(`kind = "stability"`, "kind = \"stability\"\nbins = 3"), nil, `x.toml:16: measure.stability.bins: unknown key; did you mean "kind"?`},
		{"text for an integer", replace("samples = 3", `samples = "ten"`), nil, `x.toml:1: samples = "ten": want an integer or a table`},
		{"float for an integer", replace("n = 21", "n = 21.0"), nil, `x.toml:5: model.n = 21.0: want an integer >= 1`},
		{"too small", replace("samples = 3", "samples = 0"), nil, `x.toml:1: samples = 0: want an integer >= 1`},
		{"table for a number", replace("n = 21", "n = { a = 1 }"), nil, `x.toml:5: model.n = { a = 1 }: want an integer >= 1`},
		{"number for a table", replace(`kind = "fbp"`, `kind = "fbp"`+"\ngamma = 3"), nil, `x.toml:13: algorithm.gamma = 3: want a table { … } with keys of schedule, steps, first, cap, from, to, list`},
		{"number for a word", replace(`kind = "fbp"`, `kind = "fbp"`+"\nstop = 3"), nil, `x.toml:13: algorithm.stop = 3: want "end" or "solved"`},
		{"unknown word", replace(`kind = "fbp"`, `kind = "fbp"`+"\nschedule = \"flood\""), nil, `x.toml:13: algorithm.schedule = "flood": want "sequential" or "flooding"`},
		{"one for true", replace(`kind = "fbp"`, `kind = "fbp"`+"\nshuffle = 1"), nil, `x.toml:13: algorithm.shuffle = 1: want true or false`},
		{"list for a number", replace(`kind = "fbp"`, `kind = "fbp"`+"\ndamping = [0.5]"), nil, `x.toml:13: algorithm.damping = [0.5]: want a number, 0 <= damping < 1`},
		{"out of range", replace(`kind = "fbp"`, `kind = "fbp"`+"\ndamping = 1.5"), nil, `x.toml:13: algorithm.damping = 1.5: want 0 <= damping < 1`},
		{"NaN", replace(`kind = "fbp"`, `kind = "fbp"`+"\ny = nan"), nil, `x.toml:13: algorithm.y = nan: want a number`},
		{"infinity", replace("alpha = 0.5", "alpha = inf"), nil, `x.toml:9: instance.alpha = inf: want 0 < alpha <= 10000`},
		{"beyond floats", replace(`kind = "fbp"`, `kind = "fbp"`+"\ngamma = { first = 9007199254740993 }"), nil, `x.toml:13: algorithm.gamma.first = 9007199254740993: want an integer of at most 2^53`},
		{"negative seed", "seed = -1\n" + plain, nil, `x.toml:1: seed = -1: want an integer >= 0`},
		{"unsafe name", "name = \"../x\"\n" + plain, nil, `x.toml:1: name = "../x": want a name for a folder: letters, digits and . _ - only, at most 100`},
		{"unknown kind", replace(`"perceptron"`, `"perceptrn"`), nil, `x.toml:4: model.kind = "perceptrn": unknown kind; did you mean "perceptron"?`},
		{"no kind", replace("kind = \"fbp\"\n", ""), nil, `x.toml:11: algorithm.kind: missing; want one of: ` + strings.Join(slices.Sorted(maps.Keys(Standard().Algorithms)), ", ")},
		{"no section", replace("[algorithm]\nkind = \"fbp\"\n", ""), nil, `x.toml: algorithm: this section is missing`},
		{"no n", replace("n = 21\n", ""), nil, `x.toml:3: model.n: missing; want n >= 1`},
		{"even n", replace("n = 21", "n = 20"), nil, `x.toml:5: model.n = 20: want n odd when kappa = 0, or patterns can tie; a small kappa, such as 0.001, prevents ties`},
		{"neither alpha nor p", replace("alpha = 0.5\n", ""), nil, `x.toml:7: instance.alpha: give alpha > 0 or p >= 1`},
		{"both alpha and p", replace("alpha = 0.5", "alpha = 0.5\np = 3"), nil, `x.toml:9: instance.alpha: give alpha or p, not both`},
		{"negative alpha", replace("alpha = 0.5", "alpha = -1"), nil, `x.toml:9: instance.alpha = -1: want 0 < alpha <= 10000`},
		{"rate without reinforcement", replace(`kind = "fbp"`, `kind = "fbp"`+"\nrate = 0.1"), nil, `x.toml:13: algorithm.rate = 0.1: has no meaning with protocol "scoping"`},
		{"reinforcement without rate", replace(`kind = "fbp"`, `kind = "fbp"`+"\nprotocol = \"reinforcement\""), nil, `x.toml:11: algorithm.rate: missing; want 0 < rate < 1 with protocol "reinforcement"`},
		{"first past the steps", replace(`kind = "fbp"`, `kind = "fbp"`+"\ngamma = { first = 40 }"), nil, `x.toml:13: algorithm.gamma.first = 40: want 0 <= first < steps`},
		{"same measurement twice", plain + "[[measure]]\nkind = \"stability\"\n", nil, `x.toml:20: measure = "stability": this kind is there already; want each kind once`},
		{"measurement without kind", plain + "[[measure]]\nepsilon = 1\n", nil, `x.toml:19: measure: want a kind (a text) in every [[measure]]`},
		{"measure as a table", replace("[[measure]]\nkind = \"stability\"\n\n[[measure]]", "[measure]"), nil, `x.toml:14: measure: want [[measure]] tables, each with a kind`},
		{"theory without a kind", plain + "[[theory]]\nname = \"a\"\nd = 0.1\n", nil, `x.toml:19: theory.a.kind: missing; want one of: ` + theoryKinds()},
		{"theory of no name and kind", plain + "[[theory]]\nd = 0.1\n", nil, `x.toml:19: theory: want a name (a text) in every [[theory]]`},
		{"unknown theory", plain + "[[theory]]\nkind = \"franz-parisi\"\n", nil, `x.toml:20: theory.franz-parisi.kind = "franz-parisi": unknown kind; did you mean "franz_parisi"?`},
		{"unknown key of a theory", plain + "[[theory]]\nkind = \"franz_parisi\"\nd = 0.1\nkapa_ref = 0\n", nil, `x.toml:22: theory.franz_parisi.kapa_ref: unknown key; did you mean "kappa_ref"?`},
		{"theory without a distance", plain + "[[theory]]\nname = \"max\"\nkind = \"franz_parisi\"\n", nil, `x.toml:19: theory.max.d: missing; want normalised Hamming distance from the reference, 0 < d ≤ 0.5`},
		{"theory of unknown units", plain + "[[theory]]\nkind = \"capacity\"\nactivation = [\"sign\", \"tanh\"]\n", nil, `x.toml:21: theory.capacity.activation = "tanh": want linear, sign, relu or leaky-relu:a`},
		{"theory of a number of units", plain + "[[theory]]\nkind = \"capacity\"\nactivation = 3\n", nil, `x.toml:21: theory.capacity.activation = 3: want a word or a list of words: hidden units of a committee with many of them: sign, relu or leaky-relu:a, a their slope below 0; linear: the perceptron`},
		{"theory out of range", plain + "[[theory]]\nname = \"max\"\nkind = \"franz_parisi\"\nd = \"0.1:0.6:6\"\n", nil, `x.toml:22: theory.max.d = 0.6: want 0 < d ≤ 0.5`},
		{"bad range", plain + "[[theory]]\nname = \"max\"\nkind = \"franz_parisi\"\nd = \"0.1:0.6\"\n", nil, `x.toml:22: theory.max.d = "0.1:0.6": not a range (want a number, a list a,b,c or a range from:to:n or from:to:n:log)`},
		{"table for a theory", plain + "[[theory]]\nname = \"max\"\nkind = \"franz_parisi\"\nd = { from = 0 }\n", nil, `x.toml:22: theory.max.d = { from = 0 }: want a number, a list, or a text as the flags of fbp theory take it: "from:to:n"`},
		{"max where it has no meaning", plain + "[[theory]]\nkind = \"rs\"\nkappa = \"max\"\n", nil, `x.toml:21: theory.rs.kappa = "max": "max" is not a finite number (want a number, a list a,b,c or a range from:to:n or from:to:n:log)`},
		{"infinite theory", plain + "[[theory]]\nkind = \"rs\"\nkappa = inf\n", nil, `x.toml:21: theory.rs.kappa = inf: "+Inf" is not a finite number (want a number, a list a,b,c or a range from:to:n or from:to:n:log)`},
		{"theories that differ by case", plain + "[[theory]]\nkind = \"rs\"\n[[theory]]\nname = \"RS\"\nkind = \"rs\"\n", nil, `x.toml:22: theory = "RS": differs from "rs" by case alone; want another name`},
		{"theory that Windows reserves", plain + "[[theory]]\nname = \"aux\"\nkind = \"rs\"\n", nil, `x.toml:20: theory = "aux": Windows reserves this name; want another name`},
		{"experiment that Windows reserves", "name = \"nul.1\"\n" + plain, nil, `x.toml:1: name = "nul.1": want another name for a folder: Windows cannot have this one`},
		{"experiment whose name Windows cuts", "name = \"a.\"\n" + plain, nil, `x.toml:1: name = "a.": want another name for a folder: Windows cannot have this one`},
		{"theory twice", plain + "[[theory]]\nkind = \"rs\"\n[[theory]]\nkind = \"rs\"\n", nil, `x.toml:21: theory = "rs": this name is there already; want each name once`},
		{"unsafe name of a theory", plain + "[[theory]]\nname = \"../x\"\nkind = \"rs\"\n", nil, `x.toml:20: theory.../x.name = "../x": want a name of letters, digits, _ and - only, at most 80`},
		{"nothing to compare", plain + "[[theory]]\nkind = \"rs\"\ncompare = true\n", nil, `x.toml:21: theory.rs.compare = true: want a curve of local entropies; its table has no column slope`},
		{"many curves to compare", plain + "[[theory]]\nkind = \"franz_parisi\"\nd = 0.1\nkappa_ref = \"0,max\"\ncompare = true\n", nil, `x.toml:23: theory.franz_parisi.compare = true: want a single curve: kappa_ref has 2 values`},
		{"set of no theory", plain + "[[theory]]\nkind = \"rs\"\n", []string{"theory.fp.d=0.1"}, `--set theory.fp.d=0.1: there is no [[theory]] named "fp"; known: rs`},
		{"set of a theory", plain + "[[theory]]\nkind = \"rs\"\n", []string{"theory.rs.kappa=x"}, `--set theory.rs.kappa=x: "x" is not a finite number (want a number, a list a,b,c or a range from:to:n or from:to:n:log)`},
		{"margin of a measurement", replace(`kind = "local_entropy"`, "kind = \"local_entropy\"\nkappa = 5"), nil, `x.toml:19: measure.local_entropy.kappa = 5: want |kappa| < √n, the largest stability there is`},
		{"sweep of an unknown key", plain + "[sweep]\n\"algorithm.yy\" = [1, 2]\n", nil, `x.toml:20: algorithm.yy: unknown key; did you mean "y"?`},
		{"sweep value", plain + "[sweep]\nmodel.n = [21, -1]\n", nil, `x.toml:20: model.n = -1: want an integer >= 1`},
		{"sweep of no list", plain + "[sweep]\n\"model.n\" = 21\n", nil, `x.toml:20: sweep.model.n = 21: want a list of values, as [21], or a text with a range: "from:to:n"`},
		{"sweep of samples", plain + "[sweep]\nsamples = [1, 2]\n", nil, `x.toml:20: samples: cannot be swept; want the path of a key of model, instance, algorithm or measure.<kind>, as instance.alpha`},
		{"sweep of a section", plain + "[sweep]\nmodel = [1]\n", nil, `x.toml:20: model: want the path of one key, as instance.alpha or measure.local_entropy.epsilon`},
		{"sweep of a measurement that is not there", replace("[[measure]]\nkind = \"stability\"\n\n", "") + "[sweep]\n\"measure.stability.lattice\" = [1, 2]\n", nil,
			`x.toml:17: there is no [[measure]] of kind "stability"; known: local_entropy`},
		{"sweep inside a sweep", plain + "[sweep]\n\"algorithm.gamma\" = [{ steps = 3 }]\n\"algorithm.gamma.cap\" = [1]\n", nil,
			`x.toml:21: algorithm.gamma.cap: cannot be swept together with algorithm.gamma`},
		{"integer too large", "samples = 99999999999999999999\n", nil, `x.toml:1: 99999999999999999999 is too large for an integer`},
		{"number too large", "samples = 1e999\n", nil, `x.toml:1: 1e999 is too large for a number`},
		{"section twice", plain + "[model]\n", nil, `x.toml:19: model is given twice`},
		{"two values", "samples = 3 4\n", nil, `x.toml:1: '4' after a value: want one key = value per line`},
		{"no value", "samples =\n", nil, `x.toml:1: a value is missing behind the equals sign`},
		{"leading zero", "samples = 07\n", nil, `x.toml:1: not a TOML integer "07": cannot have leading zeroes`},
		{"set out of range", plain, []string{"model.n=0"}, `--set model.n=0: want an integer >= 1`},
		{"set unknown key", plain, []string{"model.m=3"}, `--set model.m=3: unknown key; did you mean "n"?`},
		{"set of no path", plain, []string{"model.n"}, `--set model.n: want path=value, as instance.alpha=0.6, or path= to remove a key`},
		{"set of no value", plain, []string{"name=[1"}, `--set name=[1: not a TOML value (strings with special characters need quotes: '"…"')`},
		{"set sweep with a wrong value", plain, []string{"model.n=21,22"}, `--set model.n=21,22: model.n = 22: want n odd when kappa = 0, or patterns can tie; a small kappa, such as 0.001, prevents ties`},
		{"set of a sweep", plain, []string{"sweep.model.n=21"}, `--set sweep.model.n=21: want the key itself with its values: instance.alpha=0.3,0.5`},
		{"set of a measurement", plain, []string{"measure.stabilty.lattice=2"}, `--set measure.stabilty.lattice=2: there is no [[measure]] of kind "stabilty"; did you mean "stability"?`},
		{"set validated", plain, []string{"instance.alpha=-3"}, `--set instance.alpha=-3: want 0 < alpha <= 10000`},
		{"huge sweep", plain, []string{"samples=600000", "instance.alpha=0.3,0.5"}, `--set samples=600000: 2 points of the sweep would make more than 1000000 tasks`},
		{"size of a model", replace("n = 21", "n = 1000000001"), nil, `x.toml:5: model.n = 1000000001: want n <= 10000000`},
		{"patterns beyond bounds", plain, []string{"instance.alpha=1e6"}, `--set instance.alpha=1e6: want 0 < alpha <= 10000`},
		{"patterns times weights", plain, []string{"model.n=9999999", "instance.alpha=0.2"}, `--set instance.alpha=0.2: want n p <= 10000000000000, not 2e+13`},
		{"given patterns times weights", replace("alpha = 0.5", "p = 2000000"), []string{"model.n=9999999"}, `x.toml:9: instance.p = 2000000: want n p <= 10000000000000, not 2e+13`},
		{"number of patterns", replace("alpha = 0.5", "p = 9007199254740991"), nil, `x.toml:9: instance.p = 9007199254740991: want p <= 100000000`},
		{"steps of gamma", plain, []string{"algorithm.gamma.steps=1000000000"}, `--set algorithm.gamma.steps=1000000000: want steps <= 100000`},
		{"steps of rho", plain, []string{"measure.local_entropy.rho.steps=1000000000"}, `--set measure.local_entropy.rho.steps=1000000000: want steps <= 100000`},
		{"steps of reinforcement", plain, []string{`algorithm.protocol="reinforcement"`, "algorithm.rate=1e-9"}, `--set algorithm.rate=1e-9: want rate >= 1e-05, at most 100000 steps`},
		{"sweeps", plain, []string{"algorithm.max_sweeps=10000000000"}, `--set algorithm.max_sweeps=10000000000: want max_sweeps <= 1000000000`},
		{"samples", plain, []string{"samples=1000001"}, `--set samples=1000001: want samples <= 1000000`},
		{"bins", plain, []string{"measure.stability.to=9998", "measure.stability.lattice=1", "model.n=1001"}, `--set measure.stability.lattice=1: makes 158193 bins, want at most 100000; take more values per bin, or a shorter range`},
		{"range of stabilities", plain, []string{"measure.stability.to=1e300"}, `--set measure.stability.to=1e300: want -10000 <= to <= 10000`},
		{"list of rho", replace(`kind = "local_entropy"`, "kind = \"local_entropy\"\nrho = { list = [1e300] }"), nil, `x.toml:19: measure.local_entropy.rho.list = 1e+300: want values from 0 to 100`},
		{"infinite rho", replace(`kind = "local_entropy"`, "kind = \"local_entropy\"\nrho = { list = [inf] }"), nil, `x.toml:19: measure.local_entropy.rho.list = +Inf: want values from 0 to 100`},
		{"cap of rho", plain, []string{"measure.local_entropy.rho.cap=1e9"}, `--set measure.local_entropy.rho.cap=1e9: want 0 < cap <= 100`},
		{"list of gamma", replace(`kind = "fbp"`, "kind = \"fbp\"\ngamma = { list = [0, 1e300] }"), nil, `x.toml:13: algorithm.gamma.list = 1e+300: want values from 0 to 100, or infinity where that has a meaning`},
		{"newline in a value", replace("samples = 3", `samples = "a\nb"`), nil, `x.toml:1: samples = "a\nb": want an integer or a table`},
		{"unknown figure", plain + "[figure]\nkind = \"phase\"\n", nil, `x.toml:20: figure.kind = "phase": unknown kind; known: local_entropy, panels, success`},
		{"figure bars", plain + "[figure]\nkind = \"local_entropy\"\nreduced = true\n", nil, `x.toml:19: figure.bars: missing; want "sem" when reduced = true`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := plan.Parse(t.Context(), "x.toml", test.text, test.sets, Standard())
			var mistake *say.Error
			if !errors.As(err, &mistake) {
				t.Fatalf("error %v, want a ConfigError", err)
			}
			if err.Error() != test.want {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
		})
	}
}

// theoryKinds are the theories of the catalog as a config spells them.
func theoryKinds() string {
	var kinds []string
	for _, e := range catalog.All() {
		kinds = append(kinds, strings.ReplaceAll(e.Name, "-", "_"))
	}
	slices.Sort(kinds)
	return strings.Join(kinds, ", ")
}

func TestDefaultsFollow(t *testing.T) {
	s := parsed(t, plain, "model.kappa=0.25", "algorithm.accuracy=amp", "measure.local_entropy.rho={ steps = 7 }")
	text := string(s.Resolved(""))
	for _, want := range []string{
		"name     = \"x\"", "seed     = 1", "searches = 1",
		"kappa      = 0.25",    // of the measurement, from the model
		"accuracy   = \"amp\"", // of the measurement, from the algorithm
		"rho        = { schedule = \"atanh\", steps = 7, first = 1, cap = 10.0 }", // amends the default
		"gamma      = { schedule = \"atanh\", steps = 30, first = 0, cap = 10.0 }",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestListReplacesFormula(t *testing.T) {
	s := parsed(t, plain, "algorithm.gamma={ list = [0.1, 0.2] }")
	if text := string(s.Resolved("")); !strings.Contains(text, "gamma      = { first = 0, list = [0.1, 0.2] }") {
		t.Errorf("the list did not replace the formula:\n%s", text)
	}
}

func TestSet(t *testing.T) {
	text := plain + "[sweep]\n\"instance.alpha\" = [0.3, 0.5]\nmodel.n = [21, 31, 41]\n"
	tests := []struct {
		set    string
		swept  string
		points int
	}{
		{"instance.alpha=0.7", "model.n", 3},
		{"instance.alpha=0.7,0.8,0.9", "instance.alpha model.n", 9},
		{"algorithm.accuracy=accurate,amp", "instance.alpha model.n algorithm.accuracy", 12},
		{"algorithm.gamma.list=[0.1,0.2]", "instance.alpha model.n", 6},
		{"algorithm.gamma={list=[0.1,0.2]},{steps=3}", "instance.alpha model.n algorithm.gamma", 12},
		{"name=other", "instance.alpha model.n", 6},
		{"seed = 7", "instance.alpha model.n", 6},
		{"measure.local_entropy.epsilon=1e-3,1e-4", "instance.alpha model.n measure.local_entropy.epsilon", 12},
	}
	for _, test := range tests {
		s := parsed(t, text, test.set)
		if got := strings.Join(s.Swept, " "); got != test.swept || len(s.Points) != test.points {
			t.Errorf("--set %s: swept %q, %d points, want %q, %d", test.set, got, len(s.Points), test.swept, test.points)
		}
	}
	if s := parsed(t, text, "seed = 7", "name=b"); s.Seed != 7 || s.Name != "b" {
		t.Errorf("seed %d name %q", s.Seed, s.Name)
	}
}

// The first key of a sweep is the slowest.
func TestSweepOrder(t *testing.T) {
	s := parsed(t, plain+"[sweep]\nmodel.n = [31, 21]\n\"instance.alpha\" = [0.5, 0.3]\n")
	var got []int
	for _, p := range s.Points {
		got = append(got, p.N, p.P)
	}
	want := []int{31, 15, 31, 9, 21, 10, 21, 6}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("n, p of the points %v, want %v", got, want)
		}
	}
}
