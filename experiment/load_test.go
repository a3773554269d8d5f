package experiment

import (
	"fmt"
	"math"
	"testing"

	"fbp/experiment/plantest"
)

// TestLoads: load is P over the number of weights that the model has, counted here from its sizes, and p is P, whether α is
// given or P; alpha stays what the config says. Tables of single samples have neither.
//
// Check: `load`, `p` | sizes of perceptrons, committees and networks | 1e-15
func TestLoads(t *testing.T) {
	for _, c := range []struct {
		model     string
		algorithm string
		weights   int
	}{
		{"kind = \"perceptron\"\nn = 21", "sbpi", 21},
		{"kind = \"committee\"\nhidden = 3\nn = 21", "sbpi", 21},
		{"kind = \"committee\"\nhidden = 3\nn = 21\nlayout = \"full\"", "fbp", 63},
		{"kind = \"binary_mlp\"\nn = 21\nlayers = [5, 3]", "layered_bp", 21*5 + 5*3 + 3},
	} {
		for size, alpha := range map[string]float64{"alpha = 0.4": 0.4, "p = 7": 7 / float64(c.weights)} {
			text := fmt.Sprintf("samples = 2\n[model]\n%s\n[instance]\nkind = \"random\"\n%s\n[algorithm]\nkind = %q\n", c.model, size, c.algorithm)
			p, dir := planned(t, text), t.TempDir()
			ran(t, p, Options{Dir: dir})
			tables(t, p, dir)
			patterns := 7.
			if size != "p = 7" {
				patterns = math.Floor(alpha*float64(c.weights) + 1e-9)
			}
			for _, name := range []string{"summary.tsv", "success.tsv"} {
				of := plantest.Table(t, dir, name)
				for column, want := range map[string]float64{"p": patterns, "load": patterns / float64(c.weights), "alpha": alpha} {
					if got := plantest.Column(t, of, column)[0]; math.Abs(got-want) > 1e-15 {
						t.Errorf("%s, %s: %s has %s = %v, want %v", c.model, size, name, column, got, want)
					}
				}
			}
			if _, err := plantest.Table(t, dir, "samples.tsv").Column("load"); err == nil {
				t.Errorf("%s: samples.tsv has a load", c.model)
			}
		}
	}
}
