package results

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Value is one cell of a table: a number, an integer, a text, or missing. Its
// zero value is Missing. Values compare with ==.
type Value struct {
	kind kind
	x    float64
	i    int64
	s    string
}

type kind uint8

const (
	missing kind = iota
	number
	integer
	text
)

// Missing is the empty cell.
var Missing Value

// Num is a number; NaN is Missing.
func Num(x float64) Value {
	if math.IsNaN(x) {
		return Missing
	}
	return Value{kind: number, x: x}
}

// Int is an integer.
func Int(i int) Value { return Value{kind: integer, i: int64(i)} }

// Text is any text.
func Text(s string) Value { return Value{kind: text, s: s} }

// TextOrMissing is a text, Missing where there is none.
func TextOrMissing(s string) Value {
	if s == "" {
		return Missing
	}
	return Text(s)
}

// Float is the number in the cell; ok is false for a text and for Missing.
func (v Value) Float() (x float64, ok bool) {
	switch v.kind {
	case number:
		return v.x, true
	case integer:
		return float64(v.i), true
	}
	return math.NaN(), false
}

// String is the cell as shown to a reader: the fewest digits that read back to
// the same bits, inf, -inf, the text itself, nothing for Missing.
func (v Value) String() string {
	switch v.kind {
	case number:
		return formatFloat(v.x)
	case integer:
		return strconv.FormatInt(v.i, 10)
	case text:
		return v.s
	}
	return ""
}

// tsv is the cell of a TSV file. A text that would be read as something else
// (a number, a missing cell, two cells) is quoted as in Go.
func (v Value) tsv() string {
	if v.kind == text && (bare(v.s) != v || strings.HasPrefix(v.s, `"`) || strings.HasPrefix(v.s, "#") ||
		strings.ContainsAny(v.s, "\t\n\r") || !utf8.ValidString(v.s)) {
		return strconv.Quote(v.s)
	}
	return v.String()
}

// parseTSV is the inverse of tsv. An integer and a number that print alike
// come back as an integer.
func parseTSV(cell string) (Value, error) {
	if !strings.HasPrefix(cell, `"`) {
		return bare(cell), nil
	}
	s, err := strconv.Unquote(cell)
	return Text(s), err
}

// bare reads a cell without quotes.
func bare(cell string) Value {
	switch cell {
	case "", "nan", "NaN":
		return Missing
	case "inf":
		return Num(math.Inf(1))
	case "-inf":
		return Num(math.Inf(-1))
	}
	if !decimal(cell) {
		return Text(cell)
	}
	if i, err := strconv.ParseInt(cell, 10, 64); err == nil && strconv.FormatInt(i, 10) == cell {
		return Value{kind: integer, i: i}
	}
	if x, err := strconv.ParseFloat(cell, 64); err == nil {
		return Num(x)
	}
	return Text(cell)
}
