package plan

import (
	"math"
	"strings"

	"fbp/experiment/config"
	"fbp/model"
)

// ModelOf is the model of a record, from the resolved parameters that it holds; ok
// is false when the catalog does not know its kind or one of its keys.
func (c *Catalog) ModelOf(params map[string]any) (m model.Model, ok bool) {
	kind, _ := Parameter(params, "model", "kind").(string)
	construct := c.Models[kind]
	if construct == nil {
		return nil, false
	}
	section := construct()
	if !filled(params, section, "model") {
		return nil, false
	}
	return section.Model(), true
}

// AlgorithmOf is the algorithm of a record on the model m, with its defaults where the
// record's parameters are not those of a config; nil if its kind is not known.
func (c *Catalog) AlgorithmOf(params map[string]any, m model.Model) Algorithm {
	kind, _ := Parameter(params, "algorithm", "kind").(string)
	construct := c.Algorithms[kind]
	if construct == nil {
		return nil
	}
	if a := construct(m); filled(params, a, "algorithm") {
		return a
	}
	return construct(m)
}

// MeasurementOf is a measurement of a record on the model m, as AlgorithmOf.
func (c *Catalog) MeasurementOf(params map[string]any, kind string, m model.Model, a Algorithm) Measurement {
	construct := c.Measurements[kind]
	if construct == nil {
		return nil
	}
	if out := construct(m, a); filled(params, out, "measure", kind) {
		return out
	}
	return construct(m, a)
}

// filled fills in the struct of a kind from a section of a record's parameters; false
// if they are not its keys.
func filled(params map[string]any, value any, path ...string) bool {
	section, ok := Parameter(params, path...).(map[string]any)
	if !ok {
		return false
	}
	config.SetAbsent(value)
	skip := append(config.KeysOf(&config.Treatment{}), "kind")
	return new(config.Document).Fill(strings.Join(path, "."), whole(section).(config.Tree), value, skip...) == nil
}

// whole is a value with whole numbers as integers, as a config has them: JSON knows
// one kind of number.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if n := int64(v); float64(n) == v && math.Abs(v) < 1<<53 {
			return n
		}
	case string: // infinities are text in JSON
		switch v {
		case "inf":
			return math.Inf(1)
		case "-inf":
			return math.Inf(-1)
		}
	case map[string]any:
		out := config.Tree{}
		for key, value := range v {
			out[key] = whole(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = whole(value)
		}
		return out
	}
	return v
}
