package main

import (
	"io"
	"path/filepath"
	"slices"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
)

// Each of the six sections of a run, its figure among them, is decoded once by a command, whatever it does with
// them: of the config, or of plan.json. So is the config, that of the folder where a command
// needs its figure.
func TestSectionsAreDecodedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	defer func() { plan.Decoding, config.Parsing = nil, nil }()
	for _, args := range [][]string{
		{"plan", "../../configs/alpha05.toml"},
		{"run", "../../configs/quick.toml", "--out", dir},
		{"run", "../../configs/quick.toml", "--out", dir},
		{"collect", dir},
		{"plot", dir},
		{"check", dir},
		{"report", dir},
		{"export", dir},
		{"cost", dir},
		{"fit", dir},
		{"status", dir, "--failed"},
	} {
		var decoded, read []string
		config.Parsing = func(file string) { read = append(read, file) }
		plan.Decoding = func(path string) { decoded = append(decoded, path) }
		root := program()
		root.SetArgs(args)
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(args, err)
		}
		slices.Sort(decoded)
		want, configs := 6, 1
		if slices.Contains([]string{"export", "cost", "fit", "status"}, args[0]) { // which need no figure
			want, configs = 5, 0
		}
		if len(decoded) != want {
			t.Errorf("fbp %s: decoded are %d sections, want %d: %v", args[0], len(decoded), want, decoded)
		}
		if len(read) != configs {
			t.Errorf("fbp %s: read are %d configs, want %d: %q", args[0], len(read), configs, read)
		}
	}
}
