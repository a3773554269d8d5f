//go:build !windows

package say

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile are texts that would do something in a shell, or look like something else.
var hostile = []string{"plain", "", "two words", "it's", `say "yes"`, `'"'`, "$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "a\ntouch PWNED", "a\ntouch PWNED\nb",
	"\x1b[2Jx", "a\rb", "\xff\xfe", "r\xe9s", "r\xe91", "é", "a\u202eb", "a\u2028b", "-rf", "--out=x", "-", "~", "~root", "*", "?", "[a]", "{a,b}", "!!", "'!!'", "\n!!'", "#x", "=ls", "a&b", "a|b", "a>b",
	`a\b`, `\`, "%d%s", "\x7f%s\\n", "$HOME", "${HOME}\t", "\x01$(touch PWNED)'\"`", "a\\0041\n\\c'b", "\u200b", "x\u0000y"[:1] + "'"}

// A word is, for any shell, the text and nothing else, in one line of visible characters.
func TestWord(t *testing.T) {
	for _, text := range hostile {
		word, want := Word(text), text
		if strings.HasPrefix(text, "-") {
			want = "./" + text
		}
		if !utf8.ValidString(word) || strings.ContainsFunc(word, Hidden) {
			t.Errorf("%q: %q", text, word)
		}
		for _, shell := range []string{"sh", "bash"} {
			cmd := exec.Command(shell, "-c", "printf '<%s>' "+Command("%s end", text))
			cmd.Dir = t.TempDir()
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != "<"+want+"><end>" {
				t.Errorf("%s: %q is written %s, and read as %q (%v)", shell, text, word, out, err)
			}
		}
	}
}

// A line end at the end is no command in a shell that does not know $'…', either.
func TestWordThatEndsInALine(t *testing.T) {
	const text = "a';touch PWNED;'\n"
	word := Word(text)
	if strings.ContainsFunc(word, Hidden) || strings.Count(word, "'") != 2 {
		t.Fatal(word)
	}
	if out, err := exec.Command("bash", "-c", "printf '<%s>' "+word).Output(); err == nil && string(out) != "<"+text+">" {
		t.Errorf("%s is read as %q", word, out)
	}
}
