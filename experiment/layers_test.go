package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// One rule lays a layer over those below, whichever layer it is and however it is written: a table that
// gives a key which chooses its form is whole, every other one amends.
func TestLayers(t *testing.T) {
	const head = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n"
	const below = head + "[algorithm]\nkind = \"fbp\"\nmax_sweeps = 7\ngamma = { schedule = \"exponential\", steps = 9, from = 0.5, to = 3.0 }\n"
	for name, c := range map[string]struct {
		keys []string // key = value, of [algorithm]
		want string   // [algorithm] of a config that says the same in one place
	}{
		"a key":              {[]string{"damping = 0.1"}, "kind = \"fbp\"\nmax_sweeps = 7\ndamping = 0.1\ngamma = { schedule = \"exponential\", steps = 9, from = 0.5, to = 3.0 }"},
		"a key of a table":   {[]string{"gamma.steps = 12"}, "kind = \"fbp\"\nmax_sweeps = 7\ngamma = { schedule = \"exponential\", steps = 12, from = 0.5, to = 3.0 }"},
		"a form of a table":  {[]string{"gamma.schedule = \"atanh\""}, "kind = \"fbp\"\nmax_sweeps = 7\ngamma = { schedule = \"atanh\" }"},
		"another form":       {[]string{"gamma.list = [0.1, 0.2]"}, "kind = \"fbp\"\nmax_sweeps = 7\ngamma = { list = [0.1, 0.2] }"},
		"a preset":           {[]string{"preset = \"cheap\""}, "kind = \"fbp\"\npreset = \"cheap\""},
		"a preset and a key": {[]string{"preset = \"cheap\"", "rate = 0.1"}, "kind = \"fbp\"\npreset = \"cheap\"\nrate = 0.1"},
		"the same kind":      {[]string{"kind = \"fbp\"", "damping = 0.1"}, "kind = \"fbp\"\ndamping = 0.1"},
		"another kind":       {[]string{"kind = \"sbpi\""}, "kind = \"sbpi\""},
		"a protocol":         {[]string{"protocol = \"reinforcement\"", "rate = 0.1"}, "kind = \"fbp\"\nmax_sweeps = 7\nprotocol = \"reinforcement\"\nrate = 0.1\ngamma = { schedule = \"exponential\", steps = 9, from = 0.5, to = 3.0 }"},
	} {
		want := planned(t, head+"[algorithm]\n"+c.want+"\n").Tasks[0].Solution
		dotted, inline, sets := "", inlined(c.keys), []string{}
		for _, key := range c.keys {
			dotted += "algorithm." + key + "\n"
			sets = append(sets, "algorithm."+strings.Replace(key, " = ", "=", 1))
		}
		variant := below + "[[variant]]\nname = \"a\"\n"
		dir := t.TempDir()
		base := func(over string) (*plan.Plan, error) {
			spec, err := under(t, dir, below, "base = \"quick.toml\"\n"+over)
			if err != nil {
				return nil, err
			}
			return plan.New(t.Context(), spec)
		}
		for how, plans := range map[string]func() (*plan.Plan, error){
			"base, dotted":    func() (*plan.Plan, error) { return base(dotted) },
			"base, inline":    func() (*plan.Plan, error) { return base("algorithm = " + inline + "\n") },
			"base, a section": func() (*plan.Plan, error) { return base("[algorithm]\n" + strings.Join(c.keys, "\n") + "\n") },
			"--set, dotted":   func() (*plan.Plan, error) { return planned(t, below, sets...), nil },
			"--set, inline":   func() (*plan.Plan, error) { return planned(t, below, "algorithm="+inline), nil },
			"variant, dotted": func() (*plan.Plan, error) { return planned(t, variant+dotted), nil },
			"variant, inline": func() (*plan.Plan, error) { return planned(t, variant+"algorithm = "+inline+"\n"), nil },
			"sweep, dotted":   func() (*plan.Plan, error) { return planned(t, below+"[sweep]\n"+swept1(c.keys)), nil },
		} {
			if how == "sweep, dotted" && name == "the same kind" {
				continue // a sweep keeps the keys of the kind that is named below
			}
			p, err := plans()
			if err != nil {
				t.Errorf("%s, %s: %v", name, how, err)
				continue
			}
			if got := p.Tasks[0].Solution; got != want {
				t.Errorf("%s, %s: %s, want %s\n%s", name, how, got, want, p.Spec.Resolved(""))
			}
		}
	}
}

