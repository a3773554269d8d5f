package config

import (
	"strings"
	"testing"
)

// TestLinesOfKeys: keys have the line of their own key = or header, and the elements of its list their own; what is in
// lists and inline tables further in has that of these.
func TestLinesOfKeys(t *testing.T) {
	const text = "\ufeff# comment with [brackets] = and \"quotes\"\n" + // 1
		"name = 'x' # comment\n" + // 2
		"text = \"\"\"\n" + // 3
		"  fake = 1\n" + // 4
		"  \"quote\" and \\\"\"\"\"\n" + // 5
		"[model]\r\n" + // 6
		"n = 5\r\n" + // 7
		"a.b . \"c d\" = { e = 1, f = [1, 2,\n" + // 8
		"   3], g = { h = '''\n" + // 9
		"[not.a.header]''' } }\n" + // 10
		"[[measure]]\n" + // 11
		"kind = \"a\"\n" + // 12
		"[measure.sub]\n" + // 13
		"x = 1\n" + // 14
		"[[measure]] # second\n" + // 15
		"kind = \"b\"\n" + // 16
		"[ sweep ]\n" + // 17
		"\"instance.alpha\" = [\n" + // 18
		"  0.3, # one\n" + // 19
		"  0.5,\n" + // 20
		"]\n" + // 21
		"last = 1" // 22
	want := map[string]int{
		"name": 2, "text": 3, "model": 6, "model.n": 7, "model.a": 8, "model.a.b": 8, "model.a.b.c d": 8,
		"model.a.b.c d.e": 8, "model.a.b.c d.f": 8, "model.a.b.c d.f[2]": 8, "model.a.b.c d.g": 8, "model.a.b.c d.g.h": 8,
		"measure": 11, "measure[0]": 11, "measure[0].kind": 12, "measure[0].sub": 13, "measure[0].sub.x": 14,
		"measure[1]": 15, "measure[1].kind": 16, "sweep": 17, "sweep.instance.alpha": 18, "sweep.instance.alpha[0]": 19, "sweep.instance.alpha[1]": 20,
		"sweep.last": 22,
	}
	d, _, err := read("x.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	for path, line := range want {
		if at := d.place(path); at.line != line || at.rank != ofFile {
			t.Errorf("%s: %+v, want line %d", path, at, line)
		}
	}
	for _, path := range []string{"fake", "not.a.header", "not"} {
		if at, ok := d.places[path]; ok {
			t.Errorf("%s found on line %d, but it is text", path, at.line)
		}
	}
}

func TestLinesOfWhatIsNoTOML(t *testing.T) {
	for _, text := range []string{"", "[", "[[", "a", "a =", "= 1", "a = [", "a = {", "a = \"", "a = '''", "]", "a.", "a = [}", "\"", "a = \"\\"} {
		scanned(text) // must end
	}
}

// FuzzLines: the scan ends, and in what the library takes every key has a line, which contains it unless it is
// written with escapes.
func FuzzLines(f *testing.F) {
	for _, text := range []string{
		"a.b = 1\n[c]\nd = [1,\n{ e = '''x\n''' }]\n[[c.f]]\n\"g.h\" = \"\"\"\n\\\"\"\"\"\"\n[c.f.i]\nj = 1979-05-27T07:32:00.5\n",
		"a = [[1], [2]] # [x\n'b c' . d = { e.f = 1, g = \"#\" }\n[[ h ]]\n[[h]]\ni = ']'", "\ufeffa=1", "[a]\r\nb='''\r\n'''\r\n", "a = \"\\\\\"\nb=''\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := read("x.toml", text)
		if err != nil {
			return
		}
		lines := strings.Split(text, "\n")
		for key := range d.Root {
			at, noted := d.places[key]
			if written := key != "" && !strings.ContainsAny(text, "\\"); written && (!noted || at.rank != ofFile || !strings.Contains(lines[at.line-1], key)) {
				t.Errorf("%q: %q has the place %+v", text, key, at)
			}
		}
	})
}
