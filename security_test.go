package fbp_test

import (
	"slices"
	"testing"
)

// TestProgramsAndNetworks: the packages that start other programs are those that SECURITY.md has in
// mind, for Slurm, for git, and for a solver that a user has allowed. None opens connections.
func TestProgramsAndNetworks(t *testing.T) {
	starts := []string{"cluster", "experiment", "internal/origin", "internal/process"}
	_, files := goFiles(t)
	for _, f := range files {
		if f.test {
			continue
		}
		for p := range f.imported() {
			if p == "os/exec" && !slices.Contains(starts, f.pkg) || p == "net" || p == "net/http" {
				t.Errorf("%s imports %s: SECURITY.md promises that it does not", f.path, p)
			}
		}
	}
}
