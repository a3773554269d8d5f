package experiment

import (
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// set applies one --set argument, path=value. The value is TOML; a bare word is
// a string; several values with commas between them are a sweep over the key.
func (d *document) set(arg string) error {
	where := "--set " + shortened(arg)
	path, text, ok := strings.Cut(arg, "=")
	path, text = strings.TrimSpace(path), strings.TrimSpace(text)
	if !ok || path == "" || text == "" {
		return &ConfigError{Where: where, Want: "want path=value, as instance.alpha=0.6"}
	}
	switch head, _, dotted := strings.Cut(path, "."); {
	case !utf8.ValidString(arg):
		return &ConfigError{Where: "--set", Want: "the argument is not UTF-8"}
	case head == "sweep":
		return &ConfigError{Where: where, Want: "want the key itself with its values: instance.alpha=0.3,0.5"}
	case head == "measure" && (strings.Count(path, ".") < 2 || strings.HasSuffix(path, ".kind")):
		return &ConfigError{Where: where, Want: "want the path of one key, as measure.local_entropy.epsilon"}
	case head == "theory" && (strings.Count(path, ".") != 2 || strings.HasSuffix(path, ".name")):
		return &ConfigError{Where: where, Want: "want the path of one key, theory.<name>.<key>"}
	case dotted && strings.Contains("."+path+".", ".."):
		return &ConfigError{Where: where, Want: "want names with single dots between them"}
	}
	values, ok := setValues(text)
	if !ok {
		return &ConfigError{Where: where, Want: `not a TOML value (strings with special characters need quotes: '"…"')`}
	}
	if len(values) > 1 && strings.HasPrefix(path, "theory.") {
		values = []any{values} // the values of a curve, nothing is swept
	}
	if len(values) > 1 {
		return d.addAxis(axis{path, values, where})
	}
	for i, a := range d.sweep {
		if a.path == path {
			d.sweep = append(d.sweep[:i:i], d.sweep[i+1:]...)
			break
		}
	}
	return d.put(path, values[0], where)
}

// shortened keeps a message readable when a sweep has many values.
func shortened(arg string) string {
	const most = 80
	if len(arg) > most {
		return strings.ToValidUTF8(arg[:most], "") + "…"
	}
	return arg
}

// setValues reads one value or several with commas between them.
func setValues(text string) ([]any, bool) {
	if v, ok := tomlValues("[" + text + "]"); ok {
		return v, len(v) > 0
	}
	var values []any
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		v, ok := tomlValues("[" + part + "]")
		switch {
		case ok && len(v) == 1:
			values = append(values, v[0])
		case part != "" && !strings.ContainsAny(part, "\"'[]{}=#\n\r\\"):
			values = append(values, part)
		default:
			return nil, false
		}
	}
	return values, true
}

// tomlValues reads the text of one TOML array.
func tomlValues(array string) ([]any, bool) {
	root := table{}
	if _, err := toml.Decode("x = "+array, &root); err != nil || len(root) != 1 {
		return nil, false
	}
	if tables, ok := tablesAsValues(root["x"]); ok {
		return tables, true
	}
	values, ok := root["x"].([]any)
	return values, ok
}
