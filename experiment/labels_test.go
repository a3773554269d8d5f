package experiment

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/instances"
	"fbp/internal/scratch"
)

// anyLabels are the kinds of instances whose labels may be any.
var anyLabels = []string{"file"}

// TestLabelsOfEveryInstance: theory, its control variates and the guides of figures know by the labels of a kind of
// instance what it is; one that has no word for them loses all of these.
func TestLabelsOfEveryInstance(t *testing.T) {
	c := Standard()
	for _, kind := range slices.Sorted(maps.Keys(c.Instances)) {
		if labels := c.Instances[kind]().About().Labels; labels == "" != slices.Contains(anyLabels, kind) {
			t.Errorf("instance.%s has the labels %q: say in About what they are, in a word of internal/traits, or on the list of this test that they are any", kind, labels)
		}
	}
}

// mirrored are random patterns of a kind that nothing knows by its name.
type mirrored struct {
	instances.Random
	Mirrors int `toml:"mirrors" min:"0" help:"does nothing"`
}

func (m *mirrored) About() instances.About {
	about := m.Random.About()
	if m.Mirrors > 0 {
		about.Labels = "mirrored"
	}
	return about
}

// TestNewInstanceKeepsTheory: random patterns of a new kind have the tables, entropy_cv among them, and the guides that those
// of kind "random" have; those of a key of its own that says otherwise have not.
func TestNewInstanceKeepsTheory(t *testing.T) {
	c := Standard()
	c.Instances["mirrored"] = func() instances.Source { return &mirrored{Random: *instances.NewRandom()} }
	made := func(sets ...string) (summary string, subjects []theories.Traits) {
		t.Helper()
		spec, err := plan.Parse(t.Context(), "x.toml", plain, append(sets, "samples=4", `measure.local_entropy.rho={ list = [0.1] }`), c)
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.New(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		ran(t, p, Options{Dir: dir})
		if _, _, err := table.Write(t.Context(), p, dir, nil, table.Options{}); err != nil {
			t.Fatal(err)
		}
		text := scratch.Read(t, filepath.Join(dir, "local_entropy.tsv"))
		return regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(text, ""), spec.Traits()
	}
	const mirrored = `instance={ kind = "mirrored", alpha = 0.5 }`
	random, of := made()
	if !strings.Contains(random, "entropy_cv") || len(of) != 1 || !of[0].Random() {
		t.Fatalf("random patterns: %+v\n%s", of, random)
	}
	if summary, subjects := made(mirrored); summary != random || !slices.Equal(subjects, of) {
		t.Errorf("a new kind of random patterns: %+v and the table\n%s\nwant %+v and\n%s", subjects, summary, of, random)
	}
	if summary, subjects := made(mirrored, "instance.mirrors=1"); summary == random || len(subjects) != 1 || subjects[0].Labels != "mirrored" {
		t.Errorf("with labels of its own: %+v and the table\n%s", subjects, summary)
	}
}

// TestSweptLabels: a swept key of any kind that changes the labels makes subjects of its own.
func TestSweptLabels(t *testing.T) {
	for text, want := range map[string][]string{
		"\"instance.label_bias\" = [0.0, 0.2]":                                      {"random", "random with label_bias"},
		"\"instance.kind\" = [\"random\", \"teacher\"]\n\"instance.alpha\" = [0.5]": {"random", "teacher"},
		"\"instance.test\" = [1, 2]":                                                {"random"},
		"\"instance.bias\" = [0.0, 0.1]\n\"instance.label_bias\" = [0.1]":           {"random with label_bias", "random with bias"},
	} {
		var got []string
		for _, s := range parsed(t, plain+"[sweep]\n"+text+"\n").Traits() {
			got = append(got, s.Labels)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: labels %q, want %q", text, got, want)
		}
	}
}

// TestEffectiveMarginOfSigns: the margin that the lattice of sums leaves is that of inputs ±1; real inputs of any kind have no lattice.
func TestEffectiveMarginOfSigns(t *testing.T) {
	for inputs, want := range map[string]bool{"binary": true, "gaussian": false} {
		text := strings.Replace(combination("symmetric_perceptron", "random", "bp", "", ""), "alpha = 0.3", "alpha = 0.3\ninputs = \""+inputs+"\"", 1)
		spec, err := plan.Parse(t.Context(), "x.toml", strings.Replace(text, `"bp"`, `"fbp"`+"\ngamma = { steps = 3 }", 1), nil, Standard())
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.New(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		ran(t, p, Options{Dir: dir})
		tables(t, p, dir)
		if has := strings.Contains(scratch.Read(t, filepath.Join(dir, "success.tsv")), "kappa_effective"); has != want {
			t.Errorf("inputs %s: kappa_effective in success.tsv: %v", inputs, has)
		}
	}
}
