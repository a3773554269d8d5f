package experiment

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
	"fbp/results"
)

// varied is plain with a sweep; its 20 lines come before those of variants.
const varied = plain + `[sweep]
"model.n" = [21, 31]
`

// Tasks of a variant are those of the config that says the same without variants,
// and have the instance in common where it is the same.
func TestVariants(t *testing.T) {
	text := varied + `[[variant]]
name = "as it is"
[[variant]]
name = "fewer"
algorithm.gamma.steps = 7
"algorithm.y" = 3
[[variant]]
name = "other labels"
instance = { kind = "teacher", alpha = 0.5 }
`
	p := planned(t, text)
	if strings.Join(p.Swept, " ") != "variant model.n" || len(p.Points) != 6 || len(p.Tasks) != 18 {
		t.Fatalf("swept %v, %d points", p.Swept, len(p.Points))
	}
	for i, sets := range [][]string{nil, {"algorithm.gamma.steps=7", "algorithm.y=3"}, {`instance={ kind = "teacher", alpha = 0.5 }`}} {
		alone := planned(t, varied, sets...)
		for k, task := range alone.Tasks {
			if got := p.Tasks[6*i+k]; got.ID != task.ID || got.Solution != task.Solution {
				t.Errorf("variant %d, task %d: %s, want %s", i, k, got.ID, task.ID)
			}
		}
	}
	if p.InstanceName(p.Tasks[0]) != p.InstanceName(p.Tasks[6]) || p.InstanceName(p.Tasks[0]) == p.InstanceName(p.Tasks[12]) {
		t.Error("variants of the algorithm alone have the same instances, others have not")
	}
	again := planned(t, string(p.Spec.Resolved("")))
	if string(again.Encode()) != string(p.Encode()) || string(again.Spec.Resolved("")) != string(p.Spec.Resolved("")) {
		t.Errorf("the resolved config makes another plan:\n%s\n%s", p.Spec.Resolved(""), again.Spec.Resolved(""))
	}
}

// An algorithm with the same keys follows the model of each variant: that of a committee, whose
// failure is foreseen, says whether it has given up, and that of a perceptron does not.
func TestAlgorithmOfVariants(t *testing.T) {
	const perceptron, tree = `{ kind = "perceptron", n = 21 }`, `{ kind = "committee", n = 21, hidden = 3, layout = "tree" }`
	given := func(p *plan.Point) bool {
		return slices.ContainsFunc(kinds.Emits(p.Algorithm, p.Model), func(l results.Layout) bool { return l.Table == "search_given_up" })
	}
	for _, models := range [][]string{{perceptron, tree}, {tree, perceptron}} {
		text := "model = " + models[0] + "\ninstance = { kind = \"random\", alpha = 0.3 }\nalgorithm = { kind = \"fbp\" }\n"
		for i, m := range models {
			text += fmt.Sprintf("[[variant]]\nname = \"%d\"\nmodel = %s\n", i, m)
		}
		for i, p := range planned(t, text).Spec.Points {
			if given(p) != (models[i] == tree) {
				t.Errorf("%v: the search of point %d says whether it has given up: %t", models, i, given(p))
			}
		}
	}
}

// Where every variant has an algorithm of its own, the resolved config has no section
// of it, and a figure still finds the tables of the run.
func TestFigureOfVariants(t *testing.T) {
	text := varied + `[[variant]]
name = "a"
algorithm = { kind = "fbp" }
[figure]
kind = "panels"
[[figure.panel]]
x = { label = "n" }
y = { label = "q" }
series = [{ table = "summary", x = "n", y = "q" }]
`
	planned(t, string(planned(t, text).Spec.Resolved("")))
}

// A run of variants has the column variant first in every table.
func TestTablesOfVariants(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game+"[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nalgorithm.steps = 9\n", "samples=2"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data := scratch.Read(t, file)
		if text := data; !strings.Contains(text, "\nvariant\t") || !strings.Contains(text, "\na\t") || !strings.Contains(text, "\nb\t") {
			t.Errorf("%s:\n%s", file, text)
		}
	}
}

