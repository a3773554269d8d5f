package say

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Command is a command line as it is printed: a format with %s for each path or value, each of
// which becomes one word of the shell, whatever characters it has. Names come from others, and
// whoever pastes a command must run that and nothing else.
func Command(format string, words ...string) string {
	quoted := make([]any, len(words))
	for i, word := range words {
		quoted[i] = Word(word)
	}
	return fmt.Sprintf(format, quoted...)
}

// Word is a path or a value as one word of the shell that is no option.
func Word(text string) string {
	if strings.HasPrefix(text, "-") {
		text = "./" + text
	}
	return Quoted(text)
}

// Quoted is a text as one word of the shell. It has one line of
// visible characters: where the text has others, the word is a printf that writes it. A line end
// at the end, which the shell takes off such a word, needs one with $'…' (bash, zsh, ksh);
// other shells read that as another name, and as nothing else.
func Quoted(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_./+@%=:,-", r)
	}
	switch {
	case text != "" && text[0] != '=' && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }):
		return text
	case utf8.ValidString(text) && !strings.ContainsFunc(text, Hidden):
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	start, octal, end := `"$(printf %b '`, `\0%03o`, `')"`
	if strings.HasSuffix(text, "\n") {
		start, octal, end = "$'", `\%03o`, "'"
	}
	var b strings.Builder
	b.WriteString(start)
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if plain(r) || r == ' ' || r > '~' && n > 1 && !Hidden(r) {
			b.WriteString(text[:n])
		} else {
			for _, c := range []byte(text[:n]) {
				fmt.Fprintf(&b, octal, c)
			}
		}
		text = text[n:]
	}
	return b.String() + end
}

// CommandLine is a command line in one line: each word as it is, for a shell.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quoted(word)
	}
	return strings.Join(quoted, " ")
}
