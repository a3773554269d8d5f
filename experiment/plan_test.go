package experiment

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/say"
	"fbp/internal/scratch"
)

func ids(p *plan.Plan) (list []string) {
	for _, t := range p.Tasks {
		list = append(list, t.ID+" "+t.Solution)
	}
	return list
}

func equal(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

// The spelling of a config changes no task.
func TestSameParametersSameTasks(t *testing.T) {
	want := planned(t, plain)
	spellings := map[string]*plan.Plan{
		"p for alpha":        planned(t, strings.Replace(plain, "alpha = 0.5", "p = 10", 1)),
		"another alpha":      planned(t, plain, "instance.alpha=0.49"),
		"defaults spelled":   planned(t, string(parsed(t, plain).Resolved(""))),
		"integer for float":  planned(t, plain, "algorithm.y=20", "algorithm.gamma.cap=10"),
		"minus zero":         planned(t, plain, "model.kappa=-0.0"),
		"order of measures":  planned(t, strings.NewReplacer(`"stability"`, `"local_entropy"`, `"local_entropy"`, `"stability"`).Replace(plain)),
		"order of sections":  planned(t, "[algorithm]\nkind = \"fbp\"\n"+strings.Replace(plain[len("samples = 3\n"):], "[algorithm]\nkind = \"fbp\"\n", "", 1), "samples=3"),
		"another name":       planned(t, plain, "name=another"),
		"a figure's choices": planned(t, plain+"[figure]\nkind = \"local_entropy\"\nbars = \"sem\"\n"),
	}
	for name, got := range spellings {
		if !equal(ids(got), ids(want)) {
			t.Errorf("%s: %v, want %v", name, ids(got), ids(want))
		}
		if name != "another alpha" && name != "p for alpha" && got.Config != want.Config {
			t.Errorf("%s: config hash %s, want %s", name, got.Config, want.Config)
		}
	}
	more := planned(t, plain, "samples=5")
	if !equal(ids(more)[:3], ids(want)) {
		t.Errorf("more samples rename the first ones: %v, want %v", ids(more)[:3], ids(want))
	}
	if more.Config == want.Config {
		t.Error("more samples make other tables, but the config hash is the same")
	}
}

// Whatever changes a number changes the name.
func TestOtherParametersOtherTasks(t *testing.T) {
	want := planned(t, plain).Tasks[0]
	for _, set := range []string{"seed=2", "model.n=23", "model.kappa=0.1", "instance.alpha=0.7", `instance={ kind = "teacher", alpha = 0.5 }`,
		"algorithm.y=21", "algorithm.gamma.steps=31", "algorithm.stop=solved"} {
		got := planned(t, plain, set).Tasks[0]
		if got.ID == want.ID || got.Solution == want.Solution {
			t.Errorf("--set %s changes neither task nor solution", set)
		}
	}
	for _, set := range []string{"measure.local_entropy.epsilon=1e-5", "measure.stability.lattice=3"} {
		got := planned(t, plain, set).Tasks[0]
		if got.ID == want.ID {
			t.Errorf("--set %s does not change the task", set)
		}
		if got.Solution != want.Solution {
			t.Errorf("--set %s changes the search", set)
		}
	}
}

func TestNamesOfTasks(t *testing.T) {
	p := planned(t, plain, "instance.alpha=0.3,0.5")
	if len(p.Tasks) != 6 {
		t.Fatalf("%d tasks, want 6", len(p.Tasks))
	}
	for i, task := range p.Tasks {
		prefix := []string{"perceptron-n21-p6-fbp-s00", "perceptron-n21-p10-fbp-s00"}[i/3] + string(rune('0'+i%3)) + "-"
		if task.Number != i || task.Point != i/3 || task.Sample != i%3 || !strings.HasPrefix(task.ID, prefix) || len(task.ID) != len(prefix)+12 {
			t.Errorf("task %d is %+v, want prefix %s", i, task, prefix)
		}
	}
	if p.Points[0].Alpha != 0.3 || p.Points[0].P != 6 || p.Points[1].N != 21 {
		t.Errorf("points %+v", p.Points)
	}
}

func TestEqualSweepValues(t *testing.T) {
	s := parsed(t, plain, "algorithm.y=20,20.0")
	_, err := plan.New(t.Context(), s)
	if err == nil || !strings.Contains(err.Error(), "tasks 0 and 3 would be the same") {
		t.Errorf("error %v, want one that names tasks 0 and 3", err)
	}
	// Two alphas that give the same P are the same tasks as well.
	_, err = plan.New(t.Context(), parsed(t, plain, "instance.alpha=0.5,0.49"))
	const want = "instance.alpha = 0.5 and instance.alpha = 0.49 make no difference, with P = 10 patterns at n = 21"
	if err == nil || !strings.HasPrefix(err.Error(), "--set instance.alpha=0.5,0.49: tasks 0 and 3 would be the same (") || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// The resolved config makes the same plan, also where a default follows a
// swept key.
func TestResolvedMakesTheSamePlan(t *testing.T) {
	for _, sets := range [][]string{
		{},
		{"model.kappa=0.1,0.2"},
		{"algorithm.accuracy=accurate,amp", "instance.alpha=0.3,0.5"},
		{"algorithm.gamma.list=[0.1],[0.2,0.3]"},
		{"algorithm.gamma.steps=4,5", "measure.local_entropy.rho.steps=3,4"},
		{"instance.kind=random,teacher", "instance.alpha=0.5,0.6"},
		{"measure.local_entropy.kappa=0.0", "model.kappa=0.1,0.2"},
	} {
		want := planned(t, plain, sets...)
		resolved := string(want.Spec.Resolved(""))
		got := planned(t, resolved)
		if !equal(ids(got), ids(want)) || got.Config != want.Config {
			t.Errorf("%v: the resolved config makes another plan:\n%s", sets, resolved)
		}
		if again := string(got.Spec.Resolved("")); again != resolved {
			t.Errorf("%v: resolved twice:\n%s\nonce:\n%s", sets, again, resolved)
		}
	}
}

func TestPatternFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string { return scratch.Write(t, filepath.Join(dir, name), text) }
	row := func(n int) string { return strings.Repeat("1 -1 ", n) + "1\n" }
	a, b := write("a", row(10)+row(10)), write("b", row(10)+row(10))
	file := func(path string) string {
		return strings.Replace(strings.Replace(strings.Replace(plain, "samples = 3", "samples = 1", 1), `"random"`, `"file"`, 1), "alpha = 0.5", "path = \""+path+"\"", 1)
	}
	first, second := planned(t, file(a)), planned(t, file(b))
	if !equal(ids(first), ids(second)) {
		t.Error("the name of a pattern file is part of the task's name, want its content only")
	}
	if first.Points[0].P != 2 {
		t.Errorf("P = %d, want 2", first.Points[0].P)
	}
	write("a", row(10)+"-"+row(10))
	if changed := planned(t, file(a)); equal(ids(first), ids(changed)) {
		t.Error("another content, the same tasks")
	}
	for want, text := range map[string]string{
		"x.toml:9: instance.path = ":                file(filepath.Join(dir, "none")),
		"patterns of 21 inputs, want n = 23":        strings.Replace(file(a), "n = 21", "n = 23", 1),
		"instance.sha256 = \"0123\": the file of s": strings.Replace(file(a), "path =", "sha256 = \"0123\"\npath =", 1),
	} {
		_, err := plantest.Try(t, Standard(), text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "x.toml:") {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestPlanFile(t *testing.T) {
	want := planned(t, plain, "instance.alpha=0.3,1e-1", `algorithm.gamma={ list = [1e-9] },{ steps = 5 }`, "algorithm.stop=end,solved")
	path := filepath.Join(t.TempDir(), "plan.json")
	data := want.Encode()
	scratch.Write(t, path, data)
	got, err := plan.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if !equal(ids(got), ids(want)) || string(got.Encode()) != string(data) {
		t.Errorf("a plan read back is another one")
	}
	for i := 0; i < len(data); i += 1 + len(data)/300 {
		bad := append([]byte(nil), data...)
		bad[i] ^= 4
		scratch.Write(t, path, bad)
		if p, err := plan.Read(path); err == nil && p.Name == want.Name {
			t.Errorf("byte %d changed from %q to %q unnoticed", i, data[i], bad[i])
		}
	}
}

// blackAndWhite writes images of 28 × 28 pixels, half of them white, with the labels
// of a published set, and returns what --set says of them, the files of keys that begin with a prefix.
func blackAndWhite(t *testing.T, prefix string, count uint32) []string {
	const side = 28
	images := binary.BigEndian.AppendUint32([]byte{0, 0, 8, 3}, count)
	images = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(images, side), side)
	labels := binary.BigEndian.AppendUint32([]byte{0, 0, 8, 1}, count)
	for k := range count {
		for i := range side * side {
			images = append(images, byte(90+(i*i+int(k))%80))
		}
		labels = append(labels, byte(3+k%2))
	}
	dir := t.TempDir()
	var sets []string
	for key, data := range map[string][]byte{"images": images, "labels": labels} {
		path := filepath.Join(dir, key)
		scratch.Write(t, path, data)
		sets = append(sets, fmt.Sprintf("instance.%s%s=%q", prefix, key, path))
	}
	return sets
}

func TestConfigsOfTheRepository(t *testing.T) {
	files, err := filepath.Glob("../configs/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no configs", err)
	}
	images, tests := blackAndWhite(t, "", 6200), blackAndWhite(t, "test_", 400)
	for _, file := range files {
		text := scratch.Read(t, file)
		var sets []string
		if strings.Contains(text, "= \"idx\"") {
			sets = images
			if !regexp.MustCompile(`(?m)^classes +=.*"odd_even"`).MatchString(text) {
				sets = append(slices.Clone(sets), "instance.classes=[3, 4]")
			}
		}
		if strings.Contains(text, "test_images") {
			sets = slices.Concat(sets, tests)
		}
		s, err := plan.Load(t.Context(), file, sets, Standard())
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := plan.New(t.Context(), s)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := strings.TrimSuffix(filepath.Base(file), ".toml"); p.Name != want {
			t.Errorf("%s: its name is %q, want that of the file", file, p.Name)
		}
		if len(p.Tasks) == 0 { // theory alone
			continue
		}
		if e := p.Estimate(p.Tasks[0]); !(e.Memory > 0 && e.Disk > 0) {
			t.Errorf("%s: estimate %+v", file, e)
		}
	}
}

// 100 000 tasks are planned in seconds, be they samples or points of a sweep.
func BenchmarkPlan(b *testing.B) {
	list := func(n int, x func(int) float64) string {
		values := make([]string, n)
		for i := range values {
			values[i] = config.TOML(x(i))
		}
		return strings.Join(values, ",")
	}
	for name, sets := range map[string][]string{
		"samples": {"samples=100000"},
		"points":  {"samples=1", "algorithm.y=" + list(1000, func(i int) float64 { return 1 + float64(i)/8 }), "measure.stability.from=" + list(100, func(i int) float64 { return -1 - float64(i)/8 })},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s, err := plan.Parse(b.Context(), "x.toml", plain, sets, Standard())
				if err != nil {
					b.Fatal(err)
				}
				p, err := plan.New(b.Context(), s)
				if err != nil || len(p.Tasks) != 100000 {
					b.Fatal(err, len(p.Tasks))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100000, "ns/task")
		})
	}
}

