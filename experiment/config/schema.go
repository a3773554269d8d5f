package config

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// Object is the JSON schema of a table that has these keys and no others.
func Object(keys []Key) map[string]any {
	properties := map[string]any{}
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
		properties[k.Path] = k.schema(inner)
	}
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
}

// schema is that of the values of a key; those of a table have the keys of inner.
func (k Key) schema(inner []Key) map[string]any {
	s := k.typed(k.Type, inner)
	text := []string{k.Help}
	if len(k.Words) == 0 && k.Range != "" {
		text = append(text, k.Range)
	}
	var value any
	if json.Unmarshal([]byte(k.Default), &value) == nil && k.Type != "table" {
		s["default"] = value
	} else if k.Default != "" && k.Type != "table" {
		text = append(text, strings.TrimPrefix("default: "+k.Default, "default: required"))
		if strings.HasPrefix(k.Default, Required) {
			text[len(text)-1] = k.Default
		}
	}
	s["description"] = strings.Join(text, "; ")
	return s
}

// typed is the schema of a type as Describe says it.
func (k Key) typed(of string, inner []Key) map[string]any {
	any1 := func(types ...string) map[string]any {
		var all []any
		for _, t := range types {
			all = append(all, k.typed(t, inner))
		}
		return map[string]any{"anyOf": all}
	}
	switch of {
	case "any":
		return map[string]any{}
	case "true or false":
		return map[string]any{"type": "boolean"}
	case "number, list or range":
		return any1("number", "list of any", "text")
	case "list, or text with a range":
		return any1("list of any", "text")
	}
	if types := strings.Split(of, " or "); len(types) > 1 {
		return any1(types...)
	}
	if rest, is := strings.CutPrefix(of, "list of lists of "); is {
		return map[string]any{"type": "array", "items": k.typed("list of "+rest, inner)}
	}
	if rest, is := strings.CutPrefix(of, "list of "); is {
		return map[string]any{"type": "array", "items": k.typed(strings.TrimSuffix(rest, "s"), inner)}
	}
	if rest, is := strings.CutPrefix(of, "table of "); is {
		return map[string]any{"type": "object", "additionalProperties": k.typed(strings.TrimSuffix(rest, "s"), inner)}
	}
	switch word, err := strconv.Unquote(of); {
	case err == nil:
		return map[string]any{"const": word}
	case of == "table" && inner == nil:
		return map[string]any{"type": "object"}
	case of == "table":
		return Object(inner)
	case of == "text" && k.Words != nil:
		return map[string]any{"enum": k.Words}
	case of == "text":
		return map[string]any{"type": "string"}
	}
	s := map[string]any{"type": of} // integer or number
	k.bound(s)
	return s
}

// bound says which numbers a key takes.
func (k Key) bound(s map[string]any) {
	m := regexp.MustCompile(`^(?:([-\d.e+]+) (<=?) )?\w+(?: (<=?) ([-\d.e+]+))?$`).FindStringSubmatch(k.Range)
	if m == nil {
		return
	}
	for _, end := range []struct{ text, relation, inclusive, exclusive string }{
		{m[1], m[2], "minimum", "exclusiveMinimum"}, {m[4], m[3], "maximum", "exclusiveMaximum"},
	} {
		if x, err := strconv.ParseFloat(end.text, 64); err == nil && end.relation == "<=" {
			s[end.inclusive] = x
		} else if err == nil {
			s[end.exclusive] = x
		}
	}
}
