package config

import (
	"reflect"
	"strconv"
	"strings"

	"fbp/internal/values"
)

// formsOf are the forms of a key that takes more than one (see [values.Forms]),
// nil for other types.
func formsOf(t reflect.Type, key string) []field {
	if t.Kind() != reflect.Struct || !t.Implements(reflect.TypeFor[values.Forms]()) {
		return nil
	}
	forms := make([]field, t.NumField())
	for i := range forms {
		f := t.Field(i)
		forms[i] = field{Type: typeOf(f.Type, f.Tag), key: key, index: f.Index, tag: f.Tag, typ: f.Type}
	}
	return forms
}

// fillForms writes a value in the form whose type it has.
func (d *Document) fillForms(path string, v any, into reflect.Value, forms []field) error {
	for _, form := range forms {
		if word, ok := v.(string); ok && !form.takes(word) {
			continue
		}
		if form.holds(v) {
			into.SetZero()
			return d.fillField(path, v, into.FieldByIndex(form.index), form)
		}
	}
	wants := make([]string, len(forms))
	for i, form := range forms {
		wants[i] = form.want()
	}
	return d.Fault(path, Show(v), "want "+strings.Join(wants, " or "))
}

// holds tells whether a value has the type of a form.
func (f field) holds(v any) bool {
	t := f.typ
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch v.(type) {
	case string:
		return t.Kind() == reflect.String
	case int64, float64:
		return t.Kind() == reflect.Float64 || t.Kind() == reflect.Int
	case []any:
		return t.Kind() == reflect.Slice || t.Kind() == reflect.Array
	case bool:
		return t.Kind() == reflect.Bool
	case Tree:
		return t.Kind() == reflect.Struct
	}
	return false
}

// oneOf is a choice of words: "a", "b" or "c".
func oneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return strconv.Quote(words[0])
	}
	return `"` + strings.Join(words[:last], `", "`) + `" or "` + words[last] + `"`
}

// given is the form that a value has, as a plain value; nil if it has none.
func (e extent) formGiven(v reflect.Value) any {
	for i := range v.NumField() {
		if !isEmpty(v.Field(i)) {
			return e.value(v.Field(i))
		}
	}
	return nil
}
