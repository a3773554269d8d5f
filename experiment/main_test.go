package experiment

import (
	"os"
	"testing"

	"fbp/internal/scratch"
)

func TestMain(m *testing.M) {
	scratch.InMemory()
	os.Exit(m.Run())
}
