package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/internal/say"
)

// Start says what a config to start from is about: the kinds of its sections, those of
// [Catalog.Example] where it says nothing, and other keys, as in --set. The measurements are
// the example's too if it names no kind at all.
type Start struct {
	Model, Instance, Algorithm string
	Measures                   []string
	Sets                       []string
}

// Template is a config to start from: an experiment of seconds, every key with
// its default for these kinds and its help beside it, from the tags that parse it. The
// error is that of the plan for kinds that do not go together. The spec is that of the config, nil for stored
// weights, or nearly that: the example's instance stands for one that reads files.
func (c *Catalog) Template(ctx context.Context, name string, of Start) (text []byte, spec *Spec, err error) {
	kinds, err := c.meant(of)
	if err != nil {
		return nil, nil, err
	}
	spec, err = c.tried(ctx, name, kinds, of.Sets)
	if err != nil {
		return nil, nil, err
	}
	top := map[string]string{"name": config.TOMLString(name), "samples": "4"}
	if spec != nil {
		top["samples"], top["searches"] = config.TOML(spec.Samples), config.TOML(spec.Searches)
	}
	var b strings.Builder
	b.WriteString("# An experiment: fbp plan prints its tasks, fbp run" + spec.Flags() + " runs them.\n" +
		"# Every key is shown with its default, or a value to start from; all but kind, n\n" +
		"# and alpha can be left out. fbp config prints kinds and keys with their ranges.\n\n")
	all := c.Kinds()
	config.WriteLines(&b, explained(all[0].Keys, top, false))
	for _, k := range kinds {
		fmt.Fprintf(&b, "\n%s\n", k.Header)
		kind := config.Key{Path: "kind", Default: k.Name, Help: "the only one"}
		if others := otherKinds(all, k); len(others) > 0 {
			kind.Help = "others: " + strings.Join(others, ", ")
		}
		known := spec != nil && !c.reads(k)
		values := k.examples()
		if known {
			values = spec.valuesOf(k)
		}
		config.WriteLines(&b, explained(append([]config.Key{kind}, k.Keys...), values, known))
	}
	b.WriteString(`
# [sweep]                              # the cross product of the values of any keys
# "instance.alpha" = [0.3, 0.5, 0.7]   # or "0.3:0.7:3"

# [[theory]]                           # a curve of fbp theory, drawn with the points
# name      = "kappa_max"
# kind      = "franz_parisi"
# kappa_ref = "max"
# d         = "0.005:0.35:70"
# compare   = true                     # deviation.tsv: the points against the curve

# [collect]
# at = { distance = [0.01, 0.02] }     # local_entropy_at.tsv: local entropies at these distances

# [figure]
# kind = "local_entropy"               # or "panels", declared panel by panel
# bars = "std"                         # or "sem"
`)
	return []byte(b.String()), spec, nil
}

// examples are values to start from of the keys that need one.
func (k Kind) examples() map[string]string {
	values := map[string]string{}
	for _, key := range k.Keys {
		if key.Example != "" {
			values[key.Path] = key.Example
		}
	}
	return values
}

// meant are the kinds that were asked for, or those of the example.
func (c *Catalog) meant(of Start) (kinds []Kind, err error) {
	asked := map[string]string{"model": of.Model, "instance": of.Instance, "algorithm": of.Algorithm}
	bare := of.Model+of.Instance+of.Algorithm == "" && len(of.Measures) == 0
	parts := slices.DeleteFunc(slices.Clone(c.Example), func(part [2]string) bool { return part[0] == "measure" && !bare })
	for _, kind := range of.Measures {
		parts = append(parts, [2]string{"measure", kind})
	}
	for _, part := range parts {
		k, err := c.kind(part[0], cmp.Or(asked[part[0]], part[1]))
		if err != nil {
			return nil, err
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// tried is what the plan makes of the kinds. The example's instance stands for one that reads files;
// stored weights, which may be those of any algorithm, are not tried, and the result is nil.
func (c *Catalog) tried(ctx context.Context, name string, kinds []Kind, sets []string) (*Spec, error) {
	text := fmt.Sprintf("name = %q\nsamples = 4\n", name)
	for i, k := range kinds {
		if c.reads(k) && k.Section == "algorithm" {
			return nil, nil
		}
		if c.reads(k) {
			k, _ = c.kind(k.Section, c.Example[i][1])
		}
		text += k.start()
	}
	spec, err := Parse(ctx, "init", text, sets, c)
	var mistake *say.Error
	if errors.As(err, &mistake) && strings.HasPrefix(mistake.Where, "init:") {
		mistake.Where = "init" // nobody has seen the line
	}
	if err == nil && len(spec.Swept) > 0 {
		err = &say.Error{Where: "--set", Key: spec.Swept[0], Want: "want one value to start from"}
	}
	return spec, err
}

// reads tells whether a kind reads files, which are not there yet.
func (c *Catalog) reads(k Kind) bool {
	kind := c.kindsOf(k.Section)[k.Name]()
	return len(filesOf(kind)) > 0 && kinds.About(kind).Runs == nil
}

// valuesOf are the values of the keys of a kind at the only point of a spec, as TOML.
func (s *Spec) valuesOf(k Kind) map[string]string {
	values := map[string]string{}
	for _, at := range s.places() {
		if at.path == k.path() {
			for _, e := range at.of(s.Points[0]).Settings() {
				values[e.Key] = config.TOML(e.Value)
			}
		}
	}
	return values
}

// start is the shortest section of the kind.
func (k Kind) start() string {
	text, values := fmt.Sprintf("%s\nkind = %q\n", k.Header, k.Name), k.examples()
	for _, key := range k.Keys {
		if value := values[key.Path]; value != "" {
			text += key.Path + " = " + value + "\n"
		}
	}
	return text
}

// otherKinds are the other kinds of a section.
func otherKinds(all []Kind, one Kind) (names []string) {
	for _, k := range all {
		if k.Section == one.Section && k.Name != one.Name {
			names = append(names, k.Name)
		}
	}
	return names
}

// explained are keys with their values and their help, commented out if they have no value. With all, a key that
// given lacks has none here.
func explained(keys []config.Key, given map[string]string, all bool) (lines []config.Line) {
	for _, k := range keys {
		if strings.Contains(k.Path, ".") {
			continue // shown in the value of its table
		}
		l, follows := config.Line{Key: k.Path, Help: k.Help}, k.Follows != ""
		if k.Default != nil {
			l.Value = config.TOML(k.Default)
		}
		own, ok := given[k.Path]
		if ok && !(all && follows) {
			l.Value, follows = own, false
		}
		if l.Value == "" || all && !ok && k.Path != "kind" {
			l.Key = "# " + l.Key
		}
		if words := k.Leaf().Words; len(words) > 0 {
			l.Help += ": " + strings.Join(words, ", ")
		}
		if follows {
			l.Help += "; default " + k.Follows
		}
		lines = append(lines, l)
	}
	return lines
}
