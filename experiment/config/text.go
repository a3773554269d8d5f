package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"fbp/internal/say"

	"github.com/BurntSushi/toml"
)

// Parse reads a TOML text, and takes its lists of tables, variants and sweep apart.
func Parse(file, text string) (*Document, error) {
	d, sweep, err := read(file, text)
	if err == nil {
		err = cmp.Or(d.noHidden("", d.Root), d.byWord("measure", "kind", "kind"), d.byWord("theory", "name", "kind"), d.takeVariants(), d.takeSweep(sweep))
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// Parsing is told of every config that is read, if it is not nil: tests count them.
var Parsing func(file string)

// read reads a TOML text; sweep are the keys of [sweep], in its order.
func read(file, text string) (d *Document, sweep []string, err error) {
	if len(text) > mostBytes {
		return nil, nil, &say.Error{Where: file, Want: fmt.Sprintf("larger than %d MiB: is this a config?", mostBytes>>20)}
	}
	if Parsing != nil {
		Parsing(file)
	}
	scan := scanned(text)
	if scan.want != "" {
		return nil, nil, &say.Error{Where: placed(file, scan.line), Want: scan.want + ": is this a config?"}
	}
	d = &Document{file: file, Root: Tree{}, places: map[string]place{}}
	meta, err := toml.Decode(text, &d.Root)
	if err != nil {
		return nil, nil, syntaxError(file, err)
	}
	for path, line := range scan.lines {
		d.places[path] = place{placed(file, line), file, line, ofFile}
	}
	d.noteInside("", d.Root)
	for _, k := range meta.Keys() {
		if len(k) > 1 && k[0] == "sweep" {
			sweep = append(sweep, strings.Join(k[1:], "."))
		}
	}
	return d, sweep, nil
}

// ReadsBack is the error of a text of settings that could not be read as it was written: one
// with hidden characters, or with bytes that are no UTF-8, which become another text. The name of
// a folder can bring them in, where a path leads through it.
func ReadsBack(text string) error {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"): // which is not read
		case notText.MatchString(line):
			return &say.Error{Want: line + ": want text in UTF-8"}
		case looksElse(line) || control.MatchString(line):
			return &say.Error{Want: Show(line) + ": want a text without hidden characters"}
		}
	}
	return nil
}

// notText is what TOMLString makes of a byte that is no UTF-8, control of a hidden character of ASCII.
var notText, control = regexp.MustCompile(`(^|[^\\])(\\\\)*\\ufffd`), regexp.MustCompile(`(^|[^\\])(\\\\)*\\(u00[01]|u007f|u202[89]|[bfr])`)

// placed is a line of a file, or the file as a whole.
func placed(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// syntaxError says on which line a text stops being TOML.
func syntaxError(file string, err error) error {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		return &say.Error{Where: file, Want: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	return &say.Error{Where: fmt.Sprintf("%s:%d", file, parse.Position.Line), Want: tomlMistake(parse.Message)}
}

// What is said of a number that its type cannot hold.
const (
	beyondInteger = " is too large for an integer"
	beyondNumber  = " is too large for a number"
)

// tomlMistake words what the library says of a text that is not TOML.
func tomlMistake(text string) string {
	text = strings.TrimSuffix(text, ".")
	for _, m := range []struct{ pattern, words string }{
		{`^(.*) is out of range for int64$`, "$1" + beyondInteger},
		{`^(.*) is out of range for float64$`, "$1" + beyondNumber},
		{`^Key '(.*)' has already been defined$`, "$1 is given twice"},
		{`^expected a top-level item to end with a newline, comment, or EOF, but got (.*) instead$`, "$1 after a value: want one key = value per line"},
		{`^expected value but found '\\n' instead$`, "a value is missing behind the equals sign"},
		{`^expected value but found "\pL+" instead$`, "want a number, or a text in quotes, behind the equals sign"},
		{`^Invalid `, "not a TOML "},
	} {
		if pattern := regexp.MustCompile(m.pattern); pattern.MatchString(text) {
			return pattern.ReplaceAllString(text, m.words)
		}
	}
	return text
}
