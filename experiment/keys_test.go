package experiment

import (
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/internal/scratch"
)

// keysFile has a line of each kind with those of its keys that are hashed whatever
// their value: those of the time when the tag absent came, or of the kind's own.
const keysFile = "testdata/hashed-keys.txt"

// hashedKeys are the keys of the file by kind.
func hashedKeys(t *testing.T) map[string][]string {
	t.Helper()
	data := scratch.Read(t, keysFile)
	keys := map[string][]string{}
	for line := range strings.Lines(data) {
		if kind, list, ok := strings.Cut(line, ":"); ok {
			keys[kind] = strings.Fields(list)
		}
	}
	return keys
}

// A new key of a kind has the tag absent, so that it renames no task; one that was
// there when the tag came has none, which would rename tasks as well.
func TestNewKeysRenameNoTask(t *testing.T) {
	hashed, seen := hashedKeys(t), 0
	for _, k := range Standard().Kinds() {
		if !slices.Contains([]string{"model", "instance", "algorithm", "measure"}, k.Section) {
			continue
		}
		kind := k.Section + "." + k.Name
		old, known := hashed[kind]
		var always []string
		for _, key := range k.Keys {
			if !key.Hashed {
				continue // that of samples, too: it is hashed where TestUnsolved says so
			}
			seen++
			if !key.Absent {
				always = append(always, key.Path)
			}
			switch listed := slices.Contains(old, key.Path); {
			case listed && key.Absent:
				t.Errorf("%s.%s has a tag absent, which renames the tasks that have the key in their names: take the tag away", kind, key.Path)
			case known && !listed && !key.Absent:
				t.Errorf("%s.%s is new and renames the tasks of its kind: give its field the tag absent:\"…\" with the value that "+
					"reproduces the program before the key existed (CONTRIBUTING.md, Same bits)", kind, key.Path)
			}
		}
		if !known {
			t.Errorf("%s is a new kind: add its line to %s:\n%s: %s", kind, keysFile, kind, strings.Join(always, " "))
		}
		for _, path := range old {
			if !slices.ContainsFunc(k.Keys, func(key config.Key) bool { return key.Path == path }) {
				t.Errorf("%s.%s is gone, which renames the tasks of its kind: only with a new results.PhysicsVersion; then take it from %s", kind, path, keysFile)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d keys: the test does not see them", seen)
	}
}
