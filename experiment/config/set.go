package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fbp/internal/say"
)

// Set lays the arguments of --set over the config, all of them as one layer. Each is path=value: the
// value is TOML; a bare word is a string; several values with commas between them, or a range from:to:n, are a
// sweep over the key. Without a value the key is removed.
func (d *Document) Set(args []string, chooses Chooses) error {
	over := &Document{file: d.file, Root: Tree{}, places: map[string]place{}}
	var axes []Axis
	for _, arg := range args {
		path, list, where, err := d.argument(arg)
		switch {
		case err != nil:
		case list == nil:
			err = d.remove(path, where)
		case len(list) > 1:
			axes = slices.DeleteFunc(axes, func(a Axis) bool { return a.Path == path })
			axes = append(axes, Axis{path, list, where})
		default:
			axes = slices.DeleteFunc(axes, func(a Axis) bool { return a.Path == path })
			err = over.set(path, list[0], where)
		}
		if err != nil {
			return err
		}
	}
	begun, err := d.lay(over, ofSet, chooses)
	if err != nil {
		return err
	}
	d.Warnings = append(d.Warnings, Left(begun, nil)...)
	for _, a := range axes {
		if err := d.addAxis(a); err != nil {
			return err
		}
	}
	return nil
}

// set notes a key of a layer. Of two values the later holds; tables are put together.
func (d *Document) set(path string, value any, where string) error {
	if t, isTable := value.(Tree); isTable {
		if _, there := d.table(path); there {
			for _, key := range sorted(t) {
				if err := d.set(Join(path, key), t[key], where); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for i := range path {
		if path[i] != '.' {
			continue
		}
		t, key := d.Root, path[:i]
		if k := strings.LastIndexByte(key, '.'); k >= 0 {
			t, _ = d.table(key[:k])
			key = key[k+1:]
		}
		if v, given := t[key]; given {
			if _, isTable := v.(Tree); !isTable {
				return &say.Error{Where: where, Want: path[:i] + " is not a table"}
			}
			continue
		}
		t[key], d.places[path[:i]] = Tree{}, place{where: where, rank: ofSet}
	}
	return d.Put(path, value, where)
}

// argument takes an argument of --set apart: the values, none if the key is to be removed.
func (d *Document) argument(arg string) (path string, list []any, where string, err error) {
	path, text, ok := strings.Cut(arg, "=")
	path, text = strings.TrimSpace(path), strings.TrimSpace(text)
	if ok { // blanks around the equals sign say nothing
		arg = path + "=" + text
	}
	where = "--set " + shortened(arg, 80)
	refuse := func(want string) (string, []any, string, error) {
		return "", nil, "", &say.Error{Where: where, Want: want}
	}
	if !utf8.ValidString(arg) {
		return "", nil, "", &say.Error{Where: "--set", Want: "the argument is not UTF-8"}
	}
	if !ok || path == "" {
		return refuse("want path=value, as instance.alpha=0.6, or path= to remove a key")
	}
	if want := cmp.Or(settable(path, text == ""), excessive(path, text)); want != "" {
		return refuse(want)
	}
	if text == "" {
		return path, nil, where, nil
	}
	ofTheory := strings.HasPrefix(path, "theory.") // its own parser takes ranges; nothing is swept
	list, want := setValues(text, !ofTheory)
	if want != "" {
		return refuse(want)
	}
	if err := d.noHidden(path, list); err != nil || looksElse(path) {
		return refuse("want a text without hidden characters")
	}
	if decimalComma.MatchString(text) {
		where = fmt.Sprintf("%s (two values, %v and %v; numbers have a decimal point)", where, list[0], list[1])
	}
	if len(list) > 1 && ofTheory {
		list = []any{list}
	}
	return path, list, where, nil
}

// excessive says what is beyond the limits of a config in a path and its value, or "".
func excessive(path, text string) string {
	key, value := scanned(path), scanned("x = "+text)
	if key.want != "" || !bareWord(text) && value.want != "" {
		return cmp.Or(key.want, value.want)
	}
	for part := range strings.SplitSeq(text, ",") {
		if len(part) > mostText {
			return fmt.Sprintf("a text of more than %d bytes", mostText)
		}
	}
	return ""
}

// settable says what is wanted instead of a path that --set does not take, or
// "". A whole [[measure]] or [[theory]] can be removed, but not set.
func settable(path string, remove bool) string {
	head, _, dotted := strings.Cut(path, ".")
	dots := strings.Count(path, ".")
	switch {
	case head == "variant":
		return "want a key of a section; the keys of a [[variant]] are changed in the config"
	case head == "base":
		return "want a key of the config; what it starts from is said in its file"
	case head == "sweep":
		return "want the key itself with its values: instance.alpha=0.3,0.5"
	case remove && dots == 1 && (head == "measure" || head == "theory"):
		return ""
	case head == "measure" && (dots < 2 || strings.HasSuffix(path, ".kind")):
		return "want the path of one key, as measure.local_entropy.epsilon"
	case head == "theory" && (dots != 2 || strings.HasSuffix(path, ".name")):
		return "want the path of one key, theory.<name>.<key>"
	case dotted && strings.Contains("."+path+".", ".."):
		return "want names with single dots between them"
	}
	return ""
}

// remove takes a key, a section or the sweep of a key out of the config, and says so: a variable of the
// shell may be empty by mistake.
func (d *Document) remove(path, where string) error {
	swept := d.unsweep(path)
	t, parts := d.Root, strings.Split(path, ".")
	for _, k := range parts[:len(parts)-1] {
		t, _ = t[k].(Tree) // nil has no keys
	}
	last := parts[len(parts)-1]
	if _, given := t[last]; !given && !swept {
		return &say.Error{Where: where, Want: "the config does not have this key; " + say.DidYouMean(last, sorted(t))}
	}
	delete(t, last)
	d.forget(path)
	d.Warnings = append(d.Warnings, where+": without a value; what the config says of "+path+" is left out")
	return nil
}

// unsweep ends the sweep of a key, and of the keys inside it; it tells whether
// there was one.
func (d *Document) unsweep(path string) (swept bool) {
	kept := slices.DeleteFunc(slices.Clone(d.Sweep), func(a Axis) bool { return Within(a.Path, path) })
	swept = len(kept) < len(d.Sweep)
	d.Sweep = kept
	return swept
}
