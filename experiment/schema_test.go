package experiment

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"fbp/internal/scratch"
)

// TestSchema: every config of configs/ satisfies the schema that editors use, and in
// a config with a mistake it marks the wrong word and no other.
func TestSchema(t *testing.T) {
	text, err := json.Marshal(Standard().Schema())
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("fbp.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("fbp.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		var value map[string]any
		if _, err := toml.Decode(text, &value); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(untyped(value))
	}
	configs, err := filepath.Glob("../configs/*.toml")
	if err != nil || len(configs) < 30 {
		t.Fatalf("%v, %v", configs, err)
	}
	for _, name := range configs {
		if err := check(scratch.Read(t, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{
		"[algorithm]\nkind = 'fbp'\ndamping = 0.5\ngamma.steps = 10",
		"base = 'x.toml'\n[algorithm]\ndamping = 0.5",
		"[[measure]]\nkind = 'hessian'\nbeta = [1, 2]",
		"[sweep]\n'instance.alpha' = '0.3:0.7:5'",
		"[[variant]]\nname = 'a'\nalgorithm = { kind = 'sbpi' }",
		"[[variant]]\nname = 'a'\nalgorithm.gamma.steps = 10\nmeasure = ['stability']\n'instance.alpha' = 0.5",
		"[[variant]]\nname = 'a'\nmodel.kappa = 0.1\nmeasure.hessian.beta = [1, 2]",
		"[[theory]]\nkind = 'rs'\nkappa = [0, 1]\nalpha = '0.1:0.9:9'",
		"[[theory]]\nkind = 'kappa_max'\nalpha = ['0.1:0.9:9', 1]",
		"[[theory]]\nkind = 'committee_entropy'\nhidden = 3",
		"[[theory]]\nkind = 'committee_entropy'\nhidden = [3, '5']",
		"[model]\nkind = 'perceptron'\nkappa = -0.5",
	} {
		if err := check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, wrong := range map[string]string{ // the one wrong word of each
		"[algorithm]\nkind = 'fbp'\ndamping = 1":                                "algorithm.damping",
		"[algorithm]\nkind = 'fbp'\ndamping = '0.5'":                            "algorithm.damping",
		"[algorithm]\nkind = 'fbp'\ndampin = 0.5":                               "algorithm.dampin",
		"[algorithm]\nkind = 'fbp'\ngamma.step = 10":                            "algorithm.gamma.step",
		"[algorithm]\nkind = 'fbp'\ngamma.steps = 1.5":                          "algorithm.gamma.steps",
		"[algorithm]\nkind = 'fbp'\npreset = 'cheep'":                           "algorithm.preset",
		"[algorithm]\nkind = 'fbp'\npairs = [[1, 2], [1, 'a']]":                 "algorithm.pairs",
		"[algorithm]\nkind = 'sbpi'\ndamping = 0.5":                             "algorithm.damping",
		"[algorithm]\nkind = 'sbp'":                                             "algorithm.kind",
		"[algorithm]\nkind = 'sbpi'\nmax_epochs = 0":                            "algorithm.max_epochs",
		"base = 'x.toml'\n[algorithm]\ndampin = 0.5":                            "algorithm.dampin",
		"[model]\nkind = 'committee'\nlayout = 'forest'":                        "model.layout",
		"[model]\nkind = 'perceptron'\nhidden = 3":                              "model.hidden",
		"[model]\nkind = 'symmetric_perceptron'\nkappa = 0.0":                   "model.kappa",
		"[model]\nkind = 'binary_mlp'\nlayers = [5, 0]":                         "model.layers.1",
		"[instance]\nkind = 'idx'\nthreshold = 'mean'":                          "instance.threshold",
		"[instance]\nkind = 'random'\nalpha = -1":                               "instance.alpha",
		"[instance]\nkind = 'random'\nalpha = true":                             "instance.alpha",
		"[[measure]]\nkind = 'hessian'\nbeta = ['a']":                           "measure.0.beta",
		"[[measure]]\nkind = 'stability'\n[[measure]]\nkind = 'stab'":           "measure.1.kind",
		"[[measure]]\nkind = 'stability'\nunsolved = 'no'":                      "measure.0.unsolved",
		"[[theory]]\nkind = 'rs'\nalpha = -1":                                   "theory.0.alpha",
		"[[theory]]\nkind = 'franz_parisi'\nd = [0.1, 0.7]":                     "theory.0.d",
		"[[theory]]\nkind = 'rs'\nd = 0.1":                                      "theory.0.d",
		"[figure]\nkind = 'local_entropy'\nbars = 'sd'":                         "figure.bars",
		"[figure]\nkind = 'panels'\npanel = [{ xx = 'a' }]":                     "figure.panel.0.xx",
		"[models]\nkind = 'perceptron'":                                         "models",
		"samples = 0":                                                           "samples",
		"[[variant]]\nname = 'a'\nalgorithm = { kind = 'sbpi', damping = 0.5 }": "variant.0.algorithm.damping",
		"[[variant]]\nname = 'a'\nalgorithm.dampin = 0.5":                       "variant.0.algorithm.dampin",
		"[[variant]]\nname = 'a'\nalgorithm.kind = 'sbp'":                       "variant.0.algorithm.kind",
		"[[variant]]\nname = 'a'\nmodel.hidden = 'three'":                       "variant.0.model.hidden",
		"[[variant]]\nname = 'a'\nmeasure = ['stab']":                           "variant.0.measure.0",
		"[[variant]]\nname = 'a'\nmeasure.hessian.beta = ['a']":                 "variant.0.measure.hessian.beta",
		"[[variant]]\nname = 'a'\nmeasure.stab.unsolved = 'skip'":               "variant.0.measure.stab",
		"[[variant]]\nname = 'a'\nalgorith.damping = 0.5":                       "variant.0.algorith",
		"[[variant]]\nnam = 'a'":                                                "variant.0",
	} {
		var found *jsonschema.ValidationError
		if err := check(text); !errors.As(err, &found) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		marked := places(found)
		if len(marked) == 0 {
			t.Errorf("%q: nothing is marked: %v", text, err)
		}
		for _, place := range marked {
			if place != wrong && !strings.HasPrefix(place, wrong+".") {
				t.Errorf("%q: %s is marked, want %s alone", text, place, wrong)
			}
		}
	}
}

// places are the words that an editor marks.
func places(err *jsonschema.ValidationError) (list []string) {
	for _, cause := range err.Causes {
		list = append(list, places(cause)...)
	}
	at := err.InstanceLocation
	if extra, is := err.ErrorKind.(*kind.AdditionalProperties); is {
		for _, key := range extra.Properties {
			list = append(list, strings.Join(append(at[:len(at):len(at)], key), "."))
		}
	} else if len(err.Causes) == 0 {
		list = append(list, strings.Join(at, "."))
	}
	return list
}

// untyped makes lists of tables plain lists.
func untyped(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, x := range v {
			v[key] = untyped(x)
		}
	case []map[string]any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = untyped(x)
		}
		return list
	case []any:
		for i, x := range v {
			v[i] = untyped(x)
		}
	}
	return value
}
