package experiment

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// under writes the texts of configs to a folder and loads the one named over.toml.
func under(t *testing.T, dir, base, over string, sets ...string) (*plan.Spec, error) {
	t.Helper()
	for name, text := range map[string]string{"quick.toml": base, "over.toml": over} {
		scratch.Write(t, filepath.Join(dir, name), text)
	}
	return plan.Load(t.Context(), filepath.Join(dir, "over.toml"), sets, Standard())
}

const swept = plain + "epsilon = 1e-5\n[sweep]\n\"instance.alpha\" = [0.3, 0.5]\n\"algorithm.y\" = [5, 10]\n"

// A config that starts from another is the other with its own keys: what it resolves to
// is what the same text in one file resolves to.
func TestBase(t *testing.T) {
	const top = "base = \"quick.toml\"\n"
	inPlain := func(pairs ...string) string {
		text := swept
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				t.Fatalf("%q is not in the config", pairs[i])
			}
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return text
	}
	axis := "\"instance.alpha\" = [0.3, 0.5]\n"
	ys := "\"algorithm.y\" = [5, 10]\n"
	table := "kind = \"fbp\"\ngamma = { schedule = \"atanh\", steps = 5, first = 0, cap = 3.0 }\n"
	for name, c := range map[string]struct{ base, over, want string }{
		"nothing":              {swept, top, swept},
		"a key":                {swept, top + "samples = 5\n[model]\nkappa = 0.1\n", inPlain("samples = 3", "samples = 5", "n = 21", "n = 21\nkappa = 0.1")},
		"a key that is there":  {swept, top + "[model]\nn = 31\n", inPlain("n = 21", "n = 31")},
		"the same kind":        {swept, top + "[algorithm]\nkind = \"fbp\"\ndamping = 0.2\n", inPlain("kind = \"fbp\"", "kind = \"fbp\"\ndamping = 0.2", ys, "")},
		"another kind":         {inPlain("kind = \"fbp\"", "kind = \"fbp\"\ndamping = 0.2"), top + "[algorithm]\nkind = \"sbpi\"\n", inPlain("kind = \"fbp\"", "kind = \"sbpi\"", ys, "")},
		"measurements":         {swept, top + "[[measure]]\nkind = \"stability\"\nto = 6.0\n", inPlain("kind = \"stability\"", "kind = \"stability\"\nto = 6.0", "[[measure]]\nkind = \"local_entropy\"\nepsilon = 1e-5\n", "")},
		"a key ends its sweep": {swept, top + "[instance]\nalpha = 0.4\n", inPlain("alpha = 0.5", "alpha = 0.4", axis, "")},
		"a sweep":              {swept, top + "[sweep]\n\"instance.alpha\" = [0.2]\n\"model.kappa\" = [0.0, 0.1]\n", inPlain("[0.3, 0.5]", "[0.2]", ys, ys+"\"model.kappa\" = [0.0, 0.1]\n")},
		"a sweep of dots":      {swept, top + "[sweep]\ninstance.alpha = [0.2]\n", inPlain("[0.3, 0.5]", "[0.2]")},
		"a table":              {inPlain("kind = \"fbp\"\n", table), top + "[algorithm]\ngamma = { list = [0.1] }\n", inPlain("kind = \"fbp\"\n", "kind = \"fbp\"\ngamma = { list = [0.1] }\n")},
		"a key of a table":     {inPlain("kind = \"fbp\"\n", table), top + "[algorithm]\ngamma.steps = 7\n", inPlain("kind = \"fbp\"\n", strings.Replace(table, "steps = 5", "steps = 7", 1))},
		"variants":             {swept + "[[variant]]\nname = \"x\"\nalgorithm.damping = 0.1\n", top + "[[variant]]\nname = \"y\"\nalgorithm.damping = 0.2\n", swept + "[[variant]]\nname = \"y\"\nalgorithm.damping = 0.2\n"},
		"not the name":         {"name = \"quick\"\n" + swept, top, swept},
		"samples by a rule":    {strings.Replace(swept, "samples = 3", "samples = { until = 0.1, batch = 5 }", 1), top + "samples = 4", inPlain("samples = 3", "samples = 4")},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := under(t, dir, c.base, c.over)
			if err != nil {
				t.Fatal(err)
			}
			want, err := under(t, dir, "", c.want)
			if err != nil {
				t.Fatalf("%v in\n%s", err, c.want)
			}
			if got := string(s.Resolved("")); got != string(want.Resolved("")) || strings.Contains(got, "base") {
				t.Errorf("resolved:\n%s\nwant:\n%s", got, want.Resolved(""))
			}
		})
	}
	if s, err := under(t, t.TempDir(), swept, top, "algorithm.kind=sbpi", "instance.alpha=0.3"); err != nil || len(s.Points) != 1 {
		t.Errorf("--set over a base: %v", err)
	}
}

// Mistakes name the file that makes them.
func TestBaseMistakes(t *testing.T) {
	for name, c := range map[string]struct{ base, over, want string }{
		"chain":             {"base = \"other.toml\"\n" + plain, "base = \"quick.toml\"\n", `quick.toml:1: base = "other.toml": a config that others start from cannot start from another itself`},
		"missing":           {plain, "seed = 1\nbase = \"none.toml\"\n", `over.toml:2: base = "none.toml": there is no such file: DIR/none.toml`},
		"no text":           {plain, "base = 3\n", `over.toml:1: base = 3: want the file of the config to start from`},
		"in the base":       {strings.Replace(plain, "n = 21", "n = 0", 1), "base = \"quick.toml\"\n", `quick.toml:5: model.n = 0: want an integer >= 1`},
		"over it":           {plain, "base = \"quick.toml\"\n[model]\nn = 0\n", `over.toml:3: model.n = 0: want an integer >= 1`},
		"syntax":            {"[model", "base = \"quick.toml\"\n", `quick.toml:1: `},
		"not a table there": {plain, "base = \"quick.toml\"\nmodel = 3\n", `over.toml:2: model = 3: want a section [model]`},
		"a quoted key":      {plain, "base = \"quick.toml\"\n[model]\n\"a.b\" = 3\n", `over.toml:3: model.a: unknown key; `},
	} {
		dir := t.TempDir()
		_, err := under(t, dir, c.base, c.over)
		if err == nil {
			t.Errorf("%s: no mistake", name)
			continue
		}
		if text := strings.ReplaceAll(err.Error(), dir, "DIR"); !strings.HasPrefix(text, "DIR/"+c.want) {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
	if err := setMistake(t, "base=quick.toml"); err != "--set base=quick.toml: want a key of the config; what it starts from is said in its file" {
		t.Errorf("--set base: %s", err)
	}
}

// setMistake is the error of a --set argument.
func setMistake(t *testing.T, set string) string {
	t.Helper()
	_, err := plan.Parse(t.Context(), "x.toml", plain, []string{set}, Standard())
	if err == nil {
		return ""
	}
	return err.Error()
}
