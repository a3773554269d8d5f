package plan

import (
	"slices"

	"fbp/experiment/config"
	"fbp/instances"
)

// patterns are what the program has to know of an [instance] section whose keys are known as far as they can be read.
func (c *Catalog) patterns(section map[string]any) (about instances.About) {
	kind, _ := section["kind"].(string)
	construct := c.Instances[kind]
	if construct == nil {
		return about
	}
	value := construct()
	own := config.KeysOf(value)
	var skip []string
	for key := range section {
		if !slices.Contains(own, key) {
			skip = append(skip, key)
		}
	}
	new(config.Document).Fill("instance", section, value, skip...)
	return value.About()
}
