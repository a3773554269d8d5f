package experiment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// keysOfKinds are what the kinds of the catalog need beside their defaults, and n = 21
// of a model, in TOML. A new kind that needs none is found by itself; a second word
// tells another model of the same kind, and what other kinds need with it.
var keysOfKinds = map[string]string{
	"symmetric_perceptron": "kappa = 1.0",
	"committee":            "hidden = 3",
	"binary_mlp":           "layers = [5, 3]",
	"committee parity":     "hidden = 3\noutput = \"parity\"",
	"committee at_least":   "hidden = 3\noutput = \"at_least\"\nneed = 3",
	"perceptron spherical": "weights = \"spherical\"",
	"perceptron negative":  "weights = \"spherical\"\nkappa = -0.5",
	"committee spherical":  "hidden = 3\nweights = \"spherical\"",
	"fbp":                  "gamma = { schedule = \"atanh\", steps = 5 }",
	"monte_carlo":          "replicas = 3\noverlap = 0.5\nanneal = 100\nequilibrate = 10\nsnapshots = 2",
	"fbp spherical":        "gamma = { steps = 5 }",
	"local_entropy":        "rho = { list = [0.1, 0.5] }",
	"solved_fraction":      "chains = 4\nsteps = 400",
	"straight_through":     "batch = 5\nepochs = 20",
	"layered_bp":           "batch = 5\nepochs = 20",

	"local_entropy spherical": "lambda = { list = [0.1, 0.5] }",
	"local_entropy negative":  "lambda = { list = [0.1, 0.5] }",
	"fbp negative":            "gamma = { steps = 5 }",

	"random gaussian":  `inputs = "gaussian"`,
	"teacher biased":   "bias = 0.2",
	"features":         "d = 9",
	"features real":    "d = 9\nfunction = \"relu\"",
	"redrawn":          "of.kind = \"random\"\nshare = 0.1",
	"redrawn features": "of.kind = \"features\"\nof.d = 9\nshare = 0.1",

	"fbp features":           "gamma = { schedule = \"atanh\", steps = 5 }\naccuracy = \"latent\"",
	"local_entropy features": "rho = { list = [0.1, 0.5] }\naccuracy = \"latent\"",
}

// sizeOf is the table within [instance] that has the size, with a point, "" if that has it.
func sizeOf(instance string) string {
	if strings.HasPrefix(instance, "redrawn") {
		return "of."
	}
	return ""
}

// combination is the config of one model, algorithm and measurement, on instances of a kind.
func combination(model, instance, algorithm, measurement, weights string) string {
	kind, word, _ := strings.Cut(model, " ")
	source, _, _ := strings.Cut(instance, " ")
	keys := func(kind string) string {
		for _, other := range []string{word, instance} {
			if own, ok := keysOfKinds[kind+" "+other]; ok {
				return own
			}
		}
		return keysOfKinds[kind]
	}
	searches := ""
	if n := searchesOf(measurement); n > 1 {
		searches = fmt.Sprintf("searches = %d\n", n)
	}
	of := sizeOf(instance)
	text := fmt.Sprintf("name = \"x\"\nsamples = 2\n"+searches+"[model]\nkind = %q\nn = 21\n%s\n[instance]\nkind = %q\n%salpha = 0.3\n%s\n", kind, keysOfKinds[model], source, of, keysOfKinds[instance])
	if measurement == "generalization" {
		text += of + "test = 10\n"
	}
	text += fmt.Sprintf("[algorithm]\nkind = %q\n%s\n", algorithm, keys(algorithm))
	if algorithm == "file" {
		text += fmt.Sprintf("path = %q\n", weights)
	}
	if searches != "" && algorithm == "fbp" {
		text += "start = { noise = 0.3 }\n"
	}
	if measurement == "" {
		return text
	}
	return text + fmt.Sprintf("[[measure]]\nkind = %q\n%s\n", measurement, keys(measurement))
}

// searchesOf is the number of searches that a kind of measurement wants: 2 if it compares two
// solutions.
func searchesOf(measurement string) int {
	construct := Standard().Measurements[measurement]
	if construct == nil {
		return 1
	}
	return construct(model.NewPerceptron(0, 0), bp.DefaultFocusing()).About().Grouping.Least()
}

// modelsOf are the models of the catalog, by their keys in keysOfKinds.
func modelsOf(c *plan.Catalog) (models []string) {
	for kind := range c.Models {
		models = append(models, kind)
		for other := range keysOfKinds {
			if strings.HasPrefix(other, kind+" ") {
				models = append(models, other)
			}
		}
	}
	slices.Sort(models)
	return models
}

