package config

import (
	"encoding/json"
	"strings"
)

// Object is the JSON schema of a table that has these keys and no others.
func Object(keys []Key) map[string]any {
	return map[string]any{"type": "object", "properties": properties(keys), "additionalProperties": false}
}

// properties are the schemas of the keys, those of a table with the keys that are behind it.
func properties(keys []Key) map[string]any {
	all := map[string]any{}
	for i, k := range keys {
		if strings.Contains(k.Path, ".") {
			continue // in the table of the keys before it
		}
		var inner []Key
		for _, sub := range keys[i+1:] {
			if rest, is := strings.CutPrefix(sub.Path, k.Path+"."); is {
				sub.Path = rest
				inner = append(inner, sub)
			}
		}
		s := k.Type.schema(inner)
		text := []string{k.Help}
		if ends := k.Range(); ends != "" && len(k.Leaf().Words) == 0 {
			text = append(text, ends)
		}
		if _, err := json.Marshal(k.Default); err == nil && k.Default != nil && k.Name != "table" {
			s["default"] = JSONValue(k.Default)
		} else if words := k.InWords(); words != "" {
			text = append(text, words)
		}
		s["description"] = strings.Join(text, "; ")
		all[k.Path] = s
	}
	return all
}

// schema is that of the values of a type; tables in it have the inner keys.
func (t Type) schema(inner []Key) map[string]any {
	switch {
	case t.List != nil:
		return map[string]any{"type": "array", "items": t.List.schema(inner)}
	case t.Table != nil:
		return map[string]any{"type": "object", "additionalProperties": t.Table.schema(inner)}
	case t.Forms != nil:
		var forms []any
		for _, form := range t.Forms {
			forms = append(forms, form.schema(inner))
		}
		return map[string]any{"anyOf": forms}
	case len(t.Words) > 0:
		return map[string]any{"enum": t.Words}
	}
	switch t.Name {
	case "any":
		s := map[string]any{}
		if inner != nil {
			s["properties"] = properties(inner)
		}
		return s
	case "table":
		if inner == nil {
			return map[string]any{"type": "object"}
		}
		return Object(inner)
	case "text":
		return map[string]any{"type": "string"}
	case "true or false":
		return map[string]any{"type": "boolean"}
	}
	s := map[string]any{"type": t.Name} // integer or number
	for word, end := range map[string]End{"inimum": t.Low, "aximum": t.High} {
		if end.Text != "" {
			s[map[bool]string{true: "exclusiveM", false: "m"}[end.Open]+word] = end.At
		}
	}
	return s
}
