//go:build slow

package experiment

import "testing"

// Every operation of a run, not a few: see bench/robustness.txt.
func TestEveryFaultyOperation(t *testing.T) { everyOperation(t, 1<<30) }

func TestEveryPowerLoss(t *testing.T) { powerLoss(t, 1<<30, 3) }
