package results

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Number is a float64 whose JSON form may also be "inf" or "-inf", because γ = ∞
// is a valid coordinate. NaN is an error in both directions. Finite numbers are
// written with the fewest digits that read back to the same bits.
type Number float64

// MarshalJSON writes x; NaN is an error.
func (x Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) {
		return nil, errors.New("NaN is not a result")
	}
	if math.IsInf(float64(x), 0) {
		return strconv.AppendQuote(nil, formatFloat(float64(x))), nil
	}
	return []byte(formatFloat(float64(x))), nil
}

// UnmarshalJSON reads a JSON number, "inf" or "-inf", and nothing else.
func (x *Number) UnmarshalJSON(data []byte) error {
	switch s := string(data); s {
	case `"inf"`:
		*x = Number(math.Inf(1))
	case `"-inf"`:
		*x = Number(math.Inf(-1))
	default:
		// The decoder passes a complete JSON value; null, true and other strings
		// are not numbers, and a number that overflows is damage.
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || !decimal(s) {
			return fmt.Errorf("%s: want a number, \"inf\" or \"-inf\"", s)
		}
		*x = Number(f)
	}
	return nil
}

// formatFloat writes x with the fewest digits that read back to the same bits;
// the infinities are inf and -inf.
func formatFloat(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// decimal reports whether s has only the characters of a decimal number: the
// hexadecimal floats, underscores and names that strconv accepts are not used
// here.
func decimal(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return false
		}
	}
	return s != ""
}
