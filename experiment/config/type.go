package config

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Type is which values a key takes.
type Type struct {
	Name      string   // "text", "integer", "number", "true or false", "table" or "any"; what others are called, "" for the words of their parts
	List      *Type    // a list, of these
	Table     *Type    // a table whose keys are any words, of these
	Forms     []Type   // a value of one of these
	Words     []string // the texts that it takes; nil: any
	Low, High End      // of numbers
	Infinite  bool     // infinity is a number, too
}

// End is an end of the range of a number; the zero value is none.
type End struct {
	Text string // as it is written
	At   float64
	Open bool // the end itself is not in the range
}

// typeOf is the type of the fields of a Go type with these tags, which hold for each element of a list.
func typeOf(t reflect.Type, tag reflect.StructTag) Type {
	of := func(t reflect.Type) *Type { inner := typeOf(t, tag); return &inner }
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem(), tag)
	case reflect.Slice, reflect.Array:
		return Type{List: of(t.Elem())}
	case reflect.Map:
		return Type{Table: of(t.Elem())}
	case reflect.Bool:
		return Type{Name: "true or false"}
	case reflect.String:
		return Type{Name: "text", Words: strings.FieldsFunc(tag.Get("oneof"), func(r rune) bool { return r == '|' })}
	case reflect.Struct:
		var forms []Type
		for _, form := range formsOf(t, "") {
			forms = append(forms, form.Type)
		}
		if forms != nil {
			return Type{Forms: forms}
		}
		return Type{Name: "table"}
	}
	name := "number"
	if t.Kind() != reflect.Float64 {
		name = "integer"
	}
	end := func(closed, open string) End {
		text := cmp.Or(tag.Get(closed), tag.Get(open))
		x, err := strconv.ParseFloat(text, 64)
		if err != nil && text != "" {
			panic("config: tag " + closed + " or " + open + ": " + text + " is no number")
		}
		return End{text, x, tag.Get(closed) == ""}
	}
	return Type{Name: name, Low: end("min", "above"), High: end("max", "below"), Infinite: tag.Get("inf") == "ok"}
}

// Leaf is the type of the elements of lists and tables, whatever is around them.
func (t Type) Leaf() Type {
	for inner := cmp.Or(t.List, t.Table); inner != nil; inner = cmp.Or(t.List, t.Table) {
		t = *inner
	}
	return t
}

// String are the words for a type: "list of numbers".
func (t Type) String() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.List != nil && t.List.List != nil:
		return "list of lists of " + t.List.List.String() + "s"
	case t.List != nil:
		return "list of " + t.List.String() + "s"
	case t.Table != nil:
		return "table of " + t.Table.String() + "s"
	}
	kinds := make([]string, len(t.Forms))
	for i, form := range t.Forms {
		if kinds[i] = form.String(); len(form.Words) > 0 {
			kinds[i] = `"` + strings.Join(form.Words, `" or "`) + `"`
		}
	}
	return strings.Join(kinds, " or ")
}

// span is the range of a number around its name: "0 <= damping < 1"; "" for all numbers.
func (t Type) span(name string) string {
	low, high := t.ends()
	if low+high == "" {
		return ""
	}
	return low + name + high
}

// ends are those of the range of a number, as they stand around its name: "0 <= ", " < 1".
func (t Type) ends() (low, high string) {
	sign := map[bool]string{true: " < ", false: " <= "}
	if t.Low.Text != "" {
		low = t.Low.Text + sign[t.Low.Open]
	}
	if t.High.Text != "" {
		high = sign[t.High.Open] + t.High.Text
	}
	return low, high
}

// allows tells whether a number is in the range. NaN never is.
func (t Type) allows(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) && !t.Infinite {
		return false
	}
	above := t.Low.Text == "" || x > t.Low.At || x == t.Low.At && !t.Low.Open
	return above && (t.High.Text == "" || x < t.High.At || x == t.High.At && !t.High.Open)
}

// want says which values a key takes, to one who gave another type.
func (t Type) want() string {
	switch {
	case len(t.Words) > 0:
		return oneOf(t.Words)
	case t.Name == "integer":
		return "an integer"
	}
	return "a " + t.String()
}

// wantNumber describes the numbers of a key, to one who gave x (NaN for what is no number): "an integer >= 1",
// "0 <= damping < 1". A size is told its limit only when it is beyond it: "n <= 10000000".
func (t Type) wantNumber(key string, x float64) string {
	low, high := t.ends()
	noun, integer := t.want(), t.Name == "integer"
	bounded := t.High.Text != "" && !t.High.Open
	beyond := bounded && x > t.High.At && !math.IsInf(x, 0)
	switch {
	case low == "" && (high == "" || !beyond && bounded):
		return noun
	case integer && beyond:
		return key + high
	case integer && low != "" && !t.Low.Open:
		return noun + " >= " + t.Low.Text
	case integer || math.IsNaN(x): // NaN: no number at all
		return noun + ", " + low + key + high
	}
	return low + key + high
}

// takes tells whether a text is one of the words.
func (t Type) takes(text string) bool { return len(t.Words) == 0 || slices.Contains(t.Words, text) }
