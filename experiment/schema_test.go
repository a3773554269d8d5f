package experiment

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"fbp/internal/scratch"
)

// TestSchema: every config of configs/ satisfies the schema that editors use, and configs with mistakes do not.
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
	for text, right := range map[string]bool{
		"[algorithm]\nkind = 'fbp'\ndamping = 0.5\ngamma.steps = 10":   true,
		"base = 'x.toml'\n[algorithm]\ndamping = 0.5":                  true,
		"[algorithm]\nkind = 'fbp'\ndamping = 1":                       false,
		"[algorithm]\nkind = 'fbp'\ndampin = 0.5":                      false,
		"[algorithm]\nkind = 'fbp'\ngamma.step = 10":                   false,
		"[algorithm]\nkind = 'sbpi'\ndamping = 0.5":                    false,
		"[algorithm]\nkind = 'sbp'":                                    false,
		"[model]\nkind = 'committee'\nlayout = 'forest'":               false,
		"[instance]\nkind = 'idx'\nthreshold = 'mean'":                 false,
		"[[measure]]\nkind = 'hessian'\nbeta = [1, 2]":                 true,
		"[[measure]]\nkind = 'hessian'\nbeta = ['a']":                  false,
		"[sweep]\n'instance.alpha' = '0.3:0.7:5'":                      true,
		"[[variant]]\nname = 'a'\nalgorithm = { kind = 'sbpi' }":       true,
		"[[theory]]\nkind = 'rs'\nkappa = [0, 1]\nalpha = '0.1:0.9:9'": true,
		"[models]\nkind = 'perceptron'":                                false,
	} {
		if err := check(text); (err == nil) != right {
			t.Errorf("%q: %v", text, err)
		}
	}
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
