package experiment

import (
	"context"
	"strings"
	"testing"

	"fbp/experiment/plan"
)

// TestTemplateInAnyOrder: measurements stand in a config to start from as they were asked
// for, each with its own keys; what is no kind is a mistake.
func TestTemplateInAnyOrder(t *testing.T) {
	section := func(text []byte, kind string) string {
		for _, s := range strings.Split(string(text), "\n\n") {
			if strings.HasPrefix(s, "[[measure]]\nkind ") && strings.Contains(s, `= "`+kind+`"`) {
				return s
			}
		}
		t.Fatalf("no section of kind %q in\n%s", kind, text)
		return ""
	}
	var texts [][]byte
	for _, order := range [][]string{{"local_entropy", "stability"}, {"stability", "local_entropy"}} {
		text, _, err := Standard().Template(context.Background(), "x", plan.Start{Measures: order})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	for _, kind := range []string{"local_entropy", "stability"} {
		if a, b := section(texts[0], kind), section(texts[1], kind); a != b {
			t.Errorf("%s\nin another order\n%s", a, b)
		}
	}
	if strings.Index(string(texts[1]), `"stability"  #`) > strings.Index(string(texts[1]), `"local_entropy"  #`) {
		t.Errorf("not in the order asked for:\n%s", texts[1])
	}
	if _, _, err := Standard().Template(context.Background(), "x", plan.Start{Model: "perceptron.n"}); err == nil || err.Error() != "model.perceptron.n: there is no such kind" {
		t.Error(err)
	}
}

// TestTemplateOfStoredWeights: a config to start from that reads weights is refused only for
// the file that is not there, whatever the model.
func TestTemplateOfStoredWeights(t *testing.T) {
	c, ctx := Standard(), context.Background()
	for model := range c.Models {
		text, _, err := c.Template(ctx, "x", plan.Start{Model: model, Algorithm: "file", Measures: []string{"robustness"}})
		if err != nil {
			t.Fatal(err)
		}
		spec, err := plan.Parse(ctx, "x.toml", string(text), nil, c)
		if err == nil {
			_, err = plan.New(ctx, spec)
		}
		if err == nil || !strings.Contains(err.Error(), "algorithm.path = ") {
			t.Errorf("%s: %v in\n%s", model, err, text)
		}
	}
}

// TestTemplateOfEveryKind: a config to start from can be written of every kind, or the kinds do not go together; no
// key that has to be given is missing in it.
func TestTemplateOfEveryKind(t *testing.T) {
	for _, k := range Standard().Kinds() {
		of := plan.Start{}
		switch k.Section {
		case "model":
			of.Model = k.Name
		case "instance":
			of.Instance = k.Name
		case "algorithm":
			of.Algorithm = k.Name
		case "measure":
			of.Measures = []string{k.Name}
		default:
			continue
		}
		if _, _, err := Standard().Template(context.Background(), "x", of); err != nil && strings.Contains(err.Error(), "missing") {
			t.Errorf("%s.%s: %v", k.Section, k.Name, err)
		}
	}
}
