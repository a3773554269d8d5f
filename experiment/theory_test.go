package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/internal/scratch"
	"fbp/internal/sealed"
	"fbp/results"
	"fbp/theory/catalog"
)

const curved = plantest.Curved

// Theory changes no task, and its resolved form asks for the same.
func TestTheoryChangesNoTask(t *testing.T) {
	with, without := planned(t, curved), planned(t, plain)
	if with.Config != without.Config {
		t.Error("theory changes the hash of the plan")
	}
	s := parsed(t, curved)
	again := parsed(t, string(s.Resolved("")))
	if string(again.Resolved("")) != string(s.Resolved("")) {
		t.Errorf("resolved twice:\n%s\nonce:\n%s", again.Resolved(""), s.Resolved(""))
	}
	for _, want := range []string{"alpha      = 0.47619047619047616\nkappa_ref  = \"max\"\nkappa      = 0.0\nd          = \"0.05:0.25:5\"\n",
		"name       = \"rs\"\n", "labels     = \"teacher\"\nalpha      = [0.1, \"0.2,0.3\"]\nkappa      = 0.0\n"} {
		if !strings.Contains(string(s.Resolved("")), want) {
			t.Errorf("no %q in\n%s", want, s.Resolved(""))
		}
	}
	if got := s.Theories[1].Request.Values["alpha"]; fmt.Sprint(got) != "[0.1 0.2 0.3]" {
		t.Errorf("alpha %v", got)
	}
}

// What a theory does not say of alpha, the instance says, every value of the sweep.
func TestAlphaOfTheInstance(t *testing.T) {
	s := parsed(t, curved, "instance.alpha=0.3,0.5", "algorithm.y=5,20")
	if got := fmt.Sprint(s.Theories[0].Request.Values["alpha"]); got != fmt.Sprint([]float64{6. / 21, 10. / 21}) {
		t.Errorf("alpha %s, want those of 6 and 10 patterns for 21 weights", got)
	}
	if s = parsed(t, curved, "theory.max.d=0.1,0.2", "theory.max.kappa_ref=0.1"); fmt.Sprint(s.Theories[0].Request.Values) != fmt.Sprintf("map[alpha:[%v] d:[0.1 0.2] kappa:[0] kappa-ref:[0.1]]", 10./21) {
		t.Errorf("values %v", s.Theories[0].Request.Values)
	}
	if s = parsed(t, curved, "theory.max.alpha=0.5"); fmt.Sprint(s.Theories[0].Request.Values["alpha"]) != "[0.5]" {
		t.Errorf("alpha %v, want the one that is given", s.Theories[0].Request.Values["alpha"])
	}
}

