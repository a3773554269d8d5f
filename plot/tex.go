package plot

import (
	"regexp"
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
	for name, r := range map[string]rune{"leq": '≤', "geq": '≥', "neq": '≠', "rightarrow": '→'} { // matplotlib has these
		names[r] = name
	}
	names['−'] = "" // a minus sign is "-" in mathematics
	return names
}()

// dialect is a language with the mathematics of TeX: how it quotes text, outside
// of mathematics and, upright, within.
type dialect struct{ text, word func(string) string }

var (
	latex   = dialect{latexText, latexWord}
	mathTeX = dialect{mathtextText, mathtextWord}
)

// latexWord is upright text within the mathematics of LaTeX.
func latexWord(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') }) {
		return `\text{` + latexText(text) + "}"
	}
	return `\mathrm{` + text + "}"
}

// tex is a label for LaTeX.
func tex(text string) string { return latex.label(text) }

// mathtext is a label for matplotlib, which reads the same mathematics, but takes
// text literally.
func mathtext(text string) string { return mathTeX.label(text) }

func (d dialect) label(text string) string {
	nodes, err := parseLabel(text)
	if err != nil {
		return d.text(text)
	}
	var b strings.Builder
	inMath := false
	toggle := func(math bool) {
		if math != inMath {
			b.WriteString("$")
		}
		inMath = math
	}
	for _, n := range nodes {
		if plain(n) && !n.italic && !strings.ContainsFunc(n.text, special) {
			toggle(false)
			b.WriteString(d.text(n.text))
			continue
		}
		toggle(true)
		appendTeX(&b, d.node(n))
	}
	toggle(false)
	return b.String()
}

// appendTeX adds mathematics, with a space where a command would otherwise take the
// letter after it for a part of its name.
func appendTeX(b *strings.Builder, out string) {
	if out != "" && letter(out[0]) && endsInCommand.MatchString(b.String()) {
		b.WriteByte(' ')
	}
	b.WriteString(out)
}

var endsInCommand = regexp.MustCompile(`\\[A-Za-z]+$`)

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// special reports whether a character needs mathematics.
func special(r rune) bool { _, known := texNames[r]; return known }

// node is a node in mathematics.
func (d dialect) node(n node) string {
	out := d.symbols(n)
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
		var inner strings.Builder
		for _, m := range script.nodes {
			appendTeX(&inner, d.node(m))
		}
		out += script.sign + "{" + inner.String() + "}"
	}
	return out
}

// symbols is the text of a node in mathematics: symbols, numbers, and upright words.
func (d dialect) symbols(n node) string {
	var b strings.Builder
	word := ""
	flush := func() {
		if word != "" {
			b.WriteString(d.word(word))
		}
		word = ""
	}
	for _, r := range n.text {
		name, known := texNames[r]
		switch {
		case r == '−':
			flush()
			b.WriteString("-")
		case r == '′': // the command alone is as large as a letter
			flush()
			b.WriteString("'")
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
	return strings.TrimRight(b.String(), " ")
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

// enhanced is a label for gnuplot's enhanced text.
func enhanced(text string) string {
	nodes, err := parseLabel(text)
	if err != nil {
		return enhancedText(text)
	}
	return enhancedNodes(nodes)
}

func enhancedNodes(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		out := enhancedText(n.text)
		if n.accent != 0 {
			out += string(combining[n.accent])
		}
		switch {
		case n.italic && out != "":
			out = "{/:Italic " + out + "}"
		case n.accent != 0:
			out = "{" + out + "}"
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

// combining are the signs that fonts set above the letter before them.
var combining = map[rune]rune{'˜': '\u0303', 'ˆ': '\u0302', '¯': '\u0304', '˙': '\u0307'}
