package experiment

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"fbp/results"
)

// describe writes what the run is: config.toml, plan.json, provenance.json.
// When the folder holds another experiment, tasks of both live side by side,
// since they are named by their parameters; the log says what differs.
func (r *runner) describe() error {
	config := r.plan.spec.Resolved()
	same := false // tasks: theory, figure or name may still differ
	if old, err := r.folder.Plan(); err == nil {
		same = old.Config == r.plan.Config
	}
	for _, file := range []struct {
		path string
		data []byte
	}{{r.folder.in("config.toml"), config}, {r.folder.in("plan.json"), r.plan.encode()}} {
		old, err := os.ReadFile(file.path)
		if err == nil && bytes.Equal(old, file.data) {
			continue // several shards start at once: leave the file alone
		}
		if err == nil && !same && strings.HasSuffix(file.path, ".toml") && !bytes.Equal(body(old), body(config)) {
			r.Log.Warn("the folder holds another experiment; its records are kept, tables and figure will be those of this one",
				"folder", string(r.folder), "differs", difference(string(old), string(config)))
		}
		if err := results.WriteFile(file.path, file.data); err != nil {
			return err
		}
	}
	return r.noteProvenance()
}

// body is a config without its first line, which names the file it came from.
func body(config []byte) []byte {
	_, rest, _ := bytes.Cut(config, []byte("\n"))
	return rest
}

// difference names the lines that two resolved configs do not share.
func difference(old, now string) string {
	only := func(a, b string) []string {
		has := map[string]bool{}
		for line := range strings.Lines(b) {
			has[squeezed(line)] = true
		}
		var lines []string
		for line := range strings.Lines(a) {
			if s := squeezed(line); !has[s] && s != "" && s[0] != '#' {
				lines = append(lines, s)
			}
		}
		return lines
	}
	const most = 4
	gone, come := only(old, now), only(now, old)
	text := fmt.Sprintf("was: %s; now: %s", strings.Join(gone[:min(most, len(gone))], ", "), strings.Join(come[:min(most, len(come))], ", "))
	if len(gone) > most || len(come) > most {
		text += ", …"
	}
	return text
}

// squeezed is a line without the blanks that put its equals sign in a column.
func squeezed(line string) string { return strings.Join(strings.Fields(line), " ") }
