package plan

import (
	"math"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/model"
)

// ModelOf is the model of a record, from the resolved parameters that it holds; ok
// is false when the catalog does not know its kind or one of its keys.
func (c *Catalog) ModelOf(params map[string]any) (m model.Model, ok bool) {
	kind, _ := Parameter(params, "model", "kind").(string)
	section, ok := c.recorded(params, kind, nil, nil, "model")
	if !ok {
		return nil, false
	}
	return section.(model.Section).Model(), true
}

// PatternsOf is what the program has to know of the patterns of a record; nothing if their kind is not known.
func (c *Catalog) PatternsOf(params map[string]any) instances.About {
	section, _ := params["instance"].(map[string]any)
	return c.patterns(section, config.SetAbsent)
}

// patterns are as PatternsOf, of an [instance] section whose keys are known as far as they can be read: of a config
// before there is a plan, or of a record, which has keys beside. Keys that are missing are as begin makes them.
func (c *Catalog) patterns(section map[string]any, begin func(value any)) (about instances.About) {
	kind, _ := section["kind"].(string)
	construct := c.Instances[kind]
	if construct == nil {
		return about
	}
	value := construct()
	begin(value)
	own := config.KeysOf(value)
	var skip []string
	for key := range section {
		if !slices.Contains(own, key) {
			skip = append(skip, key)
		}
	}
	new(config.Document).Fill("instance", config.Mapped(section, whole).(config.Tree), value, skip...)
	return value.About()
}

// AlgorithmOf is the algorithm of a record on the model m, with its defaults where the
// record's parameters are not those of a config; nil if its kind is not known.
func (c *Catalog) AlgorithmOf(params map[string]any, m model.Model) Algorithm {
	kind, _ := Parameter(params, "algorithm", "kind").(string)
	value, _ := c.recorded(params, kind, m, nil, "algorithm")
	a, _ := value.(Algorithm)
	return a
}

// MeasurementOf is a measurement of a record on the model m, as AlgorithmOf.
func (c *Catalog) MeasurementOf(params map[string]any, kind string, m model.Model, a Algorithm) Measurement {
	value, _ := c.recorded(params, kind, m, a, "measure", kind)
	measurement, _ := value.(Measurement)
	return measurement
}

// recorded is the struct of a kind with the values of a record's parameters at a path; with
// its defaults, and not ok, if they are not its keys, and nil if the kind is not known.
func (c *Catalog) recorded(params map[string]any, kind string, m model.Model, a Algorithm, path ...string) (value any, ok bool) {
	construct := c.kinds(path[0], m, a)[kind]
	if construct == nil {
		return nil, false
	}
	if value = construct(); filled(params, value, path...) {
		return value, true
	}
	return construct(), false
}

// filled fills in the struct of a kind from a section of a record's parameters; false
// if they are not its keys.
func filled(params map[string]any, value any, path ...string) bool {
	section, ok := Parameter(params, path...).(map[string]any)
	if !ok {
		return false
	}
	return config.Refill(strings.Join(path, "."), section, value, append(config.KeysOf(&config.Treatment{}), "kind")...) == nil
}

// whole is a value with whole numbers as integers, as a config has them: JSON knows
// one kind of number.
func whole(v any) any {
	switch n, isNumber := v.(float64); {
	case isNumber && float64(int64(n)) == n && math.Abs(n) < 1<<53:
		return int64(n)
	case v == "inf": // infinities are text in JSON
		return math.Inf(1)
	case v == "-inf":
		return math.Inf(-1)
	}
	return v
}