// inlined writes keys as an inline table, dotted ones as tables in it.
func inlined(keys []string) string {
	var parts []string
	for _, key := range keys {
		path, value, _ := strings.Cut(key, " = ")
		if outer, inner, dotted := strings.Cut(path, "."); dotted {
			key = fmt.Sprintf("%s = { %s = %s }", outer, inner, value)
		}
		parts = append(parts, key)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// swept1 sweeps keys over one value each.
func swept1(keys []string) (text string) {
	for _, key := range keys {
		path, value, _ := strings.Cut(key, " = ")
		text += fmt.Sprintf("%q = [%s]\n", "algorithm."+path, value)
	}
	return text
}

// A key that has no meaning with the protocol that a later layer gives is left out and named; of the
// same layer it is a mistake. A sweep over kinds keeps the keys of the config at its own kind.
func TestLayersLeaveOut(t *testing.T) {
	const head = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\n"
	s := parsed(t, head+"protocol = \"reinforcement\"\nrate = 0.1\n", "algorithm.protocol=scoping")
	if want := `algorithm: protocol "scoping" leaves out what the config says of rate`; len(s.Warnings) != 1 || s.Warnings[0] != want {
		t.Errorf("warnings %q, want %q", s.Warnings, want)
	}
	for text, want := range map[string]string{
		"protocol = \"scoping\"\nrate = 0.1\n": `x.toml:11: algorithm.rate = 0.1: has no meaning with protocol "scoping"`,
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", head+text, nil, Standard()); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	swept := parsed(t, head+"protocol = \"reinforcement\"\nrate = 0.1\n[sweep]\n\"algorithm.protocol\" = [\"scoping\", \"reinforcement\", \"scoping\"]\n")
	if len(swept.Points) != 3 || len(swept.Warnings) != 1 {
		t.Errorf("%d points, warnings %q", len(swept.Points), swept.Warnings)
	}
	const two = "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"fbp\", y = 5 }\n"
	reach := parsed(t, head+two, "algorithm.damping=0.1")
	if want := `--set algorithm.damping=0.1 does not reach "b": what is said there begins anew`; len(reach.Warnings) != 2 || reach.Warnings[1] != want {
		t.Errorf("warnings %q, want %q", reach.Warnings, want)
	}
	kinds := planned(t, head+"max_sweeps = 7\n[sweep]\n\"algorithm.kind\" = [\"fbp\", \"sbpi\"]\n")
	for i, text := range []string{head + "max_sweeps = 7\n", strings.Replace(head, "fbp", "sbpi", 1)} {
		if got, want := kinds.Tasks[i].ID, planned(t, text).Tasks[0].ID; got != want {
			t.Errorf("kind %d: %s, want %s", i, got, want)
		}
	}
}

// The example of docs/config.md: a variant that names its kind inherits no key of a preset below.
func TestVariantInheritsNoPreset(t *testing.T) {
	const head = "samples = 10\n[model]\nkind = \"perceptron\"\nn = 501\n[instance]\nkind = \"random\"\nalpha = 0.5\n"
	const own = `{ kind = "fbp", protocol = "reinforcement", rate = 0.01, stop = "solved", max_sweeps = 20 }`
	p := planned(t, head+"[algorithm]\nkind = \"fbp\"\npreset = \"cheap\"\n[[variant]]\nname = \"a\"\nalgorithm = "+own+"\n")
	alone := planned(t, "algorithm = "+own+"\n"+head)
	for i := range alone.Tasks {
		if p.Tasks[i].ID != alone.Tasks[i].ID {
			t.Errorf("task %d: %s, want %s", i, p.Tasks[i].ID, alone.Tasks[i].ID)
		}
	}
}
