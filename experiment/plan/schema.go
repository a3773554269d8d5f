package plan

import (
	"reflect"
	"slices"
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
	for i, k := range kinds[1:] {
		if i > 0 && kinds[i].Section == k.Section {
			continue
		}
		var s map[string]any
		switch {
		case k.Section == variantKey:
			s = variantSchema(k, kinds, properties)
		case k.Section == "sweep":
			s = config.Object(nil)
			s["additionalProperties"] = config.Object(k.Keys)["properties"].(map[string]any)["<key>"]
		case k.Name == "":
			s = config.Object(k.Keys)
		default:
			s = schemaOf(slices.DeleteFunc(slices.Clone(kinds), func(other Kind) bool { return other.Section != k.Section }))
		}
		if strings.HasPrefix(k.Header, "[[") {
			s = map[string]any{"type": "array", "items": s}
		}
		properties[k.Section] = s
	}
	whole["$schema"], whole["title"] = "http://json-schema.org/draft-07/schema#", "config of fbp"
	return whole
}

// variantSchema is that of a [[variant]]: its name, and keys of the sections that make tasks, by tables or by quoted paths.
// Its measure is a list of the kinds that it makes, or a table of kinds with their keys.
func variantSchema(variant Kind, kinds []Kind, sections map[string]any) map[string]any {
	s := config.Object(variant.Keys[:1])
	own := s["properties"].(map[string]any)
	for _, section := range []string{"model", "instance", "algorithm"} {
		own[section] = sections[section]
	}
	measures, names := map[string]any{}, []string{}
	for _, k := range kinds {
		if k.Section == "measure" {
			measures[k.Name], names = config.Object(k.Keys), append(names, k.Name)
		}
	}
	own["measure"] = map[string]any{
		"type": []string{"array", "object"}, "items": map[string]any{"enum": names},
		"properties": measures, "additionalProperties": false,
	}
	s["patternProperties"] = map[string]any{`^(model|instance|algorithm|measure)\.`: map[string]any{}}
	s["required"] = []string{"name"}
	return s
}

// schemaOf is that of a section of these kinds. Each kind has its keys, which count if it is named, so that one wrong
// word is one mistake; the keys of all are there too, for editors that complete and explain no others, and for
// sections whose kind is that of a base.
func schemaOf(kinds []Kind) map[string]any {
	var all []config.Key
	var names []string
	var each []any
	for _, k := range kinds {
		all, names = joined(all, k.Keys), append(names, k.Name)
		named := map[string]any{"const": k.Name}
		own := config.Object(k.Keys)
		own["properties"].(map[string]any)["kind"] = named
		each = append(each, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"kind": named}, "required": []string{"kind"}},
			"then": own,
		})
	}
	s := config.Object(all)
	s["properties"].(map[string]any)["kind"] = map[string]any{"enum": names}
	s["allOf"] = each
	return s
}

// joined are keys with those of another kind. What two kinds do not say alike is left open.
func joined(keys, others []config.Key) []config.Key {
	for _, other := range others {
		i := slices.IndexFunc(keys, func(k config.Key) bool { return k.Path == other.Path })
		if i < 0 {
			keys = append(keys, other)
			continue
		}
		k := &keys[i]
		if !reflect.DeepEqual(k.Type, other.Type) {
			k.Type = config.Type{Name: "any"}
		}
		if k.Help != other.Help && !strings.Contains(k.Help, other.Help) {
			k.Help += "; or " + other.Help
		}
		if !reflect.DeepEqual(k.Default, other.Default) || k.Follows != other.Follows || k.Required != other.Required {
			k.Default, k.Follows, k.Required = nil, "", ""
		}
	}
	return keys
}
