package config

import (
	"reflect"
	"strings"
	"sync"
)

// A field is one key of a section: a field of its struct with a toml tag.
//
// Beside the key, tags give the range: min, max (inclusive), above, below
// (exclusive), oneof:"a|b" for words, inf:"ok" where infinity has a meaning.
// The tag chooses marks a key that chooses the form of its table (see [Document.lay]), and example is a value to
// start from where there is no default. The tags of a list hold for each of its elements. The tag absent leaves a
// key out of the names of tasks (see readAbsent).
type field struct {
	Type
	key       string
	index     []int // as in reflect.Value.FieldByIndex
	omitEmpty bool
	tag       reflect.StructTag
	typ       reflect.Type
	absent    reflect.Value // of the tag absent; the zero Value without it
}

var fieldCache sync.Map // reflect.Type → []field

// fieldsOf lists the keys of a struct in order; an embedded struct without a
// tag is part of the section around it.
func fieldsOf(t reflect.Type) []field {
	if cached, ok := fieldCache.Load(t); ok {
		return cached.([]field)
	}
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("toml"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			for _, sub := range fieldsOf(f.Type) {
				sub.index = append([]int{i}, sub.index...)
				fields = append(fields, sub)
			}
		case f.IsExported() && name != "" && name != "-":
			key := field{typeOf(f.Type, f.Tag), name, []int{i}, options == "omitempty", f.Tag, f.Type, reflect.Value{}}
			key.absent = key.readAbsent()
			fields = append(fields, key)
		}
	}
	fieldCache.Store(t, fields)
	return fields
}
