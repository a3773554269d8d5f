//go:build slow

package main

import (
	"os"
	"strconv"
	"testing"
)

// TestKilledOften kills at 25 random moments, or as many as FBP_KILLS says.
func TestKilledOften(t *testing.T) {
	t.Parallel()
	kills, err := strconv.Atoi(os.Getenv("FBP_KILLS"))
	if err != nil {
		kills = 25
	}
	survive(t, kills)
}
