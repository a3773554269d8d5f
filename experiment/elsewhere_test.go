package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/slow"
)

// usual and elsewhere are what fbp config tells of an algorithm, of each once.
var (
	toldOf    = map[string][]plan.Elsewhere{}
	usual     = func(kind string) ([]plan.Kind, error) { return standard.Describe("algorithm." + kind) }
	standard  = Standard()
	elsewhere = func(kind string) []plan.Elsewhere {
		if _, known := toldOf[kind]; !known {
			toldOf[kind] = standard.Elsewhere(kind)
		}
		return toldOf[kind]
	}
)

// said is the default of a key by the lines of fbp config: the last that holds.
func said(t *testing.T, kind, key string, where ...string) string {
	t.Helper()
	kinds, err := usual(kind)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(kinds[0].Keys, func(k config.Key) bool { return k.Path == key })
	value := kinds[0].Keys[i].Default
	for _, e := range elsewhere(kind) {
		if slices.ContainsFunc(e.Where, func(w string) bool { return !slices.Contains(where, w) }) {
			continue
		}
		for _, v := range e.Values {
			if v.Key == key {
				value = v.Value.(string)
			}
		}
	}
	return value
}

// The defaults that fbp config tells are those of the papers, and those that configs of
// these models and protocols resolve to.
func TestDefaultsElsewhere(t *testing.T) {
	// PNAS 117, 161 (2020) for weights on spheres; docs/config.md for the rest.
	const spherical = `model.weights = "spherical"`
	for _, c := range []struct {
		key   string
		where []string
		want  string
	}{
		{"y", nil, "20.0"},
		{"y", []string{spherical}, "10.0"},
		{"damping", []string{spherical}, "0.7"},
		{"gamma", []string{spherical}, `{ schedule = "exponential", steps = 30, first = 0, from = 0.5, to = 30.0 }`},
		{"refresh", nil, "50"},
		{"refresh", []string{`protocol = "reinforcement"`}, "10"},
		{"refresh", []string{`protocol = "pseudo"`}, "10"},
		{"refresh", []string{`protocol = "reinforcement"`, `growth = "geometric"`}, "1000"},
		{"damping", []string{`protocol = "reinforcement"`, `growth = "geometric"`, `accuracy = "amp"`}, "0.3"},
		{"start", []string{`model.layout = "full"`, `model.output = "majority"`}, "{ noise = 0.1 }"},
		{"start", []string{`model.kind = "symmetric_perceptron"`}, "{ noise = 0.1 }"},
		{"finish", []string{`model.kind = "perceptron"`, `model.weights = "binary"`, `preset = "capacity"`}, `"sbpi"`},
		{"rate", []string{`preset = "cheap"`}, "0.03"},
	} {
		if got := said(t, "fbp", c.key, c.where...); got != c.want {
			t.Errorf("fbp, %s with %s: %s, want %s", c.key, c.where, got, c.want)
		}
	}
	if got := said(t, "lal", "rate", "replicas > 1"); got != "0.01" {
		t.Errorf("lal with replicas: rate %s", got)
	}
	if got := said(t, "cross_entropy", "rate", `stop = "loss"`); got != "0.003" {
		t.Errorf("the slow descent: rate %s", got)
	}
	if len(Standard().Elsewhere("nonsense")) > 0 {
		t.Error("defaults of no kind")
	}
}

// What is told of every model with every protocol is what the plan makes of a config.
func TestDefaultsElsewhereHold(t *testing.T) {
	slow.Only(t)
	for _, m := range []struct {
		text  string
		where []string
	}{
		{"kind = \"perceptron\"\nn = 21", []string{`weights = "binary"`}},
		{"kind = \"perceptron\"\nn = 21\nweights = \"spherical\"", []string{`weights = "spherical"`}},
		{"kind = \"symmetric_perceptron\"\nn = 21\nkappa = 1.0", nil},
		{"kind = \"committee\"\nn = 21\nhidden = 3", []string{`layout = "tree"`, `activation = "sign"`, `weights = "binary"`, `output = "majority"`}},
		{"kind = \"committee\"\nn = 21\nhidden = 3\nlayout = \"full\"", []string{`layout = "full"`, `activation = "sign"`, `weights = "binary"`, `output = "majority"`}},
		{"kind = \"committee\"\nn = 20\nhidden = 2\nactivation = \"relu\"\nweights = \"spherical\"\nkappa = 0.001", []string{`layout = "tree"`, `activation = "relu"`, `weights = "spherical"`, `output = "majority"`}},
	} {
		kind, _, _ := strings.Cut(m.text, "\n")
		where := []string{"model." + kind}
		for _, w := range m.where {
			where = append(where, "model."+w)
		}
		for _, keys := range [][]string{nil, {`protocol = "reinforcement"`}, {`protocol = "reinforcement"`, `growth = "geometric"`}, {`protocol = "pseudo"`},
			{`preset = "cheap"`}, {`preset = "capacity"`}, {`accuracy = "amp"`}, {`schedule = "flooding"`}, {`finish = "flips"`}} {
			text := fmt.Sprintf("[model]\n%s\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"fbp\"\n%s\n", m.text, strings.Join(keys, "\n"))
			if len(keys) > 0 && strings.HasPrefix(keys[0], "protocol") {
				text += "rate = 0.01\n"
			}
			if len(keys) > 0 && strings.Contains(keys[0], "pseudo") {
				text += "x = 0.5\n"
			}
			s, err := plan.Parse(t.Context(), "x.toml", text, nil, Standard())
			if err != nil {
				continue // they do not go together
			}
			for _, e := range config.Settings(s.Points[0].Algorithm) {
				if strings.Contains(text, "\n"+e.Key+" = ") {
					continue
				}
				if got, want := said(t, "fbp", e.Key, append(where, keys...)...), config.TOML(e.Value); got != want {
					t.Errorf("%v %v: %s = %s, a config resolves to %s", where, keys, e.Key, got, want)
				}
			}
		}
	}
}
