//go:build slow

package experiment

import (
	"os"
	"testing"
)

// Every operation of a run, not a few, fails or is the last: in one of the ways in turn, or
// in each of them with FBP_FAULTS=all, as for bench/robustness.txt.
func TestEveryFaultyOperation(t *testing.T) {
	everyOperation(t, func(int) int {
		if os.Getenv("FBP_FAULTS") == "all" {
			return 1
		}
		return 3
	})
}

func TestEveryPowerLoss(t *testing.T) { powerLoss(t, 1<<30, 3) }
