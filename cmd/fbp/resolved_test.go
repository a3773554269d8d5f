package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestPlanResolved: fbp plan --resolved prints the config that a run keeps, with the defaults
// of its model, protocol and preset (PNAS 117, 161 (2020) for weights on spheres;
// docs/config.md for the rest), and makes the same tasks.
func TestPlanResolved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const start = "[instance]\nkind = \"random\"\nalpha = 0.5\n[model]\nn = 21\n"
	for name, c := range map[string]struct{ text, has string }{
		"binary":    {start + "kind = \"perceptron\"\n[algorithm]\nkind = \"fbp\"\n", "y = 20.0\n|refresh = 50\n|damping = 0.5\n"},
		"sphere":    {start + "kind = \"perceptron\"\nweights = \"spherical\"\n[algorithm]\nkind = \"fbp\"\n", "y = 10.0\n|damping = 0.7\n|gamma = { schedule = \"exponential\", steps = 30, first = 0, from = 0.5, to = 30.0 }"},
		"rate":      {start + "kind = \"perceptron\"\n[algorithm]\nkind = \"fbp\"\nprotocol = \"reinforcement\"\nrate = 0.01\n", "refresh = 10\n"},
		"geometric": {start + "kind = \"perceptron\"\n[algorithm]\nkind = \"fbp\"\nprotocol = \"reinforcement\"\nrate = 0.01\ngrowth = \"geometric\"\naccuracy = \"amp\"\n", "refresh = 1000\n|damping = 0.3\n"},
		"full":      {start + "kind = \"committee\"\nhidden = 3\nlayout = \"full\"\n[algorithm]\nkind = \"fbp\"\n", "start = { noise = 0.1 }\n"},
		"capacity":  {start + "kind = \"perceptron\"\n[algorithm]\nkind = \"fbp\"\npreset = \"capacity\"\n", "finish = \"sbpi\"\n"},
		"cheap":     {start + "kind = \"perceptron\"\n[algorithm]\nkind = \"fbp\"\npreset = \"cheap\"\n", "rate = 0.03\n"},
		"lal":       {start + "kind = \"committee\"\nhidden = 3\nweights = \"spherical\"\n[algorithm]\nkind = \"lal\"\nreplicas = 3\n", "rate = 0.01\n"},
	} {
		file := name + ".toml"
		scratch.Write(t, filepath.Join(dir, file), c.text)
		resolved := fbp(t, dir, "plan", file, "--resolved").want(t, 0).stdout
		for want := range strings.SplitSeq(c.has, "|") {
			if !strings.Contains(squeezed(resolved), want) {
				t.Errorf("%s: no %q in\n%s", name, want, resolved)
			}
		}
		scratch.Write(t, filepath.Join(dir, "again", file), resolved)
		want := fbp(t, dir, "plan", file).want(t, 0).stdout
		if got := fbp(t, dir, "plan", "again/"+file).want(t, 0).stdout; got != want {
			t.Errorf("%s: the resolved config makes the tasks\n%s\nwant\n%s", name, got, want)
		}
	}
	scratch.Write(t, filepath.Join(dir, "p.txt"), strings.Repeat("1 -1 1\n", 2))
	scratch.Write(t, filepath.Join(dir, "file.toml"), "samples = 1\n[model]\nkind = \"perceptron\"\nn = 3\n[instance]\nkind = \"file\"\npath = \"p.txt\"\n[algorithm]\nkind = \"fbp\"\n")
	if got := fbp(t, dir, "plan", "file.toml", "--resolved").want(t, 0).stdout; !strings.Contains(squeezed(got), "path = \""+filepath.ToSlash(filepath.Join(dir, "p.txt"))+"\"") {
		t.Errorf("the path is not absolute:\n%s", got)
	}
}

// squeezed is a text without runs of blanks.
func squeezed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	return b.String()
}
