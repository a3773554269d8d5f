package config

import (
	"strings"
	"testing"
	"time"
)

// What is far beyond a config is refused with its line before the library reads it:
// that takes half a minute for some of these, and cannot be interrupted.
func TestLimits(t *testing.T) {
	many := strings.Repeat
	for _, c := range []struct{ text, want string }{
		{"a = 1\nb = " + many("[", 200_000) + many("]", 200_000), "x.toml:2: lists and tables nested more than 16 deep: is this a config?"},
		{"b = " + many("{a=", 200_000) + "1" + many("}", 200_000), "x.toml:1: lists and tables nested more than 16 deep: is this a config?"},
		{"\n" + many("a.", 300_000) + "b = 1", "x.toml:2: a key of more than 16 parts: is this a config?"},
		{"[" + many("a . ", 300_000) + "b]", "x.toml:1: a key of more than 16 parts: is this a config?"},
		{"a = {" + many("a.", 300_000) + "b = 1}", "x.toml:1: a key of more than 16 parts: is this a config?"},
		{many("a", 300_000) + " = 1", "x.toml:1: a word of more than 4096 bytes: is this a config?"},
		{"a = " + many("1", 300_000), "x.toml:1: a word of more than 4096 bytes: is this a config?"},
		{"a = 1\na = \"" + many("x", 200_000) + "\"", "x.toml:2: a text of more than 4096 bytes: is this a config?"},
		{"a = \"\"\"" + many("x\n", 100_000) + "\"\"\"", "x.toml:1: a text of more than 4096 bytes: is this a config?"},
		{many("[[a]]\n", 300_000), "x.toml:20001: more than 20000 keys: is this a config?"},
		{"[[variant]]\nname = \"" + many("x", 101) + "\"", `x.toml:2: variant.name = "` + many("x", 59) + `…: want at most 100 bytes`},
		{many("#", mostBytes+1), "x.toml: larger than 4 MiB: is this a config?"},
		// Mistakes of other kinds keep their words, and comments may be long.
		{"a = \"x\nb = \"../../../../../../../../../../../../x\"", "x.toml:1: strings cannot contain newlines"},
		{"#" + many("[.", 100_000) + "\na = =", "x.toml:2: expected value but found '=' instead"},
		{"a = \"" + many("[.", 1000) + "\"\nb = =", "x.toml:2: expected value but found '=' instead"},
		{"a = [" + many("0.5,", 100_000) + "]\nb = =", "x.toml:2: expected value but found '=' instead"},
	} {
		start := time.Now()
		if _, err := Parse("x.toml", c.text); err == nil || err.Error() != c.want {
			t.Errorf("%.20q: %v, want %s", c.text, err, c.want)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.20q: %v", c.text, took)
		}
	}
	d, err := Parse("x.toml", "a = 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ arg, want string }{
		{"a=" + many("[", 30_000) + many("]", 30_000), ": lists and tables nested more than 16 deep"},
		{many("a.", 30_000) + "b=1", ": a key of more than 16 parts"},
		{"a=" + many("x", 30_000), ": a text of more than 4096 bytes"},
		{"a=" + many("../", 30) + "x", ""},
		{"a=" + many("0.5,", 10_000) + "1", ": want a key"},
	} {
		if err := d.Set([]string{c.arg}, nil); (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) && !strings.Contains(err.Error(), "cannot be swept") {
			t.Errorf("--set %.20s: %v, want %s", c.arg, err, c.want)
		}
	}
}

// A text or a key that can look like another one is refused; its hidden characters
// are shown.
func TestHiddenCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[model]\nkind = \"a\u202eb\"", `x.toml:2: model.kind = "a\u202eb": want a text without hidden characters`},
		{"[model]\nkind = \"a\\u202eb\"", `x.toml:2: model.kind = "a\u202eb": want a text without hidden characters`},
		{"x = [1, [\"\\u001b[2J\"]]", `x.toml:1: x[1][0] = "\u001b[2J": want a text without hidden characters`},
		{"[[a]]\nb = 1\n[[a]]\n\"\u2066\" = 1", `x.toml:4: a[1].\u2066: want a key without hidden characters`},
		{"[a]\nb = { c = \"\U000e0041\" }", `x.toml:2: a.b.c = "\udb40\udc41": want a text without hidden characters`},
	} {
		if _, err := Parse("x.toml", c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Parse("x.toml", `a = "x\n\ty"`); err != nil {
		t.Errorf("a text of two lines: %v", err)
	}
	d, err := Parse("x.toml", "a = \"می\u200cخواهم 👩\u200d👧 κ̃\"")
	if err != nil {
		t.Errorf("words with joiners: %v", err)
	}
	if err := d.Set([]string{"a=\u202e"}, nil); err == nil || err.Error() != `--set a=\u202e: want a text without hidden characters` {
		t.Errorf("--set: %v", err)
	}
}
