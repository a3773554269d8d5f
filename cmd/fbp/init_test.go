package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
)

// What fbp init writes is a config, with the defaults of one that says nothing.
func TestInit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fbp(t, dir, "init").want(t, 0).says(t, "wrote experiment.toml")
	fbp(t, dir, "init").want(t, 2).says(t, "experiment.toml: is there already and is not overwritten")
	fbp(t, dir, "init", "mine.toml").want(t, 0)
	fbp(t, dir, "init", "none/mine").want(t, 2)
	fbp(t, dir, "init", "a b").want(t, 2).says(t, "a b.toml: want a name of letters, digits")
	bare := "name = \"mine\"\nsamples = 4\n[model]\nkind = \"perceptron\"\nn = 501\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"fbp\"\n" +
		"[[measure]]\nkind = \"local_entropy\"\n[[measure]]\nkind = \"stability\"\n"
	scratch.Write(t, filepath.Join(dir, "bare.toml"), bare)
	text := scratch.Read(t, dir, "mine.toml")
	want := fbp(t, dir, "plan", "bare.toml").want(t, 0).stdout
	if got := fbp(t, dir, "plan", "mine.toml").want(t, 0).stdout; got != want {
		t.Errorf("fbp init writes a config of other tasks\n%s\nthan the defaults\n%s", got, want)
	}
	// It has every key that a plan resolves.
	shown := plantest.Plan(t, experiment.Standard(), text)
	has := keysBySection(text)
	for _, key := range keysBySection(shown.Config) {
		if !slices.Contains(has, key) {
			t.Errorf("fbp init writes no %s, which the plan has:\n%s", key, text)
		}
	}
	// What it comments out is right too, once it has values.
	_, more, _ := strings.Cut(text, "# [sweep]")
	more = strings.ReplaceAll("# [sweep]"+more, "# [", "[")
	for _, key := range []string{`"instance`, "at = ", "name ", "kind ", "kappa_ref", "d  ", "compare", "bars"} {
		more = strings.ReplaceAll(more, "# "+key, key)
	}
	if _, err := plan.Parse(t.Context(), "x.toml", strings.Split(text, "# [sweep]")[0]+more, nil, experiment.Standard()); err != nil {
		t.Errorf("what fbp init comments out is no config: %v\n%s", err, more)
	}
}

// keysBySection are the keys of a config after the headers of their sections, those
// commented out included.
func keysBySection(text string) (keys []string) {
	section := ""
	for _, m := range regexp.MustCompile(`(?m)^(\[+\w+\]+)|^(?:# )?(\w+) *=`).FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			section = m[1]
		} else {
			keys = append(keys, section+" "+m[2])
		}
	}
	return keys
}

// fbp config knows every kind, prints a part of itself, and refuses what is none.
func TestConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	all := fbp(t, dir, "config").want(t, 0).stdout
	for _, k := range experiment.Standard().Kinds() {
		if k.Name == "" {
			continue
		}
		one := fbp(t, dir, "config", k.Section+"."+k.Name).want(t, 0).stdout
		one, panels, preset := strings.Cut(one, "\nIt stands for")
		if is := k.Section == "figure" && k.Name != "panels"; preset != is || is && !strings.Contains(panels, "[[figure.panel.series]]") {
			t.Errorf("panels of %s.%s:\n%s", k.Section, k.Name, panels)
		}
		if !strings.HasPrefix(one, k.Header+" kind = \""+k.Name+"\"\n") || !strings.Contains(all, one) {
			t.Errorf("%s.%s:\n%s", k.Section, k.Name, one)
		}
		for _, key := range k.Keys {
			if key.Help == "" && key.Words == nil && key.Type != "number" {
				t.Errorf("%s.%s.%s is not explained", k.Section, k.Name, key.Path)
			}
		}
	}
	for path, want := range map[string]string{
		"algorithm.fbp.damping": "[algorithm] kind = \"fbp\"\nkey      type    default  range             help\ndamping  number  0.5      0 <= damping < 1  δ of u ← δ u_old + (1−δ) u_new\n",
		"seed":                  "key   type     default  range      help\nseed  integer  1        0 <= seed  master seed of all random numbers\n",
		"measure.hessian.unsolved": "[[measure]] kind = \"hessian\"\nkey       type  default  range           help\n" +
			"unsolved  text  \"skip\"   skip | include  samples whose search ended with errors: left out of the means of its tables, or in them\n",
	} {
		if got := fbp(t, dir, "config", path).want(t, 0).stdout; got != want {
			t.Errorf("fbp config %s:\n%s\nwant\n%s", path, got, want)
		}
	}
	if got := fbp(t, dir, "config", "sweep").want(t, 0).stdout; !strings.HasPrefix(got, "[sweep]\nkey ") {
		t.Errorf("fbp config sweep:\n%s", got)
	}
	if got := fbp(t, dir, "config", "algorithm.fbp.gamma").want(t, 0).stdout; strings.Count(got, "\n") < 8 || !strings.Contains(got, "gamma.steps") {
		t.Errorf("gamma and its keys:\n%s", got)
	}
	if got := fbp(t, dir, "config", "measure.local_entropy.kappa").want(t, 0).stdout; !strings.Contains(got, "that of [model]") {
		t.Errorf("a default that follows the model:\n%s", got)
	}
	for path, want := range map[string]string{
		"algoritm":           `algoritm: there is no such section, kind or key; did you mean "algorithm"?`,
		"algorithm.fbb":      `algorithm.fbb: there is no such section, kind or key; did you mean "algorithm.fbp"?`,
		"algorithm.fbp.gama": `algorithm.fbp.gama: there is no such section, kind or key; did you mean "algorithm.fbp.gamma"?`,
	} {
		if o := fbp(t, dir, "config", path).want(t, 2); !strings.HasPrefix(o.stderr, want) || strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("fbp config %s says %q, want %s", path, o.stderr, want)
		}
	}
}

// The shell asks fbp __complete what a word may become.
func TestCompletion(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	for _, test := range []struct {
		args string // the last is the word to complete
		has  []string
		not  []string
	}{
		{"ru", []string{"run"}, []string{"plan"}},
		{"run ", []string{"toml", ":8"}, nil}, // files of this extension
		{"status ", []string{":16"}, nil},     // folders
		{"theory fr", []string{"franz-parisi", "franz-parisi-1rsb"}, []string{"rs"}},
		{"theory capacity --weights s", []string{"spherical"}, []string{"binary"}},
		{"plot x --format ", []string{"pdf", "svg", "png"}, nil},
		{"plot x --bars s", []string{"std", "sem"}, nil},
	} {
		o := fbp(t, dir, append([]string{"__complete"}, strings.Split(test.args, " ")...)...).want(t, 0)
		var words []string
		for line := range strings.Lines(o.stdout) {
			word, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
			words = append(words, word)
		}
		for _, w := range test.has {
			if !slices.Contains(words, w) {
				t.Errorf("%q is not completed to %s: %v", test.args, w, words)
			}
		}
		for _, w := range test.not {
			if slices.Contains(words, w) {
				t.Errorf("%q is completed to %s", test.args, w)
			}
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if o := fbp(t, dir, "completion", shell).want(t, 0); !strings.Contains(o.stdout, "__complete") {
			t.Errorf("no script for %s", shell)
		}
	}
}
