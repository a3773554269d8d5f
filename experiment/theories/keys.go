package theories

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"fbp/experiment/config"
	"fbp/theory/catalog"
)

// Described are the kinds of [[theory]] in the order of the catalog, with their keys.
func Described(take func(kind string, keys []config.Key)) {
	for _, e := range catalog.All() {
		var keys []config.Key
		for _, key := range config.Describe(reflect.ValueOf(header{}), nil) {
			switch key.Path {
			case "kind":
				continue
			case "name":
				key.Follows, key.Required = "the kind", ""
			}
			keys = append(keys, key)
		}
		take(underscored(e.Name), append(keys, keysOf(e)...))
	}
}

// keysOf are the keys of a theory's parameters.
func keysOf(e catalog.Entry) (keys []config.Key) {
	for _, c := range e.Choices {
		word, list := config.Type{Name: "text"}, config.Type{Name: "text"}
		forms := []config.Type{word, {List: &list}}
		if slices.ContainsFunc(c.Words, func(word string) bool { _, err := strconv.Atoi(word); return err == nil }) {
			list, forms = config.Type{Name: "any"}, append(forms, config.Type{Name: "integer"}) // of hidden units
		}
		key := config.Key{Path: underscored(c.Name), Type: config.Type{Name: "text or list of texts", Forms: forms}, Default: c.Default, Help: c.Help}
		of := "model"
		if c.Instance {
			of = "instance"
		}
		keys = append(keys, following(key, c.Follows, of))
	}
	for _, p := range e.Params {
		key := config.Key{Path: underscored(p.Name), Type: paramType(p), Help: p.Help}
		if n, err := strconv.ParseInt(p.Default, 10, 64); err == nil {
			key.Default = n
		} else if x, err := strconv.ParseFloat(p.Default, 64); err == nil {
			key.Default = x
		} else if p.Default != "" {
			key.Default = p.Default
		}
		if p.Default == "" && p.Name == "alpha" {
			key.Follows = "that of the instance"
		}
		keys = append(keys, following(key, p.Follows(), "model"))
	}
	return keys
}

// following is a key whose default follows the model or the instance, if it does, or has to be given where there is none.
func following(key config.Key, follows bool, of string) config.Key {
	switch value := key.InWords(); {
	case follows && value == "":
		key.Follows = "that of the " + of
	case follows:
		key.Default, key.Follows = nil, "that of the "+of+", or else "+value
	case value == "":
		key.Required = "required"
	}
	return key
}

// paramType is the type of a parameter: a number, several, a range, or one of its words.
func paramType(p catalog.Param) config.Type {
	number := config.Type{Name: "number"}
	if p.Within != (catalog.Interval{}) {
		number.Low = config.End{Text: fmt.Sprint(p.Within.From), At: p.Within.From, Open: p.Within.Open}
	}
	if !math.IsInf(p.Within.To, 0) && number.Low.Text != "" {
		number.High = config.End{Text: fmt.Sprint(p.Within.To), At: p.Within.To}
	}
	text := config.Type{Name: "text"}
	element := config.Type{Forms: []config.Type{number, text}}
	return config.Type{Name: "number, list or range", Forms: []config.Type{number, {List: &element}, text},
		Low: number.Low, High: number.High, Words: p.Words}
}

// paramsOf are their names.
func paramsOf(e catalog.Entry) (names []string) {
	for _, k := range keysOf(e) {
		names = append(names, k.Path)
	}
	return names
}
