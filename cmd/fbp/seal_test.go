package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever reads a table verifies its checksum, and names what makes it again.
func TestReadersVerifyTables(t *testing.T) {
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "out").want(t, 0)
	fbp(t, dir, "collect", "out", "--at", "distance=.1,.2").want(t, 0)
	damage := map[string]func(text string) string{
		"a digit": func(text string) string { return strings.Replace(text, "0.", "1.", 1) },
		"a row": func(text string) string {
			return text[:strings.LastIndex(text[:strings.LastIndex(text, "#")-1], "\n")+1] + text[strings.LastIndex(text, "#"):]
		},
		"its checksum": func(text string) string { return text[:strings.LastIndex(text, "#")] },
		"all of it":    func(string) string { return "" },
	}
	for _, table := range []string{"local_entropy", "theory_max", "samples", "local_entropy_at"} {
		path := filepath.Join(dir, "out", table+".tsv")
		sound := read(t, path)
		for what, change := range damage {
			write(t, path, change(sound))
			readers := [][]string{{"report", "out"}}
			switch table {
			case "local_entropy", "theory_max": // what is drawn
				readers = append(readers, []string{"plot", "out"}, []string{"plot", "out", "--emit", "gnuplot"})
			case "samples":
				readers = append(readers, []string{"status", "out"})
			}
			before := outputs(t, filepath.Join(dir, "out"))
			for _, reader := range readers {
				o := fbp(t, dir, reader...).want(t, 1).says(t, table+".tsv: ", "fbp collect out")
				if reader[0] != "status" && reader[0] != "run" && strings.Count(o.stderr, "\n") != 1 {
					t.Errorf("%v of %s without %s: more than one line:\n%s", reader, table, what, o.stderr)
				}
			}
			if outputs(t, filepath.Join(dir, "out")) != before {
				t.Errorf("%s without %s: files were changed", table, what)
			}
		}
		write(t, path, sound)
	}
	// A table of one's own is shown as it is.
	write(t, filepath.Join(dir, "out/own.tsv"), "a\tb\n1\t2\n")
	fbp(t, dir, "report", "out").want(t, 0)
	if err := os.Remove(filepath.Join(dir, "out/own.tsv")); err != nil {
		t.Fatal(err)
	}
}
