package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/scratch"
)

// What fbp init writes has every key that its plan resolves, and what it comments out is right too, once it has
// values.
func TestInit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fbp(t, dir, "init", "mine.toml").want(t, 0)
	text := scratch.Read(t, dir, "mine.toml")
	shown := plantest.Plan(t, experiment.Standard(), text)
	has := keysBySection(text)
	for _, key := range keysBySection(shown.Config) {
		if !slices.Contains(has, key) {
			t.Errorf("fbp init writes no %s, which the plan has:\n%s", key, text)
		}
	}
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
	config := func(args ...string) string {
		var out strings.Builder
		root := program()
		root.SetArgs(append([]string{"config"}, args...))
		root.SetOut(&out)
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	all := config()
	for _, k := range experiment.Standard().Kinds() {
		if k.Name == "" {
			continue
		}
		one := config(k.Section + "." + k.Name)
		one, panels, preset := strings.Cut(one, "\nIt stands for")
		if is := k.Section == "figure" && k.Name != "panels"; preset != is || is && !strings.Contains(panels, "[[figure.panel.series]]") {
			t.Errorf("panels of %s.%s:\n%s", k.Section, k.Name, panels)
		}
		if !strings.HasPrefix(one, k.Header+" kind = \""+k.Name+"\"\n") || !strings.Contains(all, one) {
			t.Errorf("%s.%s:\n%s", k.Section, k.Name, one)
		}
		for _, key := range k.Keys {
			if key.Help == "" && len(key.Leaf().Words) == 0 && key.Name != "number" {
				t.Errorf("%s.%s.%s is not explained", k.Section, k.Name, key.Path)
			}
		}
	}
}
