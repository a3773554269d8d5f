package experiment

import (
	"os"
	"runtime/debug"
	"testing"
	"time"

	"fbp/experiment/store"
	"fbp/internal/scratch"
)

func TestMain(m *testing.M) {
	scratch.InMemory()
	debug.SetGCPercent(400) // small heaps are collected often
	store.ClaimsPoll = 50 * time.Millisecond
	os.Exit(m.Run())
}
