package experiment

import (
	"os"
	"runtime/debug"
	"testing"

	"fbp/internal/scratch"
)

func TestMain(m *testing.M) {
	scratch.InMemory()
	debug.SetGCPercent(400) // small heaps are collected often
	os.Exit(m.Run())
}
