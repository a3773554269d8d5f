package experiment

import (
	"fmt"
	"slices"
	"testing"

	"fbp/experiment/plantest"
	"fbp/results"
)

// Replicas of a search have rows of their own in stability.tsv, a run of kind "file"
// measures them again to the same numbers, and fbp check counts their errors.
func TestReplicas(t *testing.T) {
	const config = `samples = 2
[model]
kind = "committee"
n = 27
hidden = 3
[instance]
kind = "random"
p = 8
[algorithm]
kind = "monte_carlo"
replicas = 3
overlap = 0.6
anneal = 200
equilibrate = 20
snapshots = 4
[[measure]]
kind = "stability"
`
	p, dir := fakePlan(t, Standard(), config), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	stability := plantest.Table(t, dir, "stability.tsv")
	count := map[string]int{}
	for _, row := range stability.Rows {
		count[row[2].String()]++
	}
	if stability.Columns[2] != "of" || len(count) != 2 || count["reference"] == 0 || count["reference"] != count["replicas"] {
		t.Errorf("columns %v, rows %v", stability.Columns, count)
	}
	again := fakePlan(t, Standard(), config, `algorithm={ kind = "file", path = "`+dir+`" }`)
	other := t.TempDir()
	ran(t, again, Options{Dir: other})
	tables(t, again, other)
	replicas := func(t *results.Table) (rows []string) {
		for _, row := range t.Rows {
			if row[2].String() == "replicas" {
				rows = append(rows, fmt.Sprint(row[:3])) // the density
			}
		}
		return rows
	}
	if got, want := replicas(plantest.Table(t, other, "stability.tsv")), replicas(stability); !slices.Equal(got, want) {
		t.Errorf("measured again: %v, want %v", got, want)
	}
	for _, dir := range []string{dir, other} {
		if k, findings := checked(t, Standard(), dir, false); findings != "" || k.Recounted == 0 {
			t.Errorf("%+v, %s", k, findings)
		}
	}
}
