package config

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// A field is one key of a section: a field of its struct with a toml tag.
//
// Beside the key, tags give the range: min, max (inclusive), above, below
// (exclusive), oneof:"a|b" for words, inf:"ok" where infinity has a meaning.
// The tag chooses marks a key that chooses the form of its table (see [Document.lay]).
// The tags of a list hold for each of its elements. The tag absent leaves a key out
// of the names of tasks (see readAbsent).
type field struct {
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
			key := field{key: name, index: []int{i}, omitEmpty: options == "omitempty", tag: f.Tag, typ: f.Type}
			key.absent = key.readAbsent()
			fields = append(fields, key)
		}
	}
	fieldCache.Store(t, fields)
	return fields
}

// words lists the values of a oneof tag, without the empty one.
func (f field) words() []string {
	all := f.tag.Get("oneof")
	if all == "" {
		return nil
	}
	return strings.FieldsFunc(all, func(r rune) bool { return r == '|' })
}

// wantNumber describes the numbers that the tags allow, to one who gave x (NaN
// for what is no number): "an integer >= 1", "0 <= damping < 1". A size is told
// its limit only when it is beyond it: "n <= 10000000".
func (f field) wantNumber(x float64, integer bool) string {
	lo, hi := f.ends()
	noun := "a number"
	if integer {
		noun = "an integer"
	}
	most, bounded := f.limit("max")
	beyond := bounded && x > most && !math.IsInf(x, 0)
	switch {
	case lo == "" && (hi == "" || !beyond && bounded):
		return noun
	case integer && beyond:
		return f.key + hi
	case integer && f.tag.Get("min") != "":
		return noun + " >= " + f.tag.Get("min")
	case integer || math.IsNaN(x): // NaN: no number at all
		return noun + ", " + lo + f.key + hi
	}
	return lo + f.key + hi
}

// ends are those of the range of a number, as they stand around its name: "0 <= ", " < 1".
func (f field) ends() (low, high string) {
	sign := func(name, before, after string) string {
		if bound, given := f.tag.Lookup(name); given {
			return before + bound + after
		}
		return ""
	}
	return sign("min", "", " <= ") + sign("above", "", " < "), sign("max", " <= ", "") + sign("below", " < ", "")
}

// allows tells whether a number is in the range of the tags. NaN never is.
func (f field) allows(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) && f.tag.Get("inf") != "ok" {
		return false
	}
	limit := func(name string, ok func(bound float64) bool) bool {
		bound, given := f.limit(name)
		return !given || ok(bound)
	}
	return limit("min", func(b float64) bool { return x >= b }) &&
		limit("max", func(b float64) bool { return x <= b }) &&
		limit("above", func(b float64) bool { return x > b }) &&
		limit("below", func(b float64) bool { return x < b })
}

// limit is the number of a tag: min, max, above or below.
func (f field) limit(name string) (bound float64, given bool) {
	text, given := f.tag.Lookup(name)
	if !given {
		return 0, false
	}
	bound, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("config: tag " + name + " of " + f.key + " is no number")
	}
	return bound, true
}
