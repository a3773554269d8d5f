package plot

import (
	"maps"
	"slices"
	"strings"
)

// latex is a label that can be drawn as LaTeX, with amsmath: commands instead of Greek letters and
// signs, since pdfLaTeX stops at them, and braces around every script.
func latex(label string) string {
	var b strings.Builder
	p := &parser{src: []rune(label)}
	for p.pos < len(p.src) {
		r := p.src[p.pos]
		p.pos++
		switch {
		case r == '$':
			b.WriteString("$" + p.formula('$') + "$")
		case r == '\\' && p.pos < len(p.src) && p.src[p.pos] == '$':
			b.WriteString(`\$`)
			p.pos++
		default:
			b.WriteString(latexText(r))
		}
	}
	return b.String()
}

// textCommands are the characters that LaTeX takes for something else in text. figure.py has the
// same list, to undo it.
var textCommands = map[rune]string{
	'&': `\&`, '%': `\%`, '#': `\#`, '_': `\_`, '{': `\{`, '}': `\}`, '\\': `\textbackslash{}`, '~': `\textasciitilde{}`,
	'^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '`': `\textasciigrave{}`,
}

// latexText is a character outside of mathematics.
func latexText(r rune) string {
	if command, ok := textCommands[r]; ok {
		return command
	}
	if sign := latexSign(r); r >= 0x80 && sign != string(r) {
		return "$" + sign + "$"
	}
	return string(r)
}

// signCommands name the characters of mathematics, the first in the alphabet where several do.
var signCommands = func() map[rune]string {
	names := map[rune]string{'−': "-", '%': `\%`, '&': `\&`, '#': `\#`, '√': `\surd`}
	for _, name := range slices.Sorted(maps.Keys(symbols)) {
		if r := symbols[name]; names[r] == "" && (r >= 0x80 || r == '~') {
			names[r] = `\` + name
		}
	}
	return names
}()

// latexSign is a character in mathematics, or as it is if LaTeX has no command for it.
func latexSign(r rune) string {
	r = []rune(character(r, true).text)[0]
	if command, ok := signCommands[r]; ok {
		return command
	}
	return string(r)
}

// formula is mathematics up to its end sign, which is passed.
func (p *parser) formula(end rune) string {
	var b strings.Builder
	for p.src[p.pos] != end {
		if r := p.src[p.pos]; r == '_' || r == '^' {
			p.pos++
			b.WriteString(string(r) + "{" + p.field() + "}")
			continue
		}
		b.WriteString(p.piece())
	}
	p.pos++
	return b.String()
}

// field is what a script sign or a command takes, without braces.
func (p *parser) field() string {
	for p.src[p.pos] == ' ' {
		p.pos++
	}
	if p.src[p.pos] == '{' {
		p.pos++
		return p.formula('}')
	}
	return p.piece()
}

// piece is a group, a command with what it takes, or one character.
func (p *parser) piece() string {
	r := p.src[p.pos]
	p.pos++
	switch r {
	case '{':
		return "{" + p.formula('}') + "}"
	case '\\':
		return p.latexCommand()
	}
	return p.apart(latexSign(r))
}

// apart is a command with a blank where a letter follows that would belong to its name.
func (p *parser) apart(command string) string {
	if p.pos < len(p.src) && len(command) > 2 && command[0] == '\\' && isLetter(p.src[p.pos]) {
		return command + " "
	}
	return command
}

// latexCommand is the command after a backslash. What LaTeX does not know has another name; \left and
// \right go, since nothing here asks that they be pairs.
func (p *parser) latexCommand() string {
	name := p.name()
	_, accent := accents[name]
	_, inCut := cuts[name]
	switch {
	case accent || inCut:
		return `\` + name + "{" + p.field() + "}"
	case name == "left" || name == "right":
		return ""
	case name == "sqrt" && (p.pos == len(p.src) || p.src[p.pos] != '{'):
		return p.apart(`\surd`)
	case slices.Contains([]string{"atanh", "sign", "erf", "erfc"}, name):
		return `\operatorname{` + name + "}"
	case name == "prime" && (p.pos < 7 || !strings.ContainsRune("^{", p.src[p.pos-7])): // raised, as TeX does it
		return "'"
	}
	return p.apart(`\` + name)
}
