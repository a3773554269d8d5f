package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/model"
)

// setting is a model with the words that tell it from others.
type setting struct {
	model model.Model
	words []string // model.weights = "spherical"
}

// settings are the models of the catalog with every combination of the words of their
// keys.
func (c *Catalog) settings() (all []setting) {
	kinds := c.kindsOf("model")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		keys := config.Describe(reflect.Indirect(reflect.ValueOf(kinds[kind]())), nil)
		combinations := [][]string{{}}
		for _, k := range keys {
			var more [][]string
			for _, w := range k.Words {
				for _, before := range combinations {
					more = append(more, append(slices.Clone(before), fmt.Sprintf("%s = %q", k.Path, w)))
				}
			}
			if len(more) > 0 {
				combinations = more
			}
		}
		for _, words := range combinations {
			if m := c.modelOf(kind, keys, words); m != nil {
				at := []string{fmt.Sprintf("model.kind = %q", kind)}
				for _, w := range words {
					at = append(at, "model."+w)
				}
				all = append(all, setting{m, at})
			}
		}
	}
	return all
}

// modelOf is a model of a kind with some words, of the first size that it can have; nil
// if it can have none.
func (c *Catalog) modelOf(kind string, keys []config.Key, words []string) model.Model {
	for _, sizes := range [][2]string{{"501", "3"}, {"500", "4"}, {"51", "3"}} {
		k := Kind{Section: "model", Name: kind, Header: "[model]", Keys: keys}
		text := k.start(map[string]string{"n": sizes[0], "hidden": sizes[1]}) + strings.Join(words, "\n")
		d, err := config.Parse("", text)
		if err != nil {
			return nil
		}
		s, err := config.Build(d, "model", c.kindsOf("model"), nil)
		if err == nil && s.Value.(model.Section).Validate() == nil {
			return s.Value.(model.Section).Model()
		}
	}
	return nil
}
