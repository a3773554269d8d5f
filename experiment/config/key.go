package config

import (
	"reflect"
	"strings"
)

// Key is a key of a config as a user asks for it: what its tag says, in words.
type Key struct {
	Path    string // within its section: "gamma.steps"
	Type    string // "integer", "list of numbers"
	Default string // as TOML; "" if there is none, and Required for a key that has to be given
	Range   string // "min <= n", the words that it takes; "" if any value does
	Help    string
	Words   []string // that it takes, if it takes no others
	Absent  bool     // it has a tag absent, or is in a table that has one
	Chooses bool     // it chooses the form of the table that it is in
}

// Required stands in place of the default of a key that has to be given; what the key's tag
// required says may follow, as another key that may be given instead.
const Required = "required"

// Describe describes the fields of a struct that holds the defaults, and of
// the structs in it.
func Describe(v reflect.Value, follows map[string]string) (keys []Key) {
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		k := Key{Path: f.key, Help: f.tag.Get("help"), Words: f.words(), Absent: f.absent.IsValid(), Chooses: f.tag.Get("chooses") != ""}
		k.Type, k.Range = f.describe()
		unset := isEmpty(x) && (f.omitEmpty || f.mandatory(x)) || x.Kind() == reflect.Pointer || x.Kind() == reflect.Slice && x.Len() == 0
		if words, ok := follows[f.key]; ok {
			k.Default = words
		} else if !unset {
			k.Default = TOML(every.value(x))
		} else if instead, either := f.tag.Lookup("required"); either {
			k.Default = Required + ", " + instead
		} else if isEmpty(x) && !f.omitEmpty && x.Kind() != reflect.Pointer {
			k.Default = Required
		}
		keys = append(keys, k)
		if inner, ok := innerStruct(x); ok {
			for _, sub := range Describe(inner, nil) {
				sub.Path, sub.Absent = Join(f.key, sub.Path), sub.Absent || k.Absent
				if sub.Default == Required && k.Default != Required {
					sub.Default += " in " + f.key // which may be left out
				}
				keys = append(keys, sub)
			}
		}
	}
	return keys
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
	return formsOf(f.typ, "") != nil
}

// describe says in words which type a key has and which values it takes.
func (f field) describe() (kind, values string) {
	t, list := f.typ, ""
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		switch t.Kind() {
		case reflect.Slice, reflect.Array:
			list += "list of "
		case reflect.Map:
			list += "table of "
		}
		t = t.Elem()
	}
	many := map[bool]string{true: "s"}[list != ""]
	list = strings.Replace(list, "list of list of ", "list of lists of ", 1)
	if words := f.words(); len(words) > 0 {
		return list + "text" + many, strings.Join(words, " | ")
	}
	if forms := formsOf(t, f.key); forms != nil {
		kinds := make([]string, len(forms))
		for i, form := range forms {
			kinds[i], _ = form.describe()
			if words := form.words(); len(words) > 0 {
				kinds[i] = `"` + strings.Join(words, `" or "`) + `"`
			}
		}
		return strings.Join(kinds, " or "), ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return list + "true or false", ""
	case reflect.String:
		return list + "text" + many, ""
	case reflect.Struct:
		return list + "table" + many, ""
	case reflect.Int, reflect.Int64:
		return list + "integer" + many, f.bounds()
	}
	return list + "number" + many, f.bounds()
}

// bounds are the values that the tags of a number allow: "0 <= damping < 1".
func (f field) bounds() string {
	low, high := f.ends()
	if low+high == "" {
		return ""
	}
	return low + f.key + high
}
