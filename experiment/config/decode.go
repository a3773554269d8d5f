package config

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Fill writes the values of a table into a struct that holds the defaults, and
// refuses unknown keys, wrong types and values out of range. It is the one place
// where config values become Go values.
func (d *Document) Fill(path string, t Tree, into any, skip ...string) error {
	return d.fillStruct(path, t, reflect.ValueOf(into).Elem(), skip)
}

func (d *Document) fillStruct(path string, t Tree, into reflect.Value, skip []string) error {
	fields := fieldsOf(into.Type())
	for _, key := range d.InOrder(path, t) {
		if slices.Contains(skip, key) {
			continue
		}
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			known := append(slices.Clone(skip), keysOf(fields)...)
			return d.unknown(path, key, known)
		}
		if err := d.fillField(Join(path, key), t[key], into.FieldByIndex(fields[i].index), fields[i]); err != nil {
			return err
		}
	}
	return nil
}

// InOrder lists a table's keys in the order of the file, so that the first
// mistake is reported first.
func (d *Document) InOrder(path string, t Tree) []string {
	keys := sorted(t)
	slices.SortStableFunc(keys, func(a, b string) int {
		p, q := d.places[Join(path, a)], d.places[Join(path, b)]
		return cmp.Or(min(p.rank, ofFile)-min(q.rank, ofFile), p.line-q.line)
	})
	return keys
}

// fillField writes one value.
func (d *Document) fillField(path string, v any, into reflect.Value, f field) error {
	refuse := func(want string) error { return d.Fault(path, Show(v), "want "+want) }
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return d.fillField(path, v, into.Elem(), f)
	case reflect.Struct:
		if forms := formsOf(into.Type(), f.key); forms != nil {
			return d.fillForms(path, v, into, forms)
		}
		t, ok := v.(Tree)
		if !ok {
			return refuse("a table { … } with keys of " + strings.Join(keysOf(fieldsOf(into.Type())), ", "))
		}
		if choosesAnother(t, into) {
			into.SetZero()
		}
		return d.fillStruct(path, t, into, nil)
	case reflect.Slice, reflect.Array:
		return d.fillList(path, v, into, f)
	case reflect.Map:
		return d.fillMap(path, v, into, f)
	case reflect.Bool:
		b, ok := v.(bool)
		if !ok {
			return refuse("true or false")
		}
		into.SetBool(b)
	case reflect.String:
		return d.fillString(path, v, into, f)
	case reflect.Int, reflect.Int64, reflect.Float64:
		return d.fillNumber(path, v, into, f)
	default:
		panic(fmt.Sprintf("config: %s has type %s, which no config value can fill", path, into.Type()))
	}
	return nil
}

// fillNumber writes a number, or an integer that JSON can hold exactly.
func (d *Document) fillNumber(path string, v any, into reflect.Value, f field) error {
	n, whole := v.(int64)
	x, ok := Numeric(v)
	integer := into.Kind() != reflect.Float64
	if !ok || integer && !whole {
		x = math.NaN()
	}
	switch {
	case !f.Leaf().allows(x) || integer && into.OverflowInt(n):
		return d.Fault(path, Show(v), "want "+f.Leaf().wantNumber(f.key, x)+several(path, v))
	case !integer:
		into.SetFloat(x + 0) // −0 becomes 0, which would have another hash
	case into.Kind() == reflect.Int && (n > exactInt || n < -exactInt):
		return d.Fault(path, Show(v), "want an integer of at most 2^53")
	default:
		into.SetInt(n)
	}
	return nil
}

// fillString writes a word, one of a few when the tag says so.
func (d *Document) fillString(path string, v any, into reflect.Value, f field) error {
	s, ok := v.(string)
	if of := f.Leaf(); !ok || !of.takes(s) {
		return d.Fault(path, Show(v), "want "+of.want())
	}
	into.SetString(s)
	return nil
}

// fillList writes a list, or an array of fixed length, element by element.
func (d *Document) fillList(path string, v any, into reflect.Value, f field) error {
	values, ok := listOf(v)
	if !ok {
		want := "want a list [ … ]"
		if _, table := v.(Tree); !table {
			want = fmt.Sprintf("want a list, as [%s]", Show(v))
		}
		return d.Fault(path, Show(v), want)
	}
	if into.Kind() == reflect.Slice {
		into.Set(reflect.MakeSlice(into.Type(), len(values), len(values)))
	} else if len(values) != into.Len() {
		return d.Fault(path, Show(v), fmt.Sprintf("want %d values", into.Len()))
	}
	for i, e := range values {
		if err := d.fillField(Element(path, i), e, into.Index(i), f); err != nil {
			return err
		}
	}
	return nil
}

// fillMap writes a table whose keys are any words, value by value.
func (d *Document) fillMap(path string, v any, into reflect.Value, f field) error {
	t, ok := v.(Tree)
	if !ok {
		return d.Fault(path, Show(v), "want a table { … }")
	}
	into.Set(reflect.MakeMap(into.Type()))
	for _, key := range d.InOrder(path, t) {
		value := reflect.New(into.Type().Elem()).Elem()
		if err := d.fillField(Join(path, key), t[key], value, f); err != nil {
			return err
		}
		into.SetMapIndex(reflect.ValueOf(key), value)
	}
	return nil
}

// choosesAnother tells whether a table gives a key that chooses its form another value than the default has:
// it describes something else, { list = [0.1, 0.2] } in the place of { schedule = "atanh", … }, and begins
// from nothing; { steps = 10 } amends the default.
func choosesAnother(t Tree, into reflect.Value) bool {
	for _, f := range fieldsOf(into.Type()) {
		if v, given := t[f.key]; given && f.tag.Get("chooses") != "" && Show(v) != Show(into.FieldByIndex(f.index).Interface()) {
			return true
		}
	}
	return false
}

// exactInt is the largest integer up to which JSON numbers, doubles to most
// readers, are exact. Seeds may be larger: a record holds them on their own.
const exactInt = 1 << 53
