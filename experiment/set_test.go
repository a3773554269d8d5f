package experiment

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// A range of --set gives the numbers that a user would write: the same tasks.
func TestSetRanges(t *testing.T) {
	text := plain + "[sweep]\n\"instance.alpha\" = "
	for _, test := range []struct{ path, set, list string }{
		{"instance.alpha", "0.3:0.7:5", "0.3,0.4,0.5,0.6,0.7"},
		{"instance.alpha", "0.1,0.3:0.7:3", "0.1,0.3,0.5,0.7"},
		{"measure.local_entropy.epsilon", "1e-6:1e-2:5:log", "1e-6,1e-5,1e-4,1e-3,1e-2"},
		{"model.n", "21:101:5", "21,41,61,81,101"},
		{"algorithm.gamma.list", "[0:0.4:3]", "[0.0,0.2,0.4]"},
	} {
		a, err1 := plan.New(t.Context(), parsed(t, plain, test.path+"="+test.set))
		b, err2 := plan.New(t.Context(), parsed(t, plain, test.path+"="+test.list))
		if err1 != nil || err2 != nil || !equal(ids(a), ids(b)) {
			t.Errorf("--set %s=%s and =%s are different plans (%v, %v)", test.path, test.set, test.list, err1, err2)
		}
	}
	a, b := parsed(t, text+"\"0.3:0.7:5\"\n"), parsed(t, text+"[0.3, 0.4, 0.5, 0.6, 0.7]\n")
	if string(a.Resolved("")) != string(b.Resolved("")) {
		t.Errorf("a range in [sweep] gives\n%s\nits list\n%s", a.Resolved(""), b.Resolved(""))
	}
	for set, want := range map[string]string{
		"instance.alpha=0.3:0.7":            "--set instance.alpha=0.3:0.7: 0.3:0.7: not a range; want from:to:n or from:to:n:log",
		"instance.alpha=0.3:0.7:x":          `--set instance.alpha=0.3:0.7:x: 0.3:0.7:x: "x" points: a range has 2 to 100000; want from:to:n or from:to:n:log`,
		"model.n=21:31:4":                   "--set model.n=21:31:4: model.n = 24.3333333333333: want an integer >= 1",
		"instance.alpha=0:1:100000,0:1:2:3": `--set instance.alpha=0:1:100000,0:1:2:3: 0:1:2:3: unknown spacing "3"; want from:to:n or from:to:n:log`,
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", plain, []string{set}, Standard()); err == nil || err.Error() != want {
			t.Errorf("--set %s:\ngot  %v\nwant %s", set, err, want)
		}
	}
	th := parsed(t, plain+"[[theory]]\nkind = \"rs\"\n", "theory.rs.kappa=0:0.2:3").Theories[0]
	if got := fmt.Sprint(th.Request.Values["kappa"]); got != "[0 0.1 0.2]" {
		t.Errorf("theory.rs.kappa=0:0.2:3 gives %s", got)
	}
}

func TestSetRemovesKeys(t *testing.T) {
	text := strings.Replace(plain, "kind = \"fbp\"\n", "kind = \"fbp\"\ny = 7\ngamma = { steps = 6, cap = 3.0 }\n", 1) +
		"[sweep]\n\"model.n\" = [21, 31]\n[[theory]]\nkind = \"rs\"\n[figure]\nkind = \"local_entropy\"\nbars = \"sem\"\n"
	for set, gone := range map[string]string{
		"algorithm.y=": "y          = 7", "algorithm.gamma =": "steps = 6", "algorithm.gamma.steps=": "steps = 6", "model.n=": "[sweep]",
		"measure.stability=": `"stability"`, "theory.rs=": "[[theory]]", "figure.bars=": `bars     = "sem"`, "samples=": "samples  = 3",
	} {
		before, sets := string(parsed(t, text).Resolved("")), []string{set}
		if strings.HasPrefix(set, "model.n") {
			sets = append(sets, "model.n=21") // the key itself is needed
		}
		s := parsed(t, text, sets...)
		if after := string(s.Resolved("")); !strings.Contains(before, gone) || strings.Contains(after, gone) {
			t.Errorf("--set %s: %q was to go from\n%s\nto\n%s", set, gone, before, after)
		}
		path := strings.TrimRight(set, "= ")
		if want := "--set " + path + "=: without a value; what the config says of " + path + " is left out"; len(s.Warnings) != 1 || s.Warnings[0] != want {
			t.Errorf("warnings %q, want %q", s.Warnings, want)
		}
	}
	for set, want := range map[string]string{
		"algorithm.yy=":   `--set algorithm.yy=: the config does not have this key; did you mean "y"?`,
		"model.kind=":     "x.toml:3: model.kind: missing; want one of: " + strings.Join(slices.Sorted(maps.Keys(Standard().Models)), ", "),
		"sweep=":          `--set sweep=: want the key itself with its values: instance.alpha=0.3,0.5`,
		"nothing.at.all=": `--set nothing.at.all=: the config does not have this key; none is known here`,
		" model.n = 0":    `--set model.n=0: want an integer >= 1`,
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", text, []string{set}, Standard()); err == nil || err.Error() != want {
			t.Errorf("--set %s:\ngot  %v\nwant %s", set, err, want)
		}
	}
}

