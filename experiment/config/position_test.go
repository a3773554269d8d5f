package config

import "testing"

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
		"model.a.b.c d.e": 8, "model.a.b.c d.f": 8, "model.a.b.c d.f[2]": 9, "model.a.b.c d.g": 9, "model.a.b.c d.g.h": 9,
		"measure": 11, "measure[0]": 11, "measure[0].kind": 12, "measure[0].sub": 13, "measure[0].sub.x": 14,
		"measure[1]": 15, "measure[1].kind": 16, "sweep": 17, "sweep.instance.alpha": 18, "sweep.instance.alpha[0]": 19,
		"sweep.instance.alpha[1]": 20, "sweep.last": 22,
	}
	found, _ := findKeys(text)
	for path, line := range want {
		if found[path] != line {
			t.Errorf("%s: line %d, want %d", path, found[path], line)
		}
	}
	for _, path := range []string{"fake", "not.a.header", "not"} {
		if line, ok := found[path]; ok {
			t.Errorf("%s found on line %d, but it is text", path, line)
		}
	}
}

func TestLinesOfWhatIsNoTOML(t *testing.T) {
	for _, text := range []string{"", "[", "[[", "a", "a =", "= 1", "a = [", "a = {", "a = \"", "a = '''", "]", "a.", "a = [}", "\"", "a = \"\\"} {
		findKeys(text) // must end
	}
}
