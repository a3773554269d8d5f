package plan

import (
	"math"

	"fbp/experiment/config"
	"fbp/model"
)

// ModelOf is the model of a record, from the resolved parameters that it holds; ok
// is false when the catalog does not know its kind or one of its keys.
func (c *Catalog) ModelOf(params map[string]any) (m model.Model, ok bool) {
	section, _ := params["model"].(map[string]any)
	kind, _ := section["kind"].(string)
	construct := c.Models[kind]
	if construct == nil {
		return nil, false
	}
	m = construct()
	err := new(config.Document).Fill("model", whole(section).(config.Tree), m, "kind")
	return m, err == nil
}

// whole is a value with whole numbers as integers, as a config has them: JSON knows
// one kind of number.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if n := int64(v); float64(n) == v && math.Abs(v) < 1<<53 {
			return n
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
