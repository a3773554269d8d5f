package experiment

import (
	"bytes"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/instances"
	"fbp/internal/scratch"
)

// Each case is a config for what a run says of its patterns, and of those it says nothing of.
func TestWarningsOfPatterns(t *testing.T) {
	row := func(k int, sign float64) string { // one of independent patterns
		p, err := instances.Random{Size: instances.Size{P: 12}}.Patterns(25, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		for i := range 25 {
			line += fmt.Sprint(sign*p.At(k, i), " ")
		}
		return line + "\n"
	}
	all := ""
	for k := range 12 {
		all += row(k, 1)
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		return fmt.Sprintf("instance={ kind = 'file', path = '%s' }", scratch.Write(t, filepath.Join(dir, name), text))
	}
	labelled := func(name, text, labels string) string {
		return strings.TrimSuffix(file(name, text), "}") + fmt.Sprintf(", labels = '%s' }", scratch.Write(t, filepath.Join(dir, name+".labels"), labels))
	}
	signs := strings.Repeat("1\n", 12)
	const same, opposite = "patterns say the same", "patterns contradict each other"
	const bp, symmetric = "algorithm={ kind = 'bp' }", "model={ kind = 'symmetric_perceptron', n = 25, kappa = 1.0 }"
	for name, test := range map[string]struct {
		sets []string
		says []string
		not  []string
	}{
		"each once":                {[]string{file("once", all), bp}, nil, []string{same, opposite}},
		"twice":                    {[]string{file("twice", all+all), bp}, []string{same, `"1 and 13, 2 and 14, `}, []string{opposite}},
		"many":                     {[]string{file("thrice", all+all+all), bp}, []string{"8 and 32 and 4 more"}, nil},
		"without messages":         {[]string{file("twice", all+all), "algorithm={ kind = 'sbpi' }"}, nil, []string{same, opposite}},
		"negated, the other label": {[]string{labelled("mirror", all+row(3, -1), signs+"-1\n"), bp}, []string{same, `"4 and 13"`}, []string{opposite}},
		"the other label":          {[]string{labelled("other", all+row(3, 1), signs+"-1\n"), "algorithm={ kind = 'sbpi', max_epochs = 5 }"}, []string{opposite, `"4 and 13"`}, []string{same}},
		"negated":                  {[]string{file("negated", all+row(3, -1)), bp}, []string{opposite, `"4 and 13"`}, []string{same}},
		"negated, negative margin": {[]string{file("negated", all+row(3, -1)), bp, "model.kappa=-0.5"}, nil, []string{opposite, same}},
		"negated, symmetric":       {[]string{file("negated", all+row(3, -1)), bp, symmetric}, []string{same, `"4 and 13"`}, []string{opposite}},
		"learned and tested on":    {[]string{strings.TrimSuffix(file("tested", all+row(3, 1)), "}") + ", test = 2 }", bp}, []string{"test patterns are among those that are learned", `"4 and 13"`}, []string{same, opposite}},
		"tested on only":           {[]string{strings.TrimSuffix(file("untested", all), "}") + ", test = 2 }", bp}, nil, []string{"test patterns"}},
	} {
		text := "samples = 1\n[model]\nkind = \"perceptron\"\nn = 25\nkappa = 0.0\n[instance]\nkind = \"random\"\np = 2\n[algorithm]\nkind = \"fbp\"\n"
		var log bytes.Buffer
		ran(t, plantest.Plan(t, Standard(), text, test.sets...), Options{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))})
		said := log.String()
		for _, want := range test.says {
			if strings.Count(said, strings.Trim(want, `"`)) != 1 {
				t.Errorf("%s: want %s in\n%s", name, want, said)
			}
		}
		for _, other := range test.not {
			if strings.Contains(said, other) {
				t.Errorf("%s: %s in\n%s", name, other, said)
			}
		}
	}
}

// Before a search by messages on patterns with a mean a run says what to do, before the first task is done, and once.
func TestWarningOfMean(t *testing.T) {
	const text = "samples = 2\n[model]\nkind = \"perceptron\"\nn = 201\n[instance]\nkind = \"random\"\nbias = 0.7\np = 60\n[algorithm]\nkind = \"fbp\"\npreset = \"cheap\"\n"
	images := append(blackAndWhite(t, "", 60), "model.n=784", "instance.bias=", "instance.kind=idx", "instance.p=40", "instance.classes=[3, 4]", "model.kappa=0.1")
	for name, test := range map[string]struct {
		sets []string
		want string // "": nothing
	}{
		"biased":           {nil, `accuracy = \"latent\"`},
		"a little biased":  {[]string{"instance.bias=0.2"}, ""},
		"latent messages":  {[]string{"algorithm={ kind = 'fbp', protocol = 'scoping', accuracy = 'latent' }"}, ""},
		"one label":        {[]string{"instance.label_bias=0.999"}, ""},
		"without messages": {[]string{"algorithm={ kind = 'sbpi' }"}, ""},
		"images":           {append(images[:len(images):len(images)], "instance.threshold=0.4"), `threshold = \"centre\"`},
		"images, centred":  {append(images[:len(images):len(images)], "instance.threshold=centre"), ""},
	} {
		var log bytes.Buffer
		ran(t, plantest.Plan(t, Standard(), text, test.sets...), Options{Dir: t.TempDir(), Jobs: 1, Log: slog.New(slog.NewTextHandler(&log, nil))})
		const says = "inputs have a mean, with which searches by messages often fail"
		before, _, _ := strings.Cut(log.String(), "task done")
		switch said := strings.Count(log.String(), says); {
		case test.want == "" && said != 0, test.want != "" && said != 1:
			t.Errorf("%s: said %d times\n%s", name, said, log.String())
		case test.want != "" && (!strings.Contains(before, says) || !strings.Contains(before, test.want)):
			t.Errorf("%s: want %s before the first task is done\n%s", name, test.want, log.String())
		}
	}
}
