package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"fbp/results"
)

// Setting is a key of a section with its value: bool, string, int64, float64, a
// list []any, the settings of a table, or a Tree where its keys are any words.
type Setting struct {
	Key   string
	Value any
}

// Settings is the inverse of fill: the keys and values of a struct, in order,
// every default spelled out.
func Settings(v any) []Setting { return every.settings(reflect.Indirect(reflect.ValueOf(v))) }

// extent is which keys of a struct are told.
type extent bool

const (
	every  extent = false
	hashed extent = true // those that are not at the value of their tag absent
)

func (e extent) settings(v reflect.Value) []Setting {
	var settings []Setting
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		if (f.omitEmpty || formsOf(f.typ, "") != nil) && isEmpty(x) || x.Kind() == reflect.Pointer && x.IsNil() || e == hashed && f.isAbsent(x) {
			continue
		}
		settings = append(settings, Setting{f.key, e.value(x)})
	}
	return settings
}

func isEmpty(v reflect.Value) bool {
	return v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}

// value is a value of a struct as a Setting has it.
func (e extent) value(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		return e.value(v.Elem())
	case reflect.Struct:
		if formsOf(v.Type(), "") != nil {
			return e.formGiven(v)
		}
		return e.settings(v)
	case reflect.Map:
		t := Tree{}
		for _, key := range v.MapKeys() {
			t[key.String()] = e.value(v.MapIndex(key))
		}
		return t
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = e.value(v.Index(i))
		}
		return list
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int64:
		return v.Int()
	case reflect.Float64:
		return v.Float()
	}
	panic(fmt.Sprintf("config: no config value has type %s", v.Type()))
}

// JSONValue is a value as encoding/json writes it canonically: tables as maps,
// whose keys it sorts, and infinities as results.Number has them.
func JSONValue(v any) any {
	return Mapped(v, func(v any) any {
		switch v := v.(type) {
		case []Setting:
			t := make(Tree, len(v))
			for _, e := range v {
				t[e.Key] = JSONValue(e.Value)
			}
			return t
		case float64:
			if math.IsInf(v, 0) {
				return results.Number(v)
			}
		}
		return v
	})
}

// ToJSON is the canonical JSON of a value: the text that is hashed.
func ToJSON(v any) []byte {
	data, err := json.Marshal(JSONValue(v))
	if err != nil {
		panic("config: " + err.Error()) // no config value can cause it
	}
	return data
}

// TOML writes a value, of a config or of a field of a struct, on one line as TOML.
func TOML(v any) string {
	switch v := v.(type) {
	case string:
		return TOMLString(v)
	case float64:
		return tomlFloat(v)
	case []Setting:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = toml.Key{e.Key}.String() + " = " + TOML(e.Value)
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case Tree:
		var settings []Setting
		for _, k := range sorted(v) {
			settings = append(settings, Setting{k, v[k]})
		}
		return TOML(settings)
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = TOML(x)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case []Tree:
		list, _ := listOf(v)
		return TOML(list)
	case []float64, map[string]float64:
		return TOML(every.value(reflect.ValueOf(v)))
	}
	return fmt.Sprint(v)
}

func tomlFloat(x float64) string {
	switch s := strconv.FormatFloat(x, 'g', -1, 64); {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case math.IsNaN(x):
		return "nan"
	case strings.ContainsAny(s, ".e"):
		return s
	default:
		return s + ".0"
	}
}

// TOMLString quotes a string; JSON's escapes are a part of TOML's.
func TOMLString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return strconv.Quote(s)
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

// Numeric is a value of the config as a number.
func Numeric(v any) (x float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
