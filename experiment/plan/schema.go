package plan

import (
	"strings"

	"fbp/experiment/config"
)

// SchemaFile is the name of a file with the schema of configs, to which init refers where it lies
// beside a new config.
const SchemaFile = "fbp.schema.json"

// Schema is the JSON schema of configs, with which editors complete and explain their keys. What
// has to be given is not in it, since that may stand in a base.
func (c *Catalog) Schema() map[string]any {
	kinds := c.Kinds()
	whole := config.Object(kinds[0].Keys)
	properties := whole["properties"].(map[string]any)
	choices := map[string][]any{} // the kinds of a section
	names := map[string][]string{}
	for _, k := range kinds[1:] {
		var s map[string]any
		switch {
		case k.Section == variantKey:
			s = config.Object(k.Keys[:1])
			s["required"], s["additionalProperties"] = []string{"name"}, true
		case k.Section == "sweep":
			s = config.Object(nil)
			s["additionalProperties"] = config.Object(k.Keys)["properties"].(map[string]any)["<key>"]
		case k.Name == "":
			s = config.Object(k.Keys)
		default:
			s = config.Object(k.Keys)
			s["properties"].(map[string]any)["kind"] = map[string]any{"const": k.Name}
			s["required"] = []string{"kind"}
			choices[k.Section], names[k.Section] = append(choices[k.Section], s), append(names[k.Section], k.Name)
			none := map[string]any{"not": map[string]any{"required": []string{"kind"}}} // that of the base
			s = map[string]any{
				"type":       "object",
				"properties": map[string]any{"kind": map[string]any{"enum": names[k.Section]}},
				"oneOf":      append(choices[k.Section][:len(choices[k.Section]):len(choices[k.Section])], none),
			}
		}
		if strings.HasPrefix(k.Header, "[[") {
			s = map[string]any{"type": "array", "items": s}
		}
		properties[k.Section] = s
	}
	whole["$schema"], whole["title"] = "http://json-schema.org/draft-07/schema#", "config of fbp"
	return whole
}
