package experiment

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/results"
)

// A file of one JSON object is read only if it is what is written for its content,
// byte for byte: not with text after its end, keys of other capitals, a key twice
// or blanks, whether its sum fits or not.
func TestFilesAreReadStrictly(t *testing.T) {
	dir := fixture(t, "physics2-format2")
	named := func(pattern string) string {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		return found[0]
	}
	record, err := results.ReadRecord(named("tasks/*"))
	if err == nil {
		record.Run = &results.Run{Seconds: 1, Origin: results.Origin{Host: "a"}}
		err = results.WriteRecord(named("tasks/*"), record)
	}
	if err != nil {
		t.Fatal(err)
	}
	for what, file := range map[string]struct {
		path string
		key  string // one that comes once
		read func(path string) error
	}{
		"plan":     {named("plan.json"), "seed", func(path string) error { _, err := plan.Read(path); return err }},
		"record":   {named("tasks/*"), "status", func(path string) error { _, err := results.ReadRecord(path); return err }},
		"head":     {named("tasks/*"), "status", func(path string) error { _, _, err := results.ReadHead(path); return err }},
		"run":      {named("tasks/*"), "seconds", func(path string) error { _, err := results.ReadRecord(path); return err }},
		"solution": {named("solutions/*"), "Digest", func(path string) error { _, err := store.ReadSolutionFile(path); return err }},
		"measurement": {named("measurements/*"), "weights", func(path string) error {
			_, err := store.Folder(dir).MeasurementNamed(filepath.Base(path))
			return err
		}},
	} {
		data, err := os.ReadFile(file.path)
		if err != nil || file.read(file.path) != nil {
			t.Fatalf("%s: %v, %v", what, err, file.read(file.path))
		}
		key := []byte(`"` + file.key + `":`)
		if bytes.Count(data, key) != 1 {
			t.Fatalf("%s: no key %s, or several", what, key)
		}
		other := bytes.Replace(data, key, bytes.ToUpper(key), 1)
		twice := bytes.Replace(data, key, fmt.Appendf(nil, `%s0,%s`, key, key), 1)
		blank := bytes.Replace(data, key, fmt.Appendf(nil, "%s ", key), 1)
		for how, text := range map[string][]byte{
			"an object after it": append(bytes.Clone(data), "{}\n"...), "text after it": append(bytes.Clone(data), "x"...),
			"other capitals": other, "other capitals, sealed": sealedAgain(other),
			"a key twice, sealed": sealedAgain(twice), "a blank, sealed": sealedAgain(blank),
		} {
			scratch.Write(t, file.path, text)
			if err := file.read(file.path); err == nil || strings.Contains(err.Error(), "newer") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s with %s: error %v", what, how, err)
			}
		}
		scratch.Write(t, file.path, data)
	}
}

// sealedAgain is a line with the sum that fits it; one without a sum stays.
func sealedAgain(line []byte) []byte {
	body, rest, ok := bytes.Cut(line, []byte(`,"sum":"`))
	if !ok {
		return line
	}
	return fmt.Appendf(nil, `%s,"sum":"%x%s`, body, sha256.Sum256(append(bytes.Clone(body), '}')), rest[2*sha256.Size:])
}
