package config

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
)

// Key is a key of a config: the data from which fbp config, docs/keys.md, fbp init and the schema are printed, and
// by which values are read and refused.
type Key struct {
	Type
	Path     string // within its section: "gamma.steps"
	Default  any    // a plain value; nil if there is none
	Follows  string // what the default is instead of a value: "that of [model]"
	Required string // why there is no default: it has to be given, or another key instead; "" if it may be left out
	Example  string // a value to start from where there is no default, as TOML
	Help     string
	Absent   bool // it has a tag absent, or is in a table that has one
	Hashed   bool // it is a part of the names of tasks
	Chooses  bool // it chooses the form of the table that it is in
}

// required is [Key.Required] of a key that has to be given.
const required = "required"

// Describe describes the fields of a struct that holds the defaults, and of
// the structs in it.
func Describe(v reflect.Value, follows map[string]string) (keys []Key) {
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		k := Key{Type: f.Type, Path: f.key, Follows: follows[f.key], Example: f.tag.Get("example"), Help: f.tag.Get("help"),
			Absent: f.absent.IsValid(), Chooses: f.tag.Get("chooses") != ""}
		unset := isEmpty(x) && (f.omitEmpty || f.mandatory(x)) || x.Kind() == reflect.Pointer || x.Kind() == reflect.Slice && x.Len() == 0
		instead, either := f.tag.Lookup("required")
		switch {
		case k.Follows != "":
		case !unset:
			k.Default = every.value(x)
		case either:
			k.Required = required + ", " + instead
		case isEmpty(x) && !f.omitEmpty && x.Kind() != reflect.Pointer:
			k.Required = required
		}
		keys = append(keys, k)
		if inner, ok := innerStruct(x); ok {
			for _, sub := range Describe(inner, nil) {
				sub.Path, sub.Absent = Join(f.key, sub.Path), sub.Absent || k.Absent
				if sub.Required == required && k.Required != required {
					sub.Required += " in " + f.key // which may be left out
				}
				keys = append(keys, sub)
			}
		}
	}
	return keys
}

// InWords is the default of a key, or why there is none; "" for a table, whose keys have theirs, and a key that may
// be left out.
func (k Key) InWords() string {
	switch {
	case k.Name == "table":
		return ""
	case k.Default != nil:
		return TOML(k.Default)
	}
	return cmp.Or(k.Follows, k.Required)
}

// Range is which values of its type a key takes: "0 <= damping < 1", or words; "" if it takes any.
func (k Key) Range() string {
	of := k.Leaf()
	text := of.span(k.Path[strings.LastIndexByte(k.Path, '.')+1:])
	if len(of.Forms) == 0 {
		return cmp.Or(text, strings.Join(of.Words, " | "))
	}
	for _, word := range of.Words { // beside numbers
		text = fmt.Sprintf("%s, or %q", cmp.Or(text, "a number"), word)
	}
	return text
}

// innerStruct is the table that a value holds, or that each element of a list
// of tables holds.
func innerStruct(v reflect.Value) (reflect.Value, bool) {
	t := v.Type()
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch {
	case t.Kind() != reflect.Struct || formsOf(t, "") != nil:
		return v, false
	case v.Kind() == reflect.Struct:
		return v, true
	}
	return reflect.New(t).Elem(), true
}

// mandatory tells whether the zero value of a key is not one that a config may
// give: it has to be given.
func (f field) mandatory(x reflect.Value) bool {
	switch x.Kind() {
	case reflect.String:
		return true
	case reflect.Int, reflect.Int64, reflect.Float64:
		return !f.allows(0)
	}
	return f.Forms != nil
}
