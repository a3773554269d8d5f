package config

import (
	"reflect"

	"github.com/BurntSushi/toml"
)

// readAbsent reads the tag absent:"…" of a key that is younger than the program: the
// value that reproduces what the program did before the key existed. At that value the
// key is left out of what is hashed and of the parameters of records, so that no task
// is renamed by it. It is written as in a config, a text without its quotes; absent:""
// is the empty value, as of a key that is not given.
func (f field) readAbsent() reflect.Value {
	text, given := f.tag.Lookup("absent")
	if !given {
		return reflect.Value{}
	}
	v := reflect.New(f.typ).Elem()
	if text == "" {
		return v
	}
	t := Tree{"v": text}
	if f.typ.Kind() != reflect.String {
		if _, err := toml.Decode("v = "+text, &t); err != nil {
			panic("config: tag absent of " + f.key + " is no value: " + err.Error())
		}
	}
	if err := new(Document).fillField(f.key, t["v"], v, f); err != nil {
		panic("config: tag absent: " + err.Error())
	}
	return v
}

// isAbsent tells whether a key has the value of its tag absent.
func (f field) isAbsent(x reflect.Value) bool {
	if !f.absent.IsValid() {
		return false
	}
	return isEmpty(x) && isEmpty(f.absent) || reflect.DeepEqual(x.Interface(), f.absent.Interface())
}

// Absent are the keys of a struct that have a tag absent, with its text: where a
// record's parameters do not have such a key, that is its value.
func Absent(v any) map[string]string {
	keys := map[string]string{}
	for _, f := range fieldsOf(reflect.Indirect(reflect.ValueOf(v)).Type()) {
		if f.absent.IsValid() {
			keys[f.key] = f.tag.Get("absent")
		}
	}
	return keys
}

// SetAbsent gives the keys of a struct that have a tag absent, and those of the tables
// in it, the value of that tag. The parameters of a record go on top of these, not of
// today's defaults.
func SetAbsent(v any) { setAbsent(reflect.ValueOf(v).Elem()) }

func setAbsent(v reflect.Value) {
	for _, f := range fieldsOf(v.Type()) {
		switch x := v.FieldByIndex(f.index); {
		case f.absent.IsValid():
			x.Set(f.absent)
		case x.Kind() == reflect.Struct && formsOf(f.typ, "") == nil:
			setAbsent(x)
		}
	}
}