// instancesOf are the instances of the catalog that read no files, by their keys in keysOfKinds, "random" first.
func instancesOf(c *plan.Catalog) (sources []string) {
	for kind, construct := range c.Instances {
		if len(construct().About().Files) > 0 {
			continue
		}
		for other := range keysOfKinds {
			if strings.HasPrefix(other, kind+" ") {
				sources = append(sources, other)
			}
		}
		if kind != "random" {
			sources = append(sources, kind)
		}
	}
	slices.Sort(sources)
	return append([]string{"random"}, sources...)
}

// ours are the algorithms of the catalog that run no program of somebody else's.
func ours(c *plan.Catalog) (kinds []string) {
	for kind, construct := range c.Algorithms {
		if construct(model.NewPerceptron(21, 0)).About().Runs == nil {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// combo is a combination of the catalog that the plan accepts.
type combo struct {
	name string // model/algorithm/measurement
	text string // of its config
	plan *plan.Plan
}

// with is the combination with other values of keys.
func (c combo) with(tb testing.TB, sets ...string) combo {
	tb.Helper()
	spec, err := plan.Parse(tb.Context(), "x.toml", c.text, sets, Standard())
	if err == nil {
		c.plan, err = plan.New(tb.Context(), spec)
	}
	if err != nil {
		tb.Fatalf("%s, %v: %v", c.name, sets, err)
	}
	return c
}

// combos are every model with every algorithm and every measurement of the catalog, or
// with none, that the plan accepts, on random patterns; and on the other instances the perceptron with
// every algorithm, then focusing BP with every measurement, and every other model with one algorithm. The others are
// refused for what one kind does not have and another needs; where no solution is claimed there is nothing to measure.
// They are made once for all tests.
func combos(tb testing.TB) []combo {
	tb.Helper()
	if len(allCombos) == 0 {
		allCombos = newCombos(tb)
	}
	return allCombos
}

var allCombos []combo

func newCombos(tb testing.TB) (accepted []combo) {
	tb.Helper()
	const weights = "testdata/weights{search}.txt"
	c, seen := Standard(), map[string]bool{} // models on instances
	for _, source := range instancesOf(c) {
		for _, m := range modelsOf(c) {
			for _, a := range ours(c) {
				for _, k := range append([]string{""}, slices.Sorted(maps.Keys(c.Measurements))...) {
					few := m != "perceptron" && seen[m+source] || k != "" && m+a != "perceptronfbp"
					few = few && (k == "" || a != "fbp" || source != "random gaussian") // any model may refuse real inputs
					if few && source != "random" {
						continue
					}
					if one, ok := combined(tb, c, m, source, a, k, weights); ok {
						accepted, seen[m+source] = append(accepted, one), true
					}
				}
			}
		}
	}
	if len(accepted) < 50 {
		tb.Errorf("%d combinations: the catalog is not seen", len(accepted))
	}
	return accepted
}

// combined is a combination, if the plan accepts it.
func combined(tb testing.TB, c *plan.Catalog, m, source, a, k, weights string) (one combo, ok bool) {
	tb.Helper()
	name := m + "/" + a + "/" + k
	if source != "random" {
		name += "/" + source
	}
	one = combo{name: strings.ReplaceAll(name, " ", "_"), text: combination(m, source, a, k, weights)}
	kind, _, _ := strings.Cut(m, " ")
	claims := !c.Algorithms[a](c.Models[kind]().Model()).About().Numbers
	spec, err := plan.Parse(tb.Context(), "x.toml", one.text, nil, c)
	var mistake *say.Error
	switch {
	case errors.As(err, &mistake) && (strings.HasSuffix(mistake.Key, ".kind") || strings.HasSuffix(err.Error(), "takes inputs 1 and -1 only") ||
		mistake.Key == "searches" && (a == "enumerate" || a == "hebb")): // hebb draws ties of binary weights alone
		return one, false // it needs what another does not have
	case !claims && k != "":
		if err == nil || !strings.Contains(err.Error(), "finds none") {
			tb.Errorf("%s: want a refusal: %v", one.name, err)
		}
		return one, false
	case err != nil:
		tb.Fatalf("%s: %v; say in keysOfKinds what a %s needs", one.name, err, m)
	}
	one.plan, err = plan.New(tb.Context(), spec)
	return one, err == nil // or the weights do not fit
}

// TestCombinations: every model with every algorithm and every measurement of the
// catalog either runs to the end, with numbers or with a reason, a quarter of them twice
// with the same bytes, or is refused when the plan is made. Where no solution is claimed there is
// nothing to measure. No record is missing from the tables, and no table is empty. Without the
// build tag slow an algorithm runs with a measurement on the first of its models alone.
func TestCombinations(t *testing.T) {
	dir, read := t.TempDir(), map[string]bool{} // kinds that have readings somewhere
	check := func(t *testing.T, c combo, twice bool) {
		p, first, second := c.plan, filepath.Join(dir, c.name, "1"), filepath.Join(dir, c.name, "2")
		report := ran(t, p, Options{Dir: first, Jobs: 2})
		if report.Failed > 0 {
			t.Errorf("%d tasks failed", report.Failed)
		}
		bytes := wholeTables(t, p, first)
		if twice {
			ran(t, p, Options{Dir: second, Jobs: 1})
			if wholeTables(t, p, second) != bytes {
				t.Error("another run has other bytes")
			}
		}
		for _, task := range p.Tasks {
			r, err := store.Folder(first).Read(task)
			if err != nil || r == nil {
				t.Fatalf("no record of %s: %v", task.ID, err)
			}
			at, learned := p.Spec.At(task.Point), r.Status == results.Solved
			if task.Pair == nil {
				kind := plan.Parameter(r.Params, "algorithm", "kind").(string)
				read[kind] = hasReadings(t, first, r, at.Algorithm, at.Model) || read[kind]
				found, err := store.Folder(first).ReadSolution(task)
				if err != nil || found == nil {
					t.Fatalf("no solution of %s: %v", task.ID, err)
				}
				s, err := found.Content()
				if err != nil {
					t.Fatal(err)
				}
				learned = s.Learned()
			}
			for _, m := range at.Measures {
				has := hasReadings(t, first, r, m.Measurement, at.Model)
				if !has && r.Reasons[m.Kind] == "" && !(m.Skips && !learned) {
					t.Errorf("%s has neither readings of %s nor a reason", r.Task, m.Kind)
				}
				read[m.Kind] = has || read[m.Kind]
			}
		}
	}
	done := map[string]bool{}
	for i, c := range combos(t) { // TestSameBitsOfCombinations has all of them several times
		_, kinds, _ := strings.Cut(c.name, "/")
		words := strings.Split(c.name, "/")
		if !slow.All && words[0] == "binary_mlp" && words[1] == "monte_carlo" { // a third of the time; other models have it
			continue
		}
		if words[1] == "enumerate" && words[2] != "" && i%4 != 1 { // which takes long; other algorithms have these measurements
			done[kinds] = true
		}
		if slow.All || !done[kinds] {
			t.Run(c.name, func(t *testing.T) { // unless -skip leaves it out
				done[kinds] = true
				check(t, c, i%4 == 0)
			})
		}
	}
	c := Standard()
	for _, kind := range slices.Concat(ours(c), slices.Collect(maps.Keys(c.Measurements))) {
		if !read[kind] {
			t.Errorf("%s has no readings with any model", kind)
		}
	}
}

// wholeTables are the tables of a complete run, of which no record is bad and no table
// empty.
func wholeTables(t *testing.T, p *plan.Plan, dir string) string {
	t.Helper()
	var log strings.Builder
	paths, made, err := table.Write(context.Background(), p, dir, nil, table.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil || made.Missing() > 0 || log.Len() > 0 {
		t.Errorf("records are missing: %+v, %v\n%s", made, err, log.String())
	}
	var all strings.Builder
	for _, path := range append(paths, filepath.Join(dir, "records.jsonl")) {
		data := scratch.Read(t, path)
		text := data
		all.WriteString(filepath.Base(path) + "\n" + text)
		if rows := len(regexp.MustCompile(`(?m)^[^#].*\n`).FindAllString(text, -1)) - 1; rows < 1 && strings.HasSuffix(path, ".tsv") {
			t.Errorf("%s is empty", filepath.Base(path))
		}
	}
	return all.String()
}

// hasReadings tells whether a record has readings of an algorithm or a measurement. All
// of them have their columns in a table.
func hasReadings(t *testing.T, dir string, r *results.Record, maker any, m model.Model) (has bool) {
	t.Helper()
	for _, l := range kinds.Emits(maker, m) {
		s := r.Readings[l.Table]
		if s == nil || len(s.Rows) == 0 {
			continue
		}
		has = true
		in, columns := "samples", slices.Concat(s.Keys, s.Values)
		if kinds.About(maker).Grouping != model.Alone {
			in = "pairs"
		}
		if len(s.Keys) > 0 {
			in = l.Table
		}
		have := header(t, dir, in)
		for _, name := range columns {
			if !slices.Contains(have, name) {
				t.Errorf("%s.tsv has no column %s", in, name)
			}
		}
	}
	return has
}
