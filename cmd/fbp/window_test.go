package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// The plan says which margin the lattice of sums leaves of that of a symmetric perceptron, at
// each N once, and nothing of the kind for other models.
func TestPlanSaysTheEffectiveMargin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := strings.NewReplacer(`"perceptron"`, `"symmetric_perceptron"`+"\nkappa = 1.0").Replace(searchesOnly)
	scratch.Write(t, filepath.Join(dir, "window.toml"), config)
	fbp(t, dir, "plan", "window.toml", "--set", "model.n=289,341,361").want(t, 0).
		says(t, "effective kappa: 1.059 at n = 289, 0.9748 at n = 341, 1.053 at n = 361 (")
	scratch.Write(t, filepath.Join(dir, "signs.toml"), searchesOnly)
	if o := fbp(t, dir, "plan", "signs.toml").want(t, 0); strings.Contains(o.stderr, "effective") {
		t.Errorf("of a perceptron: %s", o.stderr)
	}
}
