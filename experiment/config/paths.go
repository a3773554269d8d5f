package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fbp/internal/files"
)

// FileKey is a key that names files.
type FileKey struct {
	Path  string   // of the key, "instance.path"
	Kinds []string // of its section, that have it: the key of another one is something else
	Words bool     // it is a command line, some of whose words name files: see IsFile
}

// Of tells whether the key names files in a section, whose kind may not be known.
func (k FileKey) Of(section Tree) bool {
	kind, known := section["kind"].(string)
	return !known || slices.Contains(k.Kinds, kind)
}

// IsFile tells whether a word of a command line names a file: it has a slash, and is no option and no pattern
// such as {weights}.
func IsFile(word string) bool {
	return strings.Contains(word, "/") && !strings.HasPrefix(word, "-") && !strings.ContainsAny(word, "{}")
}

// Changed is the value of the key with its paths changed.
func (k FileKey) Changed(v any, change func(path string) string) any {
	return Changed(v, func(word string) string {
		switch {
		case !k.Words:
			return change(word)
		case !IsFile(word):
			return word
		}
		return slashed(change(word))
	})
}

// slashed is a path that is seen to be one.
func slashed(path string) string {
	if strings.Contains(path, "/") {
		return path
	}
	return "./" + path
}

// named is a command line in which the arguments that are files beside the config have a slash. The program
// itself, without one, is sought in PATH.
func named(v any, folder string) any {
	list, ok := listOf(v)
	if !ok {
		return v
	}
	words := slices.Clone(list)
	for i, v := range words {
		word, isText := v.(string)
		switch {
		case !isText:
			words[i] = named(v, folder)
		case i > 0 && word != "" && !strings.HasPrefix(word, "-") && !strings.ContainsAny(word, "{}"):
			if info, err := files.Stat(Beside(folder, word)); err == nil && info.Mode().IsRegular() {
				words[i] = slashed(word)
			}
		}
	}
	return words
}

// Locate turns the values of keys that name files into paths from the working directory. Those of a
// config start from its folder, as folderOf has it; those of --set start from the working directory.
func (d *Document) Locate(keys []FileKey, folderOf func(file string) string) {
	for _, key := range keys {
		d.locate(key, folderOf)
	}
}

func (d *Document) locate(of FileKey, folderOf func(file string) string) {
	key := of.Path
	locate := func(v any, at place) any {
		folder := ""
		if !isSet(at.where) {
			folder = folderOf(at.file)
		}
		if of.Words {
			v = named(v, folder)
		}
		return of.Changed(v, func(path string) string { return Beside(folder, path) })
	}
	section, name, _ := strings.Cut(key, ".")
	root, _ := d.Root[section].(Tree)
	if v, given := root[name]; given && of.Of(root) {
		root[name] = locate(v, d.place(key))
	}
	for i, a := range d.Sweep {
		if a.Path == key && of.Of(root) {
			d.Sweep[i].Values, _ = locate(a.Values, place{where: a.Where, file: d.place("sweep." + key).file}).([]any)
		}
	}
	for _, v := range d.Variants {
		t, ok := v.keys.table(section)
		if _, own := t["kind"]; ok && t[name] != nil && (own && of.Of(t) || !own && of.Of(root)) {
			t[name] = locate(t[name], v.keys.place(key))
		}
	}
}

// Beside is the path, from the working directory, of a file that a config in a folder names.
func Beside(folder, path string) string {
	if folder == "" || path == "" || filepath.IsAbs(path) {
		return path
	}
	return From(".", folder+"/"+path) // where the folder is a symbolic link, .. leads up from what it names
}

// From is a path, which starts from the working directory, as seen from a folder, whichever symbolic links
// lead to them.
func From(folder, path string) string {
	in, base := filepath.Split(path) // not cleaned
	seen, err := filepath.Rel(real(folder), filepath.Join(real(in), base))
	if err != nil {
		return path
	}
	return filepath.ToSlash(seen)
}

// real is the absolute path of a folder without symbolic links, as far as it is there.
func real(path string) string {
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return path
		}
		path = here + "/" + path
	}
	if real, err := files.Real(path); err == nil {
		return real
	}
	path = filepath.Clean(path)
	if path == filepath.Dir(path) {
		return path
	}
	return filepath.Join(real(filepath.Dir(path)), filepath.Base(path))
}

// Rewrite changes the paths that the given keys of a resolved config name, each of which
// has a line of its own.
func Rewrite(text string, keys []FileKey, change func(path string) string) (string, error) {
	d, _, err := read("", text)
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(text, "\n")
	of := func(path string) Tree { // what the text says of the kind of a section
		at, given := d.places[path+".kind"]
		if !given {
			return nil
		}
		_, kind, _ := strings.Cut(lines[at.line-1], " = ")
		return Tree{"kind": strings.Trim(kind, "\"\n")}
	}
	for path, at := range d.places {
		i := slices.IndexFunc(keys, func(k FileKey) bool {
			section, _, _ := strings.Cut(k.Path, ".")
			switch before, is := strings.CutSuffix(path, k.Path); {
			case !is:
				return false
			case before == "" || before == "sweep.":
				return k.Of(of(section))
			case strings.HasPrefix(before, "variant[") && strings.HasSuffix(before, "]."):
				return k.Of(of(section)) && k.Of(of(before+section))
			}
			return false
		})
		if i < 0 {
			continue
		}
		line := &lines[at.line-1]
		key, value, _ := strings.Cut(*line, " = ")
		if list, ok := tomlValues("[" + value + "]"); ok && len(list) == 1 {
			*line = key + " = " + TOML(keys[i].Changed(list[0], change)) + "\n"
		}
	}
	return strings.Join(lines, ""), nil
}

// Changed is a text, or a list of them, changed.
func Changed(v any, change func(string) string) any {
	return Mapped(v, func(v any) any {
		if text, ok := v.(string); ok {
			return change(text)
		}
		return v
	})
}
