package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// A config asks for local entropies at distances: run makes the table, seals it and draws
// it; it is the one that collect --at makes, whose distances the config replaces.
func TestCollectInConfig(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	tiny := scratch.Read(t, dir, "tiny.toml")
	panel := "\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"local_entropy_at\", x = \"alpha\", y = \"entropy\", y_bar = \"entropy_std\" }]\n"
	asks := tiny + "[collect]\nat = { distance = [0.1, 0.05] }\n"
	writeAll(t, dir, map[string]string{"asks.toml": "name = \"tiny\"\n" + asks + panel, "bare.toml": tiny + panel, "none.toml": strings.Replace(asks, "local_entropy\"\nrho = { steps = 5 }", "robustness\"", 1)})

	fbp(t, dir, "run", "asks.toml", "-j", "1").want(t, 0).says(t, "results/tiny/local_entropy_at.tsv", "results/tiny/figure.svg")
	at := scratch.Read(t, dir, "results/tiny/local_entropy_at.tsv")
	fbp(t, dir, "check", "results/tiny").want(t, 0)
	fbp(t, dir, "run", "tiny.toml", "--out", "other", "-j", "1").want(t, 0)
	fbp(t, dir, "collect", "other", "--at", "distance=.1,.05").want(t, 2).says(t, "[collect] at")
	config := filepath.Join(dir, "other/config.toml") // edited, as for a figure
	scratch.Write(t, config, scratch.Read(t, config)+"[collect]\nat = { distance = [0.1, 0.05] }\n")
	fbp(t, dir, "collect", "other").want(t, 0)
	fbp(t, dir, "check", "other").want(t, 0)
	if scratch.Read(t, dir, "other/local_entropy_at.tsv") != at {
		t.Error("an edited config makes another table")
	}
	if tasks := records(t, filepath.Join(dir, "other")); !slices.Equal(names(tasks), names(records(t, filepath.Join(dir, "results/tiny")))) {
		t.Error("[collect] names tasks otherwise")
	}

	scratch.Remove(t, filepath.Join(dir, "results/tiny/local_entropy_at.tsv"))
	if o := fbp(t, dir, "check", "results/tiny").want(t, 1); !strings.Contains(o.stdout, "local_entropy_at.tsv") {
		t.Errorf("a table that was asked for is not missed: %s", o.stdout)
	}
	fbp(t, dir, "collect", "results/tiny").want(t, 0)
	if scratch.Read(t, dir, "results/tiny/local_entropy_at.tsv") != at {
		t.Error("collect does not make the table of the config again")
	}
	fbp(t, dir, "run", "asks.toml", "--set", "collect.at.distance=[0.1]").want(t, 0)
	if less := scratch.Read(t, dir, "results/tiny/local_entropy_at.tsv"); strings.Count(less, "\n") != strings.Count(at, "\n")-2 {
		t.Errorf("the table has more distances than the config:\n%s", less)
	}

	for args, says := range map[string]string{
		"bare.toml": `series[0].table = "local_entropy_at": this config makes no such table; ask for it: [collect] at = { distance = [0.01, 0.02] }`,
		"none.toml": "collect.at.distance = [0.05, 0.1]: nothing in this config measures the local entropy",
		"asks.toml --set collect.at.distance=[0.7]": "collect.at.distance[0] = 0.7: want 0 < distance < 0.5",
		"asks.toml --set collect.at.distance=[]":    "want distances: at = { distance = [0.01, 0.02] }",
		"asks.toml --set collect.at.ro=[0.1]":       "collect.at.ro=[0.1]: unknown key; ",
	} {
		fbp(t, dir, append([]string{"plan"}, strings.Fields(args)...)...).want(t, 2).says(t, says)
	}
}

// names are the last parts of paths.
func names(paths []string) (list []string) {
	for _, p := range paths {
		list = append(list, filepath.Base(p))
	}
	return list
}
