package main

import (
	"path/filepath"
	"testing"

	"fbp/internal/scratch"
)

const theoryOfTiny = `
[[theory]]
name = "max"
kind = "franz_parisi"
kappa_ref = 0
d = "0.05:0.3:3"
compare = true
`

// withTheory is a folder with the tiny config and a theory.
func withTheory(t *testing.T) (dir, text string) {
	t.Helper()
	dir = workdir(t)
	text = scratch.Read(t, dir, "tiny.toml") + theoryOfTiny
	scratch.Write(t, filepath.Join(dir, "theory.toml"), text)
	return dir, text
}
