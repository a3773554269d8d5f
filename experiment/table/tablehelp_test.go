package table

import (
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
)

const plain, curved = plantest.Plain, plantest.Curved

// planned makes the plan of a config that must be right.
func planned(t *testing.T, text string, sets ...string) *plan.Plan {
	t.Helper()
	return plantest.Plan(t, plantest.Catalog(), text, sets...)
}
