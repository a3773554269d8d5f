package main

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// TestBenchmarkInstances: the instances of the benchmark are those whose hashes are kept,
// and those of its other models have the same patterns.
func TestBenchmarkInstances(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	frozen := map[string]string{}
	for _, row := range strings.Split(strings.TrimSpace(scratch.Read(t, "../../docs/figures/benchmark-instances.tsv")), "\n")[1:] {
		name, hash, _ := strings.Cut(row, "\t")
		frozen[name] = hash
	}
	if len(frozen) != 500 {
		t.Errorf("%d instances are kept", len(frozen))
	}
	for config, instances := range map[string]int{"benchmark": 500, "benchmark-models": 100} {
		dir := t.TempDir()
		fbp(t, ".", "plan", "../../configs/"+config+".toml", "--write-patterns", dir).want(t, 0)
		written, err := filepath.Glob(filepath.Join(dir, "*.txt"))
		if err != nil || len(written) != instances {
			t.Errorf("%s: %d instances, %v", config, len(written), err)
		}
		for _, file := range written {
			name := strings.TrimSuffix(filepath.Base(file), ".txt")
			if hash := fmt.Sprintf("%x", sha256.Sum256([]byte(scratch.Read(t, file)))); frozen[name] != hash {
				t.Fatalf("%s: %s has %s, want %s", config, name, hash, frozen[name])
			}
		}
	}
}
