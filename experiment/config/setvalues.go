package config

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"fbp/internal/values"
)

// notTOML is what is wanted of a value that cannot be read.
const notTOML = `not a TOML value (strings with special characters need quotes: '"…"')`

// setValues reads one value or several with commas between them; what is wanted
// instead, or "".
func setValues(text string, ranges bool) (list []any, want string) {
	bare := bareWord(text)
	if !bare {
		if want := tooLarge(text); want != "" {
			return nil, want
		}
		if v, ok := tomlValues("[" + text + "]"); ok && len(v) > 0 {
			return v, ""
		}
		if inner, ok := strings.CutPrefix(text, "["); ok && ranges && strings.HasSuffix(inner, "]") && bareWord(inner[:len(inner)-1]) {
			list, want = setValues(inner[:len(inner)-1], true)
			return []any{list}, want
		}
	}
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		v, isTOML := tomlValues("[" + part + "]")
		switch {
		case ranges && values.IsRange(part):
			points, err := rangeValues(part)
			if err != nil {
				return nil, err.Error()
			}
			list = append(list, points...)
		case isTOML && len(v) == 1 && (!bareWord(part) || isPlain(v[0])):
			list = append(list, v[0])
		case pointed(part):
			x, err := strconv.ParseFloat(part, 64)
			if err != nil {
				return nil, part + beyondNumber
			}
			list = append(list, x)
		case tooLarge(part) != "":
			return nil, tooLarge(part)
		case part != "" && bareWord(part):
			list = append(list, part)
		default:
			return nil, notTOML
		}
		if len(list) > MostPoints {
			return nil, fmt.Sprintf("more than %d values", MostPoints)
		}
	}
	return list, ""
}

// pointed tells whether a text is a number that begins or ends with its point, .5 or
// 5., which TOML does not have and everybody types.
func pointed(text string) bool { return pointedNumber.MatchString(text) }

var pointedNumber = regexp.MustCompile(`^[+-]?(\.[0-9]+|[0-9]+\.)([eE][+-]?[0-9]+)?$`)

// bareWord tells whether a text has nothing that TOML gives a meaning, but for
// the {sample} and {search} of a path.
func bareWord(text string) bool {
	return !strings.ContainsAny(strings.NewReplacer("{sample}", "", "{search}", "").Replace(text), "\"'[]{}#\n\r\\")
}

// decimalComma matches 0 and a whole number that may be meant as one, 0,3.
var decimalComma = regexp.MustCompile(`^[+-]?0,[0-9]+$`)

// isPlain tells whether a word is a number or true or false. Other bare words
// that are TOML, dates and times, are texts here.
func isPlain(v any) bool {
	switch v.(type) {
	case int64, float64, bool:
		return true
	}
	return false
}

// rangeValues reads from:to:n or from:to:n:log; whole points are integers if the
// ends are written so.
func rangeValues(text string) ([]any, error) {
	points, err := values.Range(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; want from:to:n or from:to:n:log", text, err)
	}
	ends := strings.SplitN(text, ":", 3)
	whole := !strings.ContainsAny(ends[0]+ends[1], ".eE")
	list := make([]any, len(points))
	for i, x := range points {
		if list[i] = x; whole && x == math.Trunc(x) && math.Abs(x) <= exactInt {
			list[i] = int64(x)
		}
	}
	return list, nil
}

// tooLarge says of the elements of a TOML array that one is a number beyond its type, or "".
func tooLarge(elements string) string {
	var parse toml.ParseError
	_, err := toml.Decode("x = ["+elements+"]", &Tree{})
	if !errors.As(err, &parse) {
		return ""
	}
	want := tomlMistake(parse.Message)
	if !strings.HasSuffix(want, beyondInteger) && !strings.HasSuffix(want, beyondNumber) {
		return ""
	}
	return want
}

// tomlValues reads the text of one TOML array.
func tomlValues(array string) ([]any, bool) {
	root := Tree{}
	if _, err := toml.Decode("x = "+array, &root); err != nil || len(root) != 1 {
		return nil, false
	}
	return listOf(root["x"])
}
