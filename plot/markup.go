package plot

import (
	"fmt"
	"strings"
	"unicode"
)

// node is a piece of a label in one cut of the font, with its accent and its scripts.
type node struct {
	text     string
	cut      cut
	accent   rune    // drawn above the text; 0 for none
	space    float64 // instead of text: this wide, in em
	sub, sup []node
}

// parser parses labels, see Axis.
type parser struct {
	src   []rune
	pos   int
	depth int
}

// Limits of a label: characters, and groups within one another.
const (
	longestLabel = 500
	deepestLabel = 16
)

// parseLabel splits a label into nodes, or returns what is wrong with it.
func parseLabel(label string) ([]node, error) {
	p := &parser{src: []rune(label)}
	if len(p.src) > longestLabel {
		return nil, fmt.Errorf("%d characters, want at most %d", len(p.src), longestLabel)
	}
	var nodes []node
	for p.pos < len(p.src) {
		if p.src[p.pos] == '$' {
			p.pos++
			inner, err := p.math('$')
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, inner...)
			continue
		}
		if p.src[p.pos] == '\\' && p.pos+1 < len(p.src) && p.src[p.pos+1] == '$' {
			p.pos++
		}
		nodes = append(nodes, character(p.src[p.pos], false))
		p.pos++
	}
	return merged(nodes), nil
}

// math reads up to the end sign, '$' or '}'.
func (p *parser) math(end rune) ([]node, error) {
	var nodes []node
	for p.pos < len(p.src) {
		switch r := p.src[p.pos]; r {
		case end:
			p.pos++
			return nodes, nil
		case '$', '}':
			return nil, fmt.Errorf("want %q before %q", end, r)
		case '_', '^':
			p.pos++
			script, err := p.argument()
			if err != nil {
				return nil, err
			}
			if len(nodes) == 0 {
				nodes = append(nodes, node{})
			}
			last := &nodes[len(nodes)-1]
			if r == '_' {
				last.sub = append(last.sub, script...)
			} else {
				last.sup = append(last.sup, script...)
			}
		default:
			group, err := p.atom()
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, group...)
		}
	}
	return nil, fmt.Errorf("no closing %q", end)
}

// argument is what follows a script sign or an accent: a group or one atom.
func (p *parser) argument() ([]node, error) {
	for p.pos < len(p.src) && p.src[p.pos] == ' ' {
		p.pos++
	}
	if p.pos == len(p.src) || strings.ContainsRune("$}_^", p.src[p.pos]) {
		return nil, fmt.Errorf("nothing after a script sign or a command")
	}
	group, err := p.atom()
	return merged(group), err
}

// atom is a group in braces, a command or a single character.
func (p *parser) atom() ([]node, error) {
	if p.depth++; p.depth > deepestLabel {
		return nil, fmt.Errorf("groups nested more than %d deep", deepestLabel)
	}
	defer func() { p.depth-- }()
	r := p.src[p.pos]
	p.pos++
	switch r {
	case '{':
		return p.math('}')
	case '\\':
		return p.command()
	case '-':
		r = '−'
	}
	return []node{character(r, true)}, nil
}

// name reads the name of a command: letters, or one other character.
func (p *parser) name() string {
	from := p.pos
	for p.pos < len(p.src) && isLetter(p.src[p.pos]) {
		p.pos++
	}
	if p.pos == from && p.pos < len(p.src) {
		p.pos++
	}
	return string(p.src[from:p.pos])
}

// isLetter reports whether a character can be part of the name of a command.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r < 0x80 }

// command reads what follows a backslash.
func (p *parser) command() ([]node, error) {
	name := p.name()
	if accent, ok := accents[name]; ok {
		arg, err := p.argument()
		if err != nil {
			return nil, err
		}
		if len(arg) != 1 || arg[0].accent != 0 || len([]rune(arg[0].text)) != 1 {
			return nil, fmt.Errorf(`\%s wants one letter`, name)
		}
		arg[0].accent = accent
		return arg, nil
	}
	if c, ok := cuts[name]; ok {
		return p.inCut(c)
	}
	if width, ok := spaces[name]; ok {
		return []node{{space: width}}, nil
	}
	if upright[name] {
		return []node{{text: name}}, nil
	}
	if r, ok := symbols[name]; ok {
		return []node{character(r, true)}, nil
	}
	return nil, fmt.Errorf(`unknown command \%s, want one of %s`, name, strings.Join(commands(), " "))
}

// inCut reads the braces after \mathrm and its like.
func (p *parser) inCut(c cut) ([]node, error) {
	arg, err := p.argument()
	for i := range arg {
		arg[i].cut = c
	}
	return merged(arg), err
}

// slanted reports whether a character is italic in mathematics.
func slanted(r rune) bool {
	greek := r >= 'α' && r <= 'ω' || strings.ContainsRune("ϕϵϑϱϖ", r)
	return greek || unicode.Is(unicode.Latin, r)
}

// merged joins neighbours of the same cut, so that they are kerned.
func merged(nodes []node) []node {
	var out []node
	for _, n := range nodes {
		if k := len(out) - 1; k >= 0 && plain(out[k]) && plain(n) && out[k].cut == n.cut {
			out[k].text += n.text
			continue
		}
		out = append(out, n)
	}
	return out
}

// plain reports whether a node is nothing but text.
func plain(n node) bool {
	return n.accent == 0 && n.space == 0 && len(n.sub)+len(n.sup) == 0
}