// A variant makes the measurements that it lists, of those of the config: its tasks are
// those of a config with these alone, and tables of the others have no rows of it.
func TestMeasurementsOfVariants(t *testing.T) {
	text := varied + `[[variant]]
name = "all"
[[variant]]
name = "some"
measure = ["local_entropy"]
"measure.local_entropy.rho.steps" = 4
[[variant]]
name = "none"
measure = []
`
	p := planned(t, text, "samples=1")
	without := func(kinds ...string) string {
		text := varied
		for _, kind := range kinds {
			text = strings.Replace(text, "[[measure]]\nkind = \""+kind+"\"\n", "", 1)
		}
		return text
	}
	for i, alone := range []*plan.Plan{
		planned(t, varied, "samples=1"),
		planned(t, without("stability"), "samples=1", "measure.local_entropy.rho.steps=4"),
		planned(t, without("stability", "local_entropy"), "samples=1"),
	} {
		for k, task := range alone.Tasks {
			if got := p.Tasks[2*i+k]; got.ID != task.ID || got.Solution != task.Solution {
				t.Errorf("variant %d, task %d: %s, want %s", i, k, got.ID, task.ID)
			}
		}
	}
	again := planned(t, string(p.Spec.Resolved("")))
	if string(again.Encode()) != string(p.Encode()) || string(again.Spec.Resolved("")) != string(p.Spec.Resolved("")) {
		t.Errorf("the resolved config makes another plan:\n%s\n%s", p.Spec.Resolved(""), again.Spec.Resolved(""))
	}
	dir := t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	for table, want := range map[string]string{"local_entropy": "all some", "stability": "all", "focusing": "all none some", "summary": "all none some"} {
		data := []byte(scratch.Read(t, dir, table+".tsv"))
		of := map[string]bool{}
		for line := range strings.Lines(string(data)) {
			if cells := strings.Split(line, "\t"); line[0] != '#' && cells[0] != "variant" {
				of[cells[0]] = true
			}
		}
		if got := strings.Join(slices.Sorted(maps.Keys(of)), " "); got != want {
			t.Errorf("%s has rows of %s, want %s", table, got, want)
		}
		if table == "summary" && strings.Contains(string(data), "\t0\t0\t1\t0\t0\n") {
			t.Errorf("samples without a measurement that is not made are counted as unmeasured:\n%s", data)
		}
	}
	if _, findings := checked(t, Standard(), dir, false); findings != "" {
		t.Error(findings)
	}
}

func TestMistakesInVariants(t *testing.T) {
	for _, test := range []struct {
		text, want string
		sets       []string
	}{
		{"algorithm.y = 3\n", `x.toml:21: variant: want a name (a text) in every [[variant]]`, nil},
		{"name = \"a\"\n[[variant]]\nname = \"A\"\n", `x.toml:24: variant.name = "A": differs from "a" by case alone; want another name`, nil},
		{"name = \"a\"\n[[variant]]\nname = \"NUL\"\n", `x.toml:24: variant.name = "NUL": Windows reserves this name; want another name`, nil},
		{"name = \"a\"\n[[variant]]\nname = \"a\"\n", `x.toml:24: variant.name = "a": this name is there already; want each name once`, nil},
		{"name = \"a\"\nalgorithm.z = 3\n", `x.toml:23: algorithm.z: unknown key; `, nil},
		{"name = \"a\"\nalgorithm.y = -3\n", `x.toml:23: algorithm.y = -3: want `, nil},
		{"name = \"a\"\nsamples = 3\n", `x.toml:23: samples: cannot be set by a variant; want the path of a key of model, instance, algorithm or measure.<kind>, as instance.alpha`, nil},
		{"name = \"a\"\nmodel.n = 5\n", `x.toml:20: model.n: cannot be swept: [[variant]] "a" sets it`, nil},
		{"name = \"a\"\nalgorithm.y = 5\n", `--set algorithm.y=2: [[variant]] "a" sets algorithm.y; change it there`, []string{"algorithm.y=2"}},
		{"name = \"a\"\nalgorithm = { kind = \"fpb\" }\n", `x.toml:23: algorithm.kind = "fpb": unknown kind; did you mean "fbp"?`, nil},
		{"name = \"a\"\nmeasure = [\"stability\", \"hessian\"]\n", `x.toml:23: measure = ["stability", "hessian"]: want kinds that the config has as [[measure]]: local_entropy, stability`, nil},
		{"name = \"a\"\nmeasure = [\"stability\"]\n\"measure.local_entropy.epsilon\" = 1e-5\n", `x.toml:24: measure.local_entropy.epsilon: [[variant]] "a" does not make this measurement`, nil},
		{"name = \"a\"\nmeasure = [\"stability\"]\n", `--set measure.local_entropy.epsilon=1e-5,1e-6: measure.local_entropy.epsilon: cannot be swept: [[variant]] "a" does not make this measurement`, []string{"measure.local_entropy.epsilon=1e-5,1e-6"}},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", varied+"[[variant]]\n"+test.text, test.sets, Standard())
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}

// A mistake that shows when tasks are named has the line of the variant.
func TestTasksOfVariants(t *testing.T) {
	s := parsed(t, varied+"[[variant]]\nname = \"a\"\nalgorithm = { kind = \"file\", path = \"nowhere\" }\n")
	_, err := plan.New(t.Context(), s)
	if want := `x.toml:23: algorithm.path = "nowhere": there is no such file or folder`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
