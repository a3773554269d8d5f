package experiment

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/model"
)

// zeroIsNone are the numbers whose 0 means what leaving them out means: no bound of states; and no test
// set, for any kind of instance.
var zeroIsNone = []string{"perceptron_rule.states"}

// TestZeroIsGiven: a number that may be left out is refused at 0 by its tags, or 0 differs from
// nothing (a pointer); then a config as it is resolved says so, too.
func TestZeroIsGiven(t *testing.T) {
	seen := 0
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		for i := range typ.NumField() {
			f := typ.Field(i)
			key, options, _ := strings.Cut(f.Tag.Get("toml"), ",")
			inner := f.Type
			for inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			switch f.Type.Kind() {
			case reflect.Int, reflect.Int64, reflect.Float64:
				if options != "omitempty" {
					continue
				}
				seen++
				least, err := strconv.ParseFloat(f.Tag.Get("min"), 64)
				_, above := f.Tag.Lookup("above")
				if name := path + "." + key; !above && (err != nil || least <= 0) && !slices.Contains(zeroIsNone, name) && key != "test" {
					t.Errorf("%s: 0 is taken for a number that is not given", name)
				}
			case reflect.Struct, reflect.Pointer:
				if inner.Kind() == reflect.Struct && (f.Anonymous && key == "" || key != "") {
					walk(strings.TrimSuffix(path+"."+key, "."), inner)
				}
			}
		}
	}
	of := func(kind string, v any) { walk(kind, reflect.Indirect(reflect.ValueOf(v)).Type()) }
	c := Standard()
	m := model.NewPerceptron(21, 0)
	for kind, make := range c.Models {
		of(kind, make())
	}
	for kind, make := range c.Instances {
		of(kind, make())
	}
	var a kinds.Algorithm
	for kind, make := range c.Algorithms {
		a = make(m)
		of(kind, a)
	}
	for kind, make := range c.Measurements {
		of(kind, make(m, a))
	}
	if seen < 15 {
		t.Errorf("%d numbers may be left out: the test does not see them", seen)
	}
}

// TestZerosOfConfigs: zeros that a user gives are what is done, and what a resolved config says.
func TestZerosOfConfigs(t *testing.T) {
	const text = "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = "
	for algorithm, want := range map[string][]string{
		"\"bp\"\nbeta = 0\n":                                   {"beta 0.0", `loss "counting"`},
		"\"bp\"\nbeta = 0\nloss = \"hinge\"\n":                 {"beta 0.0", `loss "hinge"`},
		"\"decimation\"\nbeta = 0\n":                           {"beta 0.0", `loss "counting"`},
		"\"replicated_sgd\"\nattraction = 0\n":                 {"attraction 0.0"},
		"\"replicated_sgd\"\nattraction = 0\nreplicas = 7.0\n": nil,
	} {
		spec, err := plan.Parse(t.Context(), "x.toml", text+algorithm, nil, Standard())
		if want == nil {
			if err == nil {
				t.Errorf("%s: no error", algorithm)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", algorithm, err)
		}
		resolved := string(spec.Resolved(""))
		for _, key := range want {
			name, value, _ := strings.Cut(key, " ")
			if !regexp.MustCompile(`(?m)^` + name + ` *= ` + regexp.QuoteMeta(value) + `$`).MatchString(resolved) {
				t.Errorf("%s: want %s = %s in\n%s", algorithm, name, value, resolved)
			}
		}
		if again, err := plan.Parse(t.Context(), "x.toml", resolved, nil, Standard()); err != nil || string(again.Resolved("")) != resolved {
			t.Errorf("%s: resolved again: %v", algorithm, err)
		}
	}
	for set, want := range map[string]string{
		"instance.p=0":          "want an integer >= 1",
		"instance.alpha=0":      "want 0 < alpha",
		"algorithm.rate=0":      "want 0 < rate < 1",
		"algorithm.x=0":         "want 0 < x <= 1",
		"algorithm.hand_over=0": "want 0 < hand_over",
		"algorithm.states=0":    "want an integer >= 2",
		// a table that --set gives as a whole gives its keys
		"algorithm={kind='fbp',finish='sbpi',attempts=0}":      "algorithm.attempts = 0: want an integer >= 1",
		"algorithm={kind='fbp',finish='none',attempts=3}":      "algorithm.attempts = 3: has no meaning",
		"algorithm={kind='fbp',protocol='list',pairs=[[0,0]]}": "algorithm.pairs = [0, 0]: want [γ, y]",
		"algorithm={kind='fbp',protocol='pseudo',rate=0.1}":    "algorithm.x: missing; want 0 < x <= 1",
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", text+"\"fbp\"\n", []string{set}, Standard()); err == nil || !strings.Contains(err.Error(), set+": "+want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
}

// TestInfiniteTemperature: at beta = 0 all weights count, and the entropy is ln 2.
func TestInfiniteTemperature(t *testing.T) {
	const text = "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"bp\"\nbeta = 0\n"
	p, dir := planned(t, text), t.TempDir()
	ran(t, p, Options{Dir: dir})
	r := recordOf(t, dir, p.Tasks[0])
	if got := r.Numbers()["entropy"].Value; !(math.Abs(got-math.Ln2) < 1e-12) {
		t.Errorf("entropy %v, want ln 2", got)
	}
	if got := r.Numbers()["error_rate"].Value; !(math.Abs(got-0.5) < 1e-12) {
		t.Errorf("error rate %v, want a half", got)
	}
}
