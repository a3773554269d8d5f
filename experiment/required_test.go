package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/internal/say"
)

// What fbp config marks as required is what a config without it is refused for, and nothing
// else of a model, an instance or an algorithm is: each kind is planned with the required keys
// alone, and without each of them.
func TestRequiredKeys(t *testing.T) {
	values := map[string]string{"n": "n = 21", "hidden": "hidden = 3", "layers": "layers = [5, 3]", "kappa": "kappa = 1.0",
		"alpha": "alpha = 0.3", "d": "d = 21", "path": "path = \"x\"", "run": `run = ["x", "{patterns}", "{weights}"]`, "images": "images = \"x\"", "labels": "labels = \"y\"", "files": "files = \"z\"", "classes": "classes = [1, 2]",
		"of.kind": "of.kind = \"random\"", "of.alpha": "of.alpha = 0.3"}
	sections := map[string]string{"model": "kind = \"perceptron\"\nn = 21", "instance": "kind = \"random\"\nalpha = 0.3", "algorithm": "kind = \"sbpi\""}
	for _, k := range Standard().Kinds() {
		if sections[k.Section] == "" {
			continue
		}
		var required []string
		for _, key := range k.Keys {
			path, _ := strings.CutPrefix(key.Path, "of.") // which has to be given
			if key.Required != "" && !strings.Contains(path, ".") && path != "p" {
				required = append(required, key.Path)
			}
		}
		made := func(without string) error {
			text := "samples = 1\n"
			for _, section := range []string{"model", "instance", "algorithm"} {
				keys := sections[section]
				if section == k.Section {
					keys = fmt.Sprintf("kind = %q", k.Name)
					for _, key := range required {
						if key != without {
							keys += "\n" + values[key]
						}
					}
				}
				text += fmt.Sprintf("[%s]\n%s\n", section, keys)
			}
			_, err := plantest.Try(t, Standard(), text)
			return err
		}
		lacks := func(err error, key string) bool {
			var mistake *say.Error
			return errors.As(err, &mistake) && mistake.Key == config.Join(k.Section, key) && mistake.Value == ""
		}
		if err := made(""); slices.ContainsFunc(k.Keys, func(key config.Key) bool { return lacks(err, key.Path) }) {
			t.Errorf("%s %s with %v: %v", k.Section, k.Name, required, err)
		}
		for _, key := range required {
			if err := made(key); !lacks(err, key) {
				t.Errorf("%s %s without %s: %v", k.Section, k.Name, key, err)
			}
		}
	}
}

// A key that a variant lacks is reported at the variant: where it changes the kind, or where
// others give the key; one that all lack at the section.
func TestMissingKeysOfVariants(t *testing.T) {
	const head = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\n"
	for text, want := range map[string]string{
		"alpha = 0.3\n[algorithm]\nkind = \"sbpi\"\n[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\ninstance.kind = \"file\"\n":          "x.toml:14: instance.path: give the file",
		"[algorithm]\nkind = \"sbpi\"\n[[variant]]\nname = \"a\"\ninstance.alpha = 0.3\n[[variant]]\nname = \"b\"\nalgorithm.max_epochs = 5\n": "x.toml:13: instance.alpha",
		"[algorithm]\nkind = \"sbpi\"\n[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\n":                                                 "x.toml:5: instance.alpha",
		"alpha = 0.3\n[[variant]]\nname = \"a\"\nalgorithm.kind = \"sbpi\"\n[[variant]]\nname = \"b\"\n":                                       "x.toml:12: algorithm: this section is missing",
		"alpha = 0.3\n[algorithm]\nkind = \"sbpi\"\n[[variant]]\nname = \"a\"\nmodel.kind = \"committee\"\n":                                   "x.toml:12: model.n: missing; want n >= 1; kind \"committee\" begins from its defaults, without what the config says of n",
	} {
		_, err := plan.Parse(t.Context(), "x.toml", head+text, nil, Standard())
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", text, err, want)
		}
	}
}
