package fbp_test

import (
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment"
)

// section is the part of a Markdown text under a heading of level 2.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("no section %q in the README", heading)
	}
	body, _, _ := strings.Cut(rest, "\n## ")
	return body
}

// TestDependencies: the README lists the direct dependencies of go.mod, each
// in a row of its table, and no others.
func TestDependencies(t *testing.T) {
	find := func(pattern, text string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return list
	}
	required := find(`(?m)^(?:require |\t)([\w.~/-]+) v[^\s]+$`, read(t, "go.mod"))
	listed := find("(?m)^\\| `([^`]+)`[^|]*\\| [^|]+\\|$", section(t, read(t, "README.md"), "Dependencies"))
	if !slices.Equal(required, listed) {
		t.Errorf("go.mod requires directly\n\t%v\nthe README explains\n\t%v", required, listed)
	}
}

// TestKeysExplained: the README explains every key and kind that a config can
// name.
func TestKeysExplained(t *testing.T) {
	readme := section(t, read(t, "README.md"), "The config")
	var explain func(where string, v reflect.Type)
	want := func(where, word string) {
		if !strings.Contains(readme, "`"+word+"`") && !strings.Contains(readme, "`\""+word+"\"`") {
			t.Errorf("the README does not explain %s of %s", word, where)
		}
	}
	explain = func(where string, v reflect.Type) {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return
		}
		for i := range v.NumField() {
			f := v.Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
			if key != "" {
				want(where, key)
			}
			for word := range strings.SplitSeq(f.Tag.Get("oneof"), "|") {
				if word != "" {
					want(where+"."+key, word)
				}
			}
			explain(where, f.Type)
		}
	}
	c := experiment.Standard()
	for kind, make := range c.Models {
		want("model", kind)
		explain("model."+kind, reflect.TypeOf(make()))
	}
	for kind, make := range c.Instances {
		want("instance", kind)
		explain("instance."+kind, reflect.TypeOf(make()))
	}
	perceptron := c.Models["perceptron"]()
	for kind, make := range c.Algorithms {
		want("algorithm", kind)
		explain("algorithm."+kind, reflect.TypeOf(make(perceptron)))
	}
	for kind, make := range c.Measurements {
		want("measure", kind)
		explain("measure."+kind, reflect.TypeOf(make(perceptron, c.Algorithms["fbp"](perceptron))))
	}
	explain("measure", reflect.TypeFor[experiment.Treatment]())
	for kind, make := range c.Figures {
		want("figure", kind)
		explain("figure."+kind, reflect.TypeOf(make()))
	}
}

// TestExamples: every TOML block of the documents is a config, or becomes one
// when its sections replace those of the first.
func TestExamples(t *testing.T) {
	blocks := regexp.MustCompile("(?ms)^```toml\n(.*?)^```$")
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	whole := ""
	for _, name := range append([]string{"README.md", "CONTRIBUTING.md"}, documents...) {
		for i, m := range blocks.FindAllStringSubmatch(read(t, name), -1) {
			text := m[1]
			if whole == "" {
				whole = text
			} else if !strings.Contains(text, "[model]") {
				text = replaced(whole, text)
			}
			if _, err := planned(text); err != nil {
				t.Errorf("%s, TOML block %d: %v\n%s", name, i+1, err, text)
			}
		}
	}
	if whole == "" {
		t.Fatal("the README has no config")
	}
	bare := "[model]\nkind = \"perceptron\"\nn = 2001\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"fbp\"\n" +
		"[[measure]]\nkind = \"local_entropy\"\n[[measure]]\nkind = \"stability\"\n[sweep]\n\"instance.alpha\" = [0.3, 0.5, 0.7]\n"
	shown, err1 := planned(whole)
	defaults, err2 := planned(bare)
	if err1 != nil || err2 != nil || shown.Config != defaults.Config {
		t.Errorf("the README's config does not show the defaults (%v, %v)", err1, err2)
	}
}

// planned plans a config. One that takes files which only a run would make is
// parsed and no more.
func planned(text string) (*experiment.Plan, error) {
	spec, err := experiment.Parse("example.toml", text, nil, experiment.Standard())
	if err != nil || strings.Contains(text, "\npath ") {
		return nil, err
	}
	return experiment.NewPlan(spec)
}

// replaced is a config in which sections of the same header as those of part
// make way for them.
func replaced(whole, part string) string {
	header := regexp.MustCompile(`(?m)^\[.*\]`)
	cut := func(text string) (sections []string) {
		last := 0
		for _, at := range header.FindAllStringIndex(text, -1) {
			sections = append(sections, text[last:at[0]])
			last = at[0]
		}
		return append(sections, text[last:])
	}
	news := header.FindAllString(part, -1)
	kept := slices.DeleteFunc(cut(whole), func(s string) bool { return slices.Contains(news, header.FindString(s)) })
	return strings.Join(kept, "") + "\n" + part
}