// Another kind by --set leaves out the keys of the old one, and says so.
func TestSetOfKindDropsKeys(t *testing.T) {
	text := strings.Replace(plain, "kind = \"fbp\"\n", "kind = \"fbp\"\ny = 7\ngamma = { steps = 6 }\n", 1) +
		"[sweep]\n\"algorithm.damping\" = [0.1, 0.2]\n[[theory]]\nname = \"a\"\nkind = \"franz_parisi\"\nd = 0.1\nalpha = 0.3\n"
	s := parsed(t, text, "algorithm.path=x", "algorithm.kind=file")
	want := `algorithm: kind "file" begins from its defaults; what the config says of y, gamma, damping is left out`
	if len(s.Warnings) != 1 || s.Warnings[0] != want || len(s.Swept) != 0 {
		t.Errorf("warnings %q, swept %v, want %q", s.Warnings, s.Swept, want)
	}
	if _, err := plan.Parse(t.Context(), "x.toml", text, []string{"instance.kind=teacher"}, Standard()); err == nil || err.Error() != `--set instance.kind=teacher: instance.alpha: give alpha > 0 or p >= 1; kind "teacher" begins from its defaults, without what the config says of alpha` {
		t.Errorf("a key that is left out: %v", err)
	}
	if s := parsed(t, text, "theory.a.kind=rs"); len(s.Warnings) != 1 || !strings.HasPrefix(s.Warnings[0], `theory.a: kind "rs" begins from its defaults; what the config says of d, alpha`) {
		t.Errorf("warnings %q", s.Warnings)
	}
	for set, want := range map[string]string{
		"algorithm.y=3":     `--set algorithm.y=3: unknown key; a key of algorithm.fbp, algorithm.layered_bp`,
		"algorithm.y=3,4":   `--set algorithm.y=3,4: algorithm.y: unknown key; a key of algorithm.fbp, algorithm.layered_bp`,
		"algorithm.kind=pb": `--set algorithm.kind=pb: unknown kind; did you mean "bp"?`,
	} {
		if _, err := plan.Parse(t.Context(), "x.toml", text, []string{"algorithm.kind=file", "algorithm.path=x", set}, Standard()); err == nil || err.Error() != want {
			t.Errorf("--set %s:\ngot  %v\nwant %s", set, err, want)
		}
	}
}

// FuzzSet: no argument of --set makes the parser panic or a message of two lines.
func FuzzSet(f *testing.F) {
	for _, set := range []string{"algorithm.y=", "model.n=21:41:3", "instance.alpha=0.1,0.2:0.3:2", "instance.kind=file", "measure.stability=", "x=[1:2:3]", "a.b={sample}"} {
		f.Add(set)
	}
	f.Fuzz(func(t *testing.T, set string) {
		if _, err := os.Stat(set); err == nil {
			t.Skip()
		}
		s, err := plan.Parse(t.Context(), "x.toml", plain+"[sweep]\n\"algorithm.y\" = [2, 3]\n", []string{set}, Standard())
		if err != nil {
			oneLineOf(t, err)
		} else if strings.ContainsAny(strings.Join(s.Warnings, ""), "\n\r") {
			t.Errorf("a warning of two lines: %q", s.Warnings)
		}
	})
}
