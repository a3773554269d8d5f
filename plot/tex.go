package plot

import (
	"strings"
)

// texNames are the commands of the symbols: those of symbols, the other way round.
var texNames = func() map[rune]string {
	names := map[rune]string{}
	for name, r := range symbols {
		if old, ok := names[r]; !ok || len(name) < len(old) || len(name) == len(old) && name < old {
			names[r] = name
		}
	}
	for name, r := range map[string]rune{"leq": '≤', "geq": '≥', "neq": '≠', "rightarrow": '→'} { // matplotlib knows these
		names[r] = name
	}
	names['−'] = "" // a minus sign is "-" in mathematics
	return names
}()

// tex is a label for LaTeX.
func tex(text string) string { return texLabel(text, escapedTeX) }

// mathtext is a label for matplotlib, which reads the same mathematics, but text
// as it stands.
func mathtext(text string) string {
	return texLabel(text, func(s string) string { return strings.ReplaceAll(s, "$", `\$`) })
}

func texLabel(text string, escaped func(string) string) string {
	nodes, err := parseLabel(text)
	if err != nil {
		return text
	}
	var b strings.Builder
	for _, n := range nodes {
		if plain(n) && !n.italic && !strings.ContainsFunc(n.text, special) {
			b.WriteString(escaped(n.text))
			continue
		}
		b.WriteString("$" + texNode(n) + "$")
	}
	return strings.ReplaceAll(b.String(), "$$", "")
}

// special tells whether a character wants mathematics.
func special(r rune) bool { _, known := texNames[r]; return known }

// texNode is a node in mathematics.
func texNode(n node) string {
	var b strings.Builder
	word := ""
	flush := func() {
		if word != "" {
			b.WriteString(`\mathrm{` + escapedTeX(word) + "}")
		}
		word = ""
	}
	for _, r := range n.text {
		name, known := texNames[r]
		switch {
		case r == '−':
			flush()
			b.WriteString("-")
		case known:
			flush()
			b.WriteString(`\` + name + " ")
		case n.italic:
			b.WriteRune(r)
		case strings.ContainsRune("0123456789.,()[]/|=+<>", r):
			flush()
			b.WriteRune(r)
		case r == ' ':
			flush()
			b.WriteString(`\:`)
		default:
			word += string(r)
		}
	}
	flush()
	out := strings.TrimRight(b.String(), " ")
	for command, sign := range accents {
		if sign == n.accent {
			out = `\` + command + "{" + out + "}"
		}
	}
	if n.space > 0 {
		out = spaceTeX(n.space)
	}
	if out == "" {
		out = "{}"
	}
	for _, script := range []struct {
		sign  string
		nodes []node
	}{{"_", n.sub}, {"^", n.sup}} {
		if len(script.nodes) == 0 {
			continue
		}
		out += script.sign + "{"
		for _, m := range script.nodes {
			out += texNode(m)
		}
		out += "}"
	}
	return out
}

// spaceTeX is the command of a space.
func spaceTeX(width float64) string {
	for command, w := range spaces {
		if w == width && command != " " {
			return `\` + command + " "
		}
	}
	return `\:`
}

// escapedTeX protects characters that LaTeX reads as something else.
func escapedTeX(text string) string {
	return strings.NewReplacer(`\`, `\backslash `, "$", `\$`, "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`).Replace(text)
}

// enhanced is a label for gnuplot's enhanced text.
func enhanced(text string) string {
	nodes, err := parseLabel(text)
	if err != nil {
		return text
	}
	return enhancedNodes(nodes)
}

func enhancedNodes(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		out := strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "_", `\_`, "^", `\^`, "@", `\@`, "&", `\&`, "~", `\~`).Replace(n.text)
		if n.italic && out != "" {
			out = "{/:Italic " + out + "}"
		}
		if n.accent != 0 {
			out = "{" + n.text + string(combining[n.accent]) + "}"
			if n.italic {
				out = "{/:Italic " + n.text + string(combining[n.accent]) + "}"
			}
		}
		if n.space > 0 {
			out = " "
		}
		switch {
		case len(n.sub) > 0 && len(n.sup) > 0:
			out += "@_{" + enhancedNodes(n.sub) + "}^{" + enhancedNodes(n.sup) + "}"
		case len(n.sub) > 0:
			out += "_{" + enhancedNodes(n.sub) + "}"
		case len(n.sup) > 0:
			out += "^{" + enhancedNodes(n.sup) + "}"
		}
		b.WriteString(out)
	}
	return b.String()
}

// combining are the signs that fonts put above the letter before them.
var combining = map[rune]rune{'˜': '\u0303', 'ˆ': '\u0302', '¯': '\u0304', '˙': '\u0307'}
