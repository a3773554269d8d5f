package experiment_test

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
)

// A preset names the tasks as the keys that it fills in would, is written out in the
// resolved config, which makes the same tasks, and can be swept; keys that are given win.
func TestPresetIsItsKeys(t *testing.T) {
	const text = "name = \"x\"\nsamples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\n"
	tasks := func(text string) (ids []string, spec *plan.Spec) {
		t.Helper()
		p := plantest.Plan(t, experiment.Standard(), text)
		for _, task := range p.Tasks {
			ids = append(ids, task.ID)
		}
		return ids, p.Spec
	}
	const keys = "protocol = \"reinforcement\"\ngrowth = \"geometric\"\nrate = 0.03\ny = 20\nstop = \"solved\"\ngive_up = \"frozen\"\n" +
		"damping = 0.5\nrefresh = 1000\nmax_sweeps = 1\n"
	reinforced := strings.NewReplacer("0.03", "0.003", "frozen", "none").Replace(keys)
	closest := strings.NewReplacer(`"none"`, `"far"`, "damping = 0.5", "damping = 0.3").Replace(reinforced) + "accuracy = \"amp\"\n" +
		"finish = \"sbpi\"\nhand_over = 0.99\nattempts = 20\nps = [0.3, 0.4]\nmax_epochs = 2000\n"
	for given, written := range map[string]string{
		"preset = \"capacity\"\n":                                          closest,
		"preset = \"capacity\"\nfinish = \"none\"\n":                       reinforced + "accuracy = \"amp\"\n",
		"preset = \"capacity\"\ny = 7\nps = [0.2]\n":                       strings.NewReplacer("y = 20", "y = 7", "[0.3, 0.4]", "[0.2]").Replace(closest),
		"preset = \"success\"\n":                                           "stop = \"solved\"\nmax_sweeps = 10\naccuracy = \"amp\"\nfinish = \"sbpi\"\ngive_up = \"far\"\n",
		"finish = \"sbpi\"\n":                                              "finish = \"sbpi\"\nhand_over = 0.99\nattempts = 20\nps = [0.3, 0.4]\nmax_epochs = 2000\n",
		"finish = \"none\"\n":                                              "",
		"preset = \"cheap\"\n":                                             keys,
		"preset = \"cheap\"\nrate = 0.01\ngive_up = \"none\"\n":            strings.NewReplacer("0.03", "0.01", "frozen", "none").Replace(keys),
		"preset = \"cheap\"\ny = 7\ngrowth = \"geometric\"\n":              strings.Replace(keys, "y = 20", "y = 7", 1),
		"give_up = \"none\"\n":                                             "",
		"protocol = \"reinforcement\"\nrate = 0.1\n":                       "protocol = \"reinforcement\"\nrate = 0.1\ngrowth = \"linear\"\n",
		"preset = \"cheap\"\n[sweep]\n\"algorithm.rate\" = [0.01, 0.03]\n": keys + "[sweep]\n\"algorithm.rate\" = [0.01, 0.03]\n",
	} {
		got, spec := tasks(text + given)
		want, _ := tasks(text + written)
		again, _ := tasks(string(spec.Resolved("")))
		for k := range want {
			if got[k] != want[k] || again[k] != want[k] {
				t.Errorf("%s: task %s, resolved %s; want %s", given, got[k], again[k], want[k])
			}
		}
		if !strings.Contains(given, "sweep") && strings.Contains(string(spec.Resolved("")), "preset") {
			t.Errorf("%s: resolved\n%s", given, spec.Resolved(""))
		}
	}
}

// Near capacity reinforcement is the slower the larger N, and its attempts are more and short.
func TestCapacityFollowsN(t *testing.T) {
	const text = "name = \"x\"\nsamples = 1\n[model]\nkind = \"perceptron\"\nn = %d\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\npreset = \"capacity\"\n"
	for n, keys := range map[int]string{
		501:   "rate = 0.003\nattempts = 20\nps = [0.3, 0.4]\nmax_epochs = 2000\n",
		1001:  "rate = 0.0005\nattempts = 50\nps = [0.4]\nmax_epochs = 400\n",
		4001:  "rate = 0.000125\nattempts = 200\nps = [0.4]\nmax_epochs = 400\n",
		30001: "rate = 0.0001\nattempts = 200\nps = [0.4]\nmax_epochs = 400\n",
	} {
		preset := fmt.Sprintf(text, n)
		got, want := plantest.Plan(t, experiment.Standard(), preset).Tasks, plantest.Plan(t, experiment.Standard(), preset+keys).Tasks
		if got[0].ID != want[0].ID {
			t.Errorf("n = %d: %s, want %s", n, got[0].ID, want[0].ID)
		}
	}
}
