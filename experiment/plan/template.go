package plan

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"fbp/experiment/config"
)

// Template is a config to start from: an experiment of seconds, every key with
// its default and its help beside it, from the tags that parse it.
func (c *Catalog) Template(name string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# An experiment: fbp plan prints its tasks, fbp run runs them.\n"+
		"# Every key is shown with its default, or a value to start from; all but kind, n\n"+
		"# and alpha can be left out. fbp config prints kinds and keys with their ranges.\n\n")
	given := map[string]string{"name": config.TOMLString(name), "samples": "4", "n": "501", "alpha": "0.5"}
	all := c.Kinds()
	writeTemplate(&b, all[0].Keys, given)
	for _, part := range c.Example {
		for _, k := range all {
			if part == [2]string{k.Section, k.Name} {
				fmt.Fprintf(&b, "\n%s\n", k.Header)
				kind := config.Key{Path: "kind", Default: config.TOMLString(k.Name), Help: "others: " + strings.Join(otherKinds(all, k), ", ")}
				if len(otherKinds(all, k)) == 0 {
					kind.Help = "the only one"
				}
				writeTemplate(&b, append([]config.Key{kind}, k.Keys...), given)
			}
		}
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

# [figure]
# kind = "local_entropy"               # or "panels", declared panel by panel
# bars = "std"                         # or "sem"
`)
	return []byte(b.String())
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
// none, in columns.
func writeTemplate(b *strings.Builder, keys []config.Key, given map[string]string) {
	var lines [][2]string
	width, value := 0, 0
	for _, k := range keys {
		if strings.Contains(k.Path, ".") {
			continue // shown in the value of its table
		}
		text := k.Default
		if own, ok := given[k.Path]; ok {
			text = own
		}
		name := k.Path
		if text == "" || strings.HasPrefix(text, "that of ") {
			name = "# " + name
		}
		help := k.Help
		if len(k.Words) > 0 {
			help += ": " + strings.Join(k.Words, ", ")
		}
		if strings.HasPrefix(text, "that of ") {
			help, text = help+"; default "+text, ""
		}
		lines = append(lines, [2]string{name, text + "\x00" + help})
		width = max(width, utf8.RuneCountInString(name))
		if n := utf8.RuneCountInString(text); n <= 24 {
			value = max(value, n)
		}
	}
	for _, l := range lines {
		text, help, _ := strings.Cut(l[1], "\x00")
		line := fmt.Sprintf("%s = %s", padded(l[0], width), padded(text, value))
		if help != "" {
			line += "  # " + help
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// padded is a text with blanks up to a width in characters.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
}
