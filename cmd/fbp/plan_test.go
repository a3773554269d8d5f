package main

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"fbp/instances"
)

// counting is a source that counts the instances that it makes.
type counting struct {
	instances.Source
	made *int
}

func (c counting) Data(ctx context.Context, l instances.Labeller, seed int64, sample int) (*instances.Data, error) {
	*c.made++
	return c.Source.Data(ctx, l, seed, sample)
}

// Every instance is made once, whatever is written of it and however many tasks it has.
func TestInstancesMadeOnce(t *testing.T) {
	p, err := load(t.Context(), "testdata/tiny.toml", []string{"samples=2", "algorithm.y=5,6"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	made, names := 0, map[string]bool{}
	for _, point := range p.Spec.Points {
		point.Source = counting{point.Source, &made}
	}
	for _, task := range p.Tasks {
		names[p.InstanceName(task)] = true
	}
	dir := t.TempDir()
	if err := writeInstances(t.Context(), p, filepath.Join(dir, "patterns"), filepath.Join(dir, "data"), io.Discard); err != nil {
		t.Fatal(err)
	}
	if made != len(names) || len(names) >= len(p.Tasks) {
		t.Errorf("%d instances were made, of %d that %d tasks have", made, len(names), len(p.Tasks))
	}
	for name := range names {
		for _, file := range []string{"patterns/" + name + ".txt", "data/" + name + ".inputs.npy"} {
			if found, _ := filepath.Glob(filepath.Join(dir, file)); len(found) != 1 {
				t.Errorf("there is no %s", file)
			}
		}
	}
}