// theoryFile writes the tables of theory and returns the first.
func theoryFile(t *testing.T, p *plan.Plan, dir string, o table.Options) string {
	t.Helper()
	paths, err := table.WriteTheory(context.Background(), p, dir, p.Spec.Theories, o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil || filepath.Base(paths[0]) != "theory_max.tsv" || len(paths) != len(p.Spec.Theories) {
		t.Fatal(paths, err)
	}
	return string(data)
}

// The tables have the rows of fbp theory and do not depend on -j; they are
// computed again when, and only when, something else is asked for.
func TestTheoryTables(t *testing.T) {
	p, dir := planned(t, curved), t.TempDir()
	one := theoryFile(t, p, dir, table.Options{Jobs: 1})
	if three := theoryFile(t, p, t.TempDir(), table.Options{Jobs: 3}); three != one {
		t.Errorf("-j 3:\n%s-j 1:\n%s", three, one)
	}
	e, err := catalog.Find("franz-parisi")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := e.Table(context.Background(), catalog.Request{Values: map[string][]float64{"alpha": {10. / 21}, "d": {0.05, 0.1, 0.15, 0.2, 0.25}}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := listed.WriteTSV(&b); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("# theory_max\n# name: x\n# config: %s\n# seed: 1\n# physics: %d\n", p.Config, results.PhysicsVersion) +
		"# theory: franz_parisi, weights = \"binary\", activation = \"linear\", labels = \"random\", alpha = 0.47619047619047616, kappa_ref = \"max\", kappa = 0.0, d = \"0.05:0.25:5\"\n" + b.String()
	want = string(results.SealTSV([]byte(want)))
	if one != want {
		t.Errorf("got\n%swant\n%s", one, want)
	}

	path := filepath.Join(dir, "theory_max.tsv")
	mark := strings.Replace(one, "0.05", "0.051", 2) // once in the header
	mark = strings.Replace(mark, "0.051:", "0.05:", 1)
	resealed := func(text string) string {
		body, _, _ := strings.Cut(text, "# sha256")
		return string(results.SealTSV([]byte(body)))
	}
	mark = resealed(mark)
	write := func(text string) {
		scratch.Write(t, path, text)
	}
	write(mark)
	if got := theoryFile(t, p, dir, table.Options{}); got != mark {
		t.Error("computed again, though nothing changed")
	}
	if got := theoryFile(t, p, dir, table.Options{Force: true}); got != one {
		t.Error("kept, though asked to force")
	}
	write(mark)
	more := planned(t, curved, "samples=4")
	if got := theoryFile(t, more, dir, table.Options{}); got != resealed(strings.Replace(mark, p.Config, more.Config, 1)) {
		t.Error("the header is not that of the new plan, or computed again for no reason")
	}
	for what, text := range map[string]string{"truncated": one[:len(one)/2], "of another": strings.Replace(one, "theory_max", "theory_min", 1), "no table": "", "with a flipped bit": strings.Replace(one, "0.1", "0.5", 1)} {
		write(text)
		if got := theoryFile(t, p, dir, table.Options{}); got != one {
			t.Errorf("a file that is %s is kept:\n%s", what, got)
		}
	}
	newer := resealed(strings.Replace(one, fmt.Sprintf("# physics: %d\n", results.PhysicsVersion), "# physics: 9\n", 1))
	write(newer)
	if _, err := table.WriteTheory(context.Background(), p, dir, p.Spec.Theories, table.Options{}); !errors.As(err, new(*sealed.NewerError)) {
		t.Errorf("a table of a newer physics version: error %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != newer {
		t.Errorf("it is now %s, %v", data, err)
	}
	write(one)
	other := planned(t, curved, "theory.max.kappa=0.1", "theory.max.compare=false", "theory.max.alpha=0.5")
	if got := theoryFile(t, other, dir, table.Options{}); !strings.Contains(got, "\t0.5\t0.418062498793\t0.1\t0.05\t") {
		t.Errorf("another margin was asked for:\n%s", got)
	}
}

// A repeated run keeps a table of theory that its build has computed, and computes that of another build, and all tables
// where its own build is unknown, again.
func TestTheoryOfBuild(t *testing.T) {
	old := results.Commit
	t.Cleanup(func() { results.Commit = old })
	p, dir := planned(t, "[[theory]]\nname = \"max\"\nkind = \"kappa_max\"\nalpha = 0.5\n"), t.TempDir()
	path := filepath.Join(dir, "theory_max.tsv")
	const right, marked = "\t0.418062498793", "\t0.418062498999"
	run := func(commit string) string {
		results.Commit = commit
		if _, err := Run(t.Context(), p, Options{Dir: dir, Jobs: 1, Log: slog.New(slog.DiscardHandler)}); err != nil {
			t.Fatal(err)
		}
		return scratch.Read(t, path)
	}
	for _, c := range []struct {
		first, second string
		kept          bool
	}{{"a", "a", true}, {"a", "b", false}, {"a", "a+dirty", false}, {"a+dirty", "a+dirty", false}, {"a+dirty", "a", false}} {
		scratch.Write(t, path, "")
		body, _, _ := strings.Cut(strings.Replace(run(c.first), right, marked, 1), "# sha256")
		scratch.Write(t, path, string(results.SealTSV([]byte(body))))
		if got := run(c.second); strings.Contains(got, marked) != c.kept || strings.Contains(got, right) == c.kept {
			t.Errorf("computed by build %s, then run by %s: want it kept %v\n%s", c.first, c.second, c.kept, got)
		}
	}
}

// A config of theory alone is a plan without tasks.
func TestTheoryAlone(t *testing.T) {
	p, dir := planned(t, "[[theory]]\nname = \"max\"\nkind = \"kappa_max\"\nalpha = 0.5\n"), t.TempDir()
	if len(p.Tasks) != 0 {
		t.Fatal(p.Tasks)
	}
	report := ran(t, p, Options{Dir: dir})
	if report != (Report{}) {
		t.Errorf("report %+v", report)
	}
	d := displayOf(t, dir)
	if len(d.Theories) != 1 || d.Figure != nil {
		t.Fatal(d)
	}
	paths, made, err := table.Write(context.Background(), p, dir, d.Theories, table.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil || len(paths) != 0 || made.Missing() != 0 {
		t.Error(paths, made, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "theory_max.tsv")); err != nil {
		t.Error(err)
	}
	if p, err = store.Folder(dir).Plan(); err != nil || len(p.Tasks) != 0 {
		t.Error("the plan cannot be read again", err)
	}
}

// The curves of a theory are named by alpha as the config has it.
func TestCurvesAreNamedAsConfigured(t *testing.T) {
	s := parsed(t, curved)
	if got := s.Theories[0].Curves("d")[0].Settings[0]; got != (theories.NamedValue{Name: "alpha", Value: "0.5"}) {
		t.Errorf("the curve that follows the instance has %v", got)
	}
}

// A parameter that runs makes the points of a curve, the others tell curves apart.
func TestCurves(t *testing.T) {
	s := parsed(t, "[[theory]]\nkind = \"franz_parisi\"\nalpha = [0.3, 0.5]\nkappa_ref = [0, \"max\"]\nd = [0.1, 0.2, 0.3]\n")
	var got strings.Builder
	for _, c := range s.Theories[0].Curves("d") {
		fmt.Fprintln(&got, c.Settings, c.Rows)
	}
	want := "[{alpha 0.3} {kappa_ref 0} {kappa 0}] [0 1 2]\n[{alpha 0.3} {kappa_ref max} {kappa 0}] [3 4 5]\n" +
		"[{alpha 0.5} {kappa_ref 0} {kappa 0}] [6 7 8]\n[{alpha 0.5} {kappa_ref max} {kappa 0}] [9 10 11]\n"
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if c := s.Theories[0].Curves("alpha"); len(c) != 6 || fmt.Sprint(c[4].Rows) != "[4 10]" {
		t.Errorf("along alpha: %v", c)
	}
}

// TestTheoryWords: words are spelled out in the resolved config, lead the rows, and tell curves apart.
func TestTheoryWords(t *testing.T) {
	const text = plain + `
[[theory]]
kind = "franz_parisi"
activation = ["sign", "leaky-relu:0.2"]
kappa_ref = 0
alpha = [0.3, 0.4]
d = "0.1:0.3:3"

[[theory]]
kind = "kappa_max"
alpha = 0.3
activation = "relu"
`
	s := parsed(t, text)
	curves := s.Theories[0].Curves("d")
	if len(curves) != 4 || len(curves[3].Rows) != 3 || curves[3].Rows[2] != 11 {
		t.Fatalf("%+v", curves)
	}
	settings := fmt.Sprint(curves[2].Settings)
	if settings != "[{activation leaky-relu:0.2} {alpha 0.3} {kappa_ref 0} {kappa 0}]" {
		t.Error(settings)
	}
	if !s.Theories[0].Has("weights", "activation", "normalized") || s.Theories[0].Has("r") || !s.Theories[1].Has("activation", "weights") {
		t.Error("columns of words")
	}
	again := parsed(t, string(s.Resolved("")))
	for i, th := range again.Theories {
		if got, want := th.Describe(), s.Theories[i].Describe(); got != want || th.Name != s.Theories[i].Name {
			t.Errorf("resolved: %s, want %s", got, want)
		}
	}
}
