package experiment

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// A plan is read only if it is what is written for its content, byte for byte: not with text
// after its end, keys of other capitals, a key twice or blanks. Nothing else has a sum there.
func TestPlansAreReadStrictly(t *testing.T) {
	dir := fixture(t, "physics6-format2")
	path := filepath.Join(dir, "plan.json")
	data := []byte(scratch.Read(t, path))
	if _, err := plan.Read(path); err != nil {
		t.Fatal(err)
	}
	key := []byte(`"seed":`)
	for how, text := range map[string][]byte{
		"an object after it": append(bytes.Clone(data), "{}\n"...),
		"text after it":      append(bytes.Clone(data), "x"...),
		"other capitals":     bytes.Replace(data, key, bytes.ToUpper(key), 1),
		"a key twice":        bytes.Replace(data, key, fmt.Appendf(nil, `%s0,%s`, key, key), 1),
		"a blank":            bytes.Replace(data, key, fmt.Appendf(nil, "%s ", key), 1),
	} {
		scratch.Write(t, path, text)
		if _, err := plan.Read(path); err == nil || strings.Contains(err.Error(), "newer") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", how, err)
		}
	}
}
