package plan

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"fbp/experiment/config"
)

// needed are values to start from of keys that have no default.
var needed = map[string]string{
	"model.n": "501", "model.symmetric_perceptron.kappa": "1.0", "model.committee.hidden": "3", "model.binary_mlp.layers": "[21]",
	"instance.alpha": "0.5", "instance.file.path": `"patterns-{sample}.txt"`,
	"instance.idx.images": `["train-images-idx3-ubyte.gz"]`, "instance.idx.labels": `["train-labels-idx1-ubyte.gz"]`, "instance.idx.classes": "[0, 1]",
	"instance.cifar.files": `["data_batch_1.bin"]`, "instance.cifar.classes": "[0, 1]",
	"algorithm.file.path": `"results/first"`,
}

// Template is a config to start from: an experiment of seconds, every key with
// its default for these kinds and its help beside it, from the tags that parse it. The
// error says why the kinds do not go together; those that read files are not tried.
func (c *Catalog) Template(ctx context.Context, name string, of Start) ([]byte, error) {
	start, err := c.begin(ctx, name, of)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# An experiment: fbp plan prints its tasks, fbp run runs them.\n"+
		"# Every key is shown with its default, or a value to start from; all but kind, n\n"+
		"# and alpha can be left out. fbp config prints kinds and keys with their ranges.\n\n")
	all := c.Kinds()
	start.top["name"], start.top["samples"] = config.TOMLString(name), "4"
	writeTemplate(&b, all[0].Keys, start.top, false)
	for i, k := range start.kinds {
		fmt.Fprintf(&b, "\n%s\n", k.Header)
		kind := config.Key{Path: "kind", Default: config.TOMLString(k.Name), Help: "the only one"}
		if others := otherKinds(all, k); len(others) > 0 {
			kind.Help = "others: " + strings.Join(others, ", ")
		}
		given, known := start.values[i], start.values[i] != nil
		if !known {
			given = k.needed()
		}
		writeTemplate(&b, append([]config.Key{kind}, k.Keys...), given, known)
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
	return []byte(b.String()), nil
}

// needed are values to start from of the keys that need one.
func (k Kind) needed() map[string]string {
	values := map[string]string{}
	for _, key := range k.Keys {
		if text := cmp.Or(needed[k.Section+"."+k.Name+"."+key.Path], needed[k.Section+"."+key.Path]); text != "" {
			values[key.Path] = text
		}
	}
	return values
}

// start is the shortest section of the kind, with these values of those keys that it has.
func (k Kind) start(given map[string]string) string {
	text, values := fmt.Sprintf("%s\nkind = %q\n", k.Header, k.Name), k.needed()
	maps.Copy(values, given)
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

// writeTemplate writes keys with their values, or commented out if they have
// none, in columns. With all, a key that given lacks has none here.
func writeTemplate(b *strings.Builder, keys []config.Key, given map[string]string, all bool) {
	var lines []struct{ name, value, help string }
	width, value := 0, 0
	for _, k := range keys {
		if strings.Contains(k.Path, ".") {
			continue // shown in the value of its table
		}
		text, follows := k.Default, strings.HasPrefix(k.Default, "that of ")
		if strings.HasPrefix(text, config.Required) {
			text = ""
		}
		own, ok := given[k.Path]
		if ok && !(all && follows) {
			text, follows = own, false
		}
		name, help := k.Path, k.Help
		if text == "" || follows || all && !ok && name != "kind" {
			name = "# " + name
		}
		if len(k.Words) > 0 {
			help += ": " + strings.Join(k.Words, ", ")
		}
		if strings.HasPrefix(text, "that of ") {
			help, text = help+"; default "+text, ""
		}
		lines = append(lines, struct{ name, value, help string }{name, text, help})
		width = max(width, utf8.RuneCountInString(name))
		if n := utf8.RuneCountInString(text); n <= 24 {
			value = max(value, n)
		}
	}
	for _, l := range lines {
		line := fmt.Sprintf("%-*s = %-*s", width, l.name, value, l.value)
		if l.help != "" {
			line += "  # " + l.help
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