// A plan whose files take long to read ends when it is interrupted.
func TestPlanInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "x.txt"), "1 -1 1\n")
	path := filepath.Join(dir, "x.toml")
	text := "samples = 1\n[model]\nkind = \"perceptron\"\nn = 3\n[instance]\nkind = \"file\"\npath = '" + filepath.Join(dir, "x.txt") + "'\n[algorithm]\nkind = \"fbp\"\n"
	scratch.Write(t, path, text)
	if _, err := plan.Load(t.Context(), path, nil, Standard()); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Load(ctx, path, nil, Standard()); !errors.Is(err, say.ErrInterrupted) {
		t.Errorf("reading patterns: %v", err)
	}
	if p, err := plan.New(ctx, parsed(t, plain)); !errors.Is(err, say.ErrInterrupted) || p != nil {
		t.Errorf("plan %v, error %v", p, err)
	}
}

// P is alpha times the number of weights: n of them in a perceptron and in a tree, n times hidden
// in a full committee, all of them in a network.
func TestPatternsPerWeight(t *testing.T) {
	for model, want := range map[string]int{
		`kind = "perceptron"` + "\nn = 45":                                  22,
		`kind = "committee"` + "\nn = 45\nhidden = 5\n" + `layout = "tree"`: 22,
		`kind = "committee"` + "\nn = 41\nhidden = 5\n" + `layout = "full"`: 102,
		`kind = "binary_mlp"` + "\nn = 41\n" + `layers = [5]`:               105, // 5 more to the output
	} {
		p := planned(t, "[model]\n"+model+"\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"monte_carlo\"\n")
		if got := p.Points[0].P; got != want {
			t.Errorf("%s: P = %d, want %d", model, got, want)
		}
	}
}
