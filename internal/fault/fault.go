// Package fault represents a user's mistake as a value: the key of the config,
// what was found, and what is wanted.
package fault

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Fault is a mistake in a key. Callers that know the position of the key find it
// with errors.As.
type Fault struct {
	Key   string // within its section: "rho.list"
	Value string // what was found, as in a config; "" if there is none
	Want  string // what is wanted, or what is wrong
	Err   error  // the cause, if there is one
	With  string // the key, within the section, with whose value this one has no meaning; "" for none
}

// Error is the fault in one line: "rate = 1.5: want 0 < rate < 1".
func (f *Fault) Error() string {
	if f.Value == "" {
		return f.Key + ": " + f.Want
	}
	return f.Key + " = " + f.Value + ": " + f.Want
}

// Unwrap is the cause.
func (f *Fault) Unwrap() error { return f.Err }

// New is a fault in the value of a key, nil for none, with a format of what is wanted.
func New(key string, value any, want string, args ...any) error {
	return &Fault{Key: key, Value: show(value), Want: fmt.Sprintf(want, args...)}
}

// Idle is a fault of a key that has no meaning with the value of another key of its section.
func Idle(key string, value any, with string, of any) error {
	return &Fault{Key: key, Value: show(value), Want: fmt.Sprintf("has no meaning with %s %s", with, show(of)), With: with}
}

// Because is a fault in the value of a key with what is wanted and why.
func Because(key string, value any, want string, err error) error {
	return &Fault{Key: key, Value: show(value), Want: want, Err: err}
}

// Wrap is a fault in the value of a key with its cause.
func Wrap(key string, value any, err error) error {
	return &Fault{Key: key, Value: show(value), Want: err.Error(), Err: err}
}

// In is a fault of a table under a key: its own key becomes table.key. Errors of
// another kind, and nil, stay as they are.
func In(table string, err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	inner := *f
	inner.Key = table + "." + f.Key
	return &inner
}

// mostShown is how many elements of a list are shown.
const mostShown = 12

// show is a value as in a config: texts have quotes, lists have commas. Of a long list the
// first elements are shown, and their number.
func show(value any) string {
	switch v := reflect.ValueOf(value); {
	case !v.IsValid():
		return ""
	case v.Kind() == reflect.String:
		return fmt.Sprintf("%q", v.String())
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		items := make([]string, min(v.Len(), mostShown))
		for i := range items {
			items[i] = show(v.Index(i).Interface())
		}
		if v.Len() > mostShown {
			items = append(items, fmt.Sprintf("… of %d values", v.Len()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return fmt.Sprint(value)
}
