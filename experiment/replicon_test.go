package experiment

import (
	"math"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/slow"
)

// around is a config of local entropies with theory beside them.
const around = `samples = 4
[model]
kind = "perceptron"
n = 301
[instance]
kind = "random"
alpha = 0.5
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
rho = { list = [0.6, 1.0] }
replicon = true
[[theory]]
name = "max"
kind = "franz_parisi"
kappa_ref = "max"
kappa = 0.0
d = "0.05:0.3:3"
compare = true
`

// The replicon of samples is that of theory at the same distance, within what N = 301 and
// four samples leave: at this α solutions of focusing BP are near those of maximum margin.
// Several units are refused.
func TestRepliconBesideTheory(t *testing.T) {
	slow.Only(t)
	p, dir := planned(t, around), t.TempDir()
	ran(t, p, Options{Dir: dir, Jobs: 2})
	tables(t, p, dir)
	deviation, local := plantest.Table(t, dir, "deviation.tsv"), plantest.Table(t, dir, "local_entropy.tsv")
	mean := plantest.Column(t, local, "replicon")
	x, sem, theory := plantest.Column(t, deviation, "replicon"), plantest.Column(t, deviation, "replicon_sem"), plantest.Column(t, deviation, "replicon_theory")
	for i := range x {
		t.Logf("%.4f ± %.4f, theory %.4f", x[i], sem[i], theory[i])
		if x[i] != mean[i] || !(sem[i] > 0) || !(math.Abs(x[i]/theory[i]-1) < 0.15) {
			t.Errorf("row %d: %v ± %v, in the other table %v, theory %v", i, x[i], sem[i], mean[i], theory[i])
		}
	}
	without := planned(t, around, "measure.local_entropy.replicon=")
	if without.Tasks[0].Solution != p.Tasks[0].Solution || without.Tasks[0].ID == p.Tasks[0].ID {
		t.Error("names with and without the key")
	}
	committee := strings.NewReplacer(`kind = "perceptron"`, "kind = \"committee\"\nhidden = 3", "n = 301", "n = 303", "compare = true", "").Replace(around)
	_, err := plan.Parse(t.Context(), "x.toml", committee, nil, Standard())
	if err == nil || !strings.Contains(err.Error(), "measure.local_entropy.replicon = true: want a model of one unit") {
		t.Errorf("a committee: %v", err)
	}
}
