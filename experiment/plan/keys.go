package plan

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/theories"
	"fbp/internal/say"
)

// Kind is a kind of a section with its keys.
type Kind struct {
	Section string // "algorithm"; "" for what stands above the sections
	Name    string // "fbp"; "" where a section has no kinds
	Header  string // "[algorithm]"
	Help    string // what it is; "" where a section has no kinds
	Keys    []config.Key
}

// sectionHeaders are the sections in the order of a config.
var sectionHeaders = []struct{ name, header string }{
	{"model", "[model]"}, {"instance", "[instance]"}, {"algorithm", "[algorithm]"}, {"measure", "[[measure]]"}, {"figure", "[figure]"},
}

// anyValue is the type of what may have any.
var anyValue = config.Type{Name: "any"}

// Kinds describes all that a config can say: the keys above the sections, then
// every kind of every section.
func (c *Catalog) Kinds() []Kind {
	top := defaultHeader("")
	all := []Kind{{Keys: config.Describe(reflect.ValueOf(top), map[string]string{"name": "that of the file"})}}
	for _, s := range sectionHeaders {
		all = append(all, c.inSection(s.name, s.header)...)
		if s.name == "measure" {
			theories.Described(func(kind string, keys []config.Key) {
				all = append(all, Kind{Section: "theory", Name: kind, Header: "[[theory]]", Keys: keys})
			})
		}
	}
	all = append(all, Kind{Section: addedSection, Header: "[" + addedSection + "]", Keys: config.Describe(reflect.ValueOf(added{}), nil)})
	all = append(all, Kind{Section: variantKey, Header: "[[variant]]", Keys: []config.Key{
		{Path: "name", Type: config.Type{Name: "text"}, Help: "of the variant, in the leading column variant of every table"},
		{Path: "<key>", Type: anyValue, Help: "of model, instance, algorithm or measure.<kind>, by its path as in --set; or a whole section { kind = ... }"},
	}})
	return append(all, Kind{Section: "sweep", Header: "[sweep]", Keys: []config.Key{{
		Path: "<key>", Type: config.Type{Name: "list, or text with a range", Forms: []config.Type{{List: &anyValue}, {Name: "text"}}}, Help: "values of a key of model, instance, algorithm or measure.<kind>, named by its path",
	}}})
}

// inSection describes the kinds of a section.
func (c *Catalog) inSection(section, header string) (all []Kind) {
	makes := c.kindsOf(section)
	for _, name := range slices.Sorted(maps.Keys(makes)) {
		kind := makes[name]()
		config.Complete(kind, func(string) bool { return false })
		keys := config.Describe(reflect.Indirect(reflect.ValueOf(kind)), kinds.About(kind).Follows)
		for i := range keys {
			keys[i].Hashed = section != "figure"
		}
		switch section {
		case "measure":
			keys = append(config.Describe(reflect.ValueOf(*config.DefaultTreatment()), nil), keys...)
		case "algorithm":
			keys = append(keys, config.Describe(reflect.ValueOf(*config.DefaultDrawing()), nil)...)
		}
		all = append(all, Kind{section, name, header, c.Explained[config.Join(section, name)], keys})
	}
	return all
}

// Describe are the kinds and keys at a path, or within it: section, section.kind or section.kind.key.
func (c *Catalog) Describe(path string) (found []Kind, err error) {
	var sections, paths []string
	for _, k := range c.Kinds() {
		at := strings.Trim(k.Section+"."+k.Name, ".")
		if k.Section != "" && !slices.Contains(sections, k.Section) {
			sections = append(sections, k.Section)
		}
		paths = append(paths, at)
		inside := func(key config.Key) bool { return config.Within(config.Join(at, key.Path), path) }
		for _, key := range k.Keys {
			paths = append(paths, config.Join(at, key.Path))
		}
		if all := path == "" || at != "" && config.Within(at, path); !all {
			k.Help = ""
			k.Keys = slices.DeleteFunc(slices.Clone(k.Keys), func(key config.Key) bool { return !inside(key) })
			if len(k.Keys) == 0 {
				continue
			}
		}
		found = append(found, k)
	}
	if len(found) > 0 {
		return found, nil
	}
	section, key, _ := strings.Cut(path, ".") // a path without its section, or without its kind, as --set has it
	known := slices.DeleteFunc(slices.Clone(paths), func(k string) bool {
		return !strings.HasSuffix(k, "."+path) && !(config.Within(k, section) && strings.HasSuffix(k, "."+key))
	})
	word := "" // all that are known by then, and not the nearest
	if len(known) == 0 {
		word, known = path, sections
		if near := say.Nearest(path, paths); near != "" {
			known = []string{near}
		}
	}
	return nil, &say.Error{Where: path, Want: "there is no such section, kind or key; " + say.DidYouMean(word, known)}
}

// owners are the kinds of a section that have a key; if there are none, the sections that have it.
func (c *Catalog) owners(section, key string) (paths []string) {
	all := slices.DeleteFunc(c.Kinds(), func(k Kind) bool { return !slices.Contains(pathsOf(k.Keys), key) })
	for _, k := range all {
		if k.Section == section && section != "" {
			paths = append(paths, config.Join(section, k.Name))
		}
	}
	if len(paths) > 0 {
		return paths
	}
	for _, k := range all {
		if at := cmp.Or(k.path(), "the whole config"); !slices.Contains(paths, at) {
			paths = append(paths, at)
		}
	}
	return paths
}

// kind is a kind of a section with its keys.
func (c *Catalog) kind(section, name string) (Kind, error) {
	found, err := c.Describe(config.Join(section, name))
	if err == nil && found[0].Name != name {
		err = &say.Error{Where: config.Join(section, name), Want: "there is no such kind"}
	}
	if err != nil {
		return Kind{}, err
	}
	return found[0], nil
}

// path is that of a section of the kind in a config.
func (k Kind) path() string {
	if k.Section == "measure" {
		return config.Join(k.Section, k.Name)
	}
	return k.Section
}

func pathsOf(keys []config.Key) (paths []string) {
	for _, k := range keys {
		paths = append(paths, k.Path)
	}
	return paths
}

// Chooses implements [config.Chooses].
func (c *Catalog) Chooses(path string) bool {
	section, key, _ := strings.Cut(path, ".")
	name := ""
	if section == "measure" || section == "theory" {
		name, key, _ = strings.Cut(key, ".")
	}
	if key == "kind" {
		return true
	}
	found, known := c.choosers.Load(section)
	if !known { // of this section alone: to describe all takes longer than to read a config
		found, _ = c.choosers.LoadOrStore(section, c.findChoosers(section))
	}
	return found.(map[string]bool)[config.Join(name, key)]
}

// findChoosers are the keys of a section that choose forms, by their paths without the kind of the section.
func (c *Catalog) findChoosers(section string) map[string]bool {
	found := map[string]bool{}
	for _, k := range c.inSection(section, "") {
		for _, key := range k.Keys {
			switch {
			case !key.Chooses:
			case section == "measure":
				found[config.Join(k.Name, key.Path)] = true
			default:
				found[key.Path] = true
			}
		}
	}
	return found
}
