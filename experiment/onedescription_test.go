package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// TestKeysAreDescribedOnce: keys.md, a config to start from, the schema and refusals say of every key of every algorithm
// what fbp config prints of it, help and range.
func TestKeysAreDescribedOnce(t *testing.T) {
	c := Standard()
	document := strings.Join(strings.Fields(scratch.Read(t, "../docs/keys.md")), " ")
	section := c.Schema()["properties"].(map[string]any)["algorithm"].(map[string]any)
	seen := 0
	for _, k := range c.Kinds() {
		if k.Section != "algorithm" {
			continue
		}
		keys := schemaKeys(section, k.Name)
		start, _, err := c.Template(t.Context(), "x", plan.Start{Algorithm: k.Name})
		for _, key := range k.Keys {
			if strings.Contains(key.Path, ".") {
				continue
			}
			own, _ := keys[key.Path].(map[string]any)
			if text := fmt.Sprint(own["description"]); !strings.HasPrefix(text, key.Help) {
				t.Errorf("algorithm.%s.%s: the schema says %q, want %q", k.Name, key.Path, text, key.Help)
			}
			if !strings.Contains(document, key.Help) {
				t.Errorf("algorithm.%s.%s: keys.md does not say %q", k.Name, key.Path, key.Help)
			}
			if err == nil && !strings.Contains(string(start), key.Help) {
				t.Errorf("algorithm.%s.%s: a config to start from does not say %q", k.Name, key.Path, key.Help)
			}
			if err == nil && key.Low.Text != "" && key.List == nil && key.Forms == nil {
				seen++
				refusedByRange(t, c, k.Name, key)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d keys have a range", seen)
	}
}

// schemaKeys are the keys of a kind in the schema of its section.
func schemaKeys(section map[string]any, kind string) map[string]any {
	for _, one := range section["allOf"].([]any) {
		keys := one.(map[string]any)["then"].(map[string]any)["properties"].(map[string]any)
		if keys["kind"].(map[string]any)["const"] == kind {
			return keys
		}
	}
	return nil
}

// refusedByRange sets a key to less than its range. An integer is refused by the end that it is beyond.
func refusedByRange(t *testing.T, c *plan.Catalog, kind string, key config.Key) {
	set, want := fmt.Sprintf("algorithm.%s=%v", key.Path, key.Low.At-1), key.Range()
	if key.Name == "integer" {
		want = "want an integer >= " + key.Low.Text
	}
	if _, _, err := c.Template(t.Context(), "x", plan.Start{Algorithm: kind, Sets: []string{set}}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("algorithm %q, %s: %v, want %q", kind, set, err, want)
	}
}
