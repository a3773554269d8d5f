// Package values reads numbers, lists and ranges as a user writes them on the
// command line and in a config: 0.5, 0.1,0.2, 0:1:11 and 1e-4:1:9:log.
package values

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Most is the maximum number of values of a list or a range.
const Most = 100_000

// Parse reads a number, a comma list, or a range from:to:n of n points, ends
// included, or from:to:n:log, spaced by equal factors. The given words, such as max, or inf
// and star, are read as values that no number is: see Word.
func Parse(text string, words ...string) (values []float64, err error) {
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimSpace(item)
		if k := slices.Index(words, item); k >= 0 && item != "" {
			values = append(values, Word(k))
			continue
		}
		more, err := parseItem(item)
		if err != nil {
			want := "want a number, a list a,b,c or a range from:to:n or from:to:n:log"
			for _, word := range words {
				want += ", or " + word
			}
			return nil, fmt.Errorf("%q: %w (%s)", item, err, want)
		}
		if values = append(values, more...); len(values) > Most {
			return nil, fmt.Errorf("%.40q: more than %d values", text, Most)
		}
	}
	return values, nil
}

// Word is what the word of index k is read as: +Inf the first, of which most are a limit,
// and a NaN of its own each other.
func Word(k int) float64 {
	if k == 0 {
		return math.Inf(1)
	}
	return math.Float64frombits(quiet + uint64(k))
}

// WordOf is the index of the word that x stands for; false if x is a number.
func WordOf(x float64) (k int, is bool) {
	bits := math.Float64bits(x)
	switch {
	case math.IsInf(x, 1):
		return 0, true
	case math.IsNaN(x) && bits > quiet && bits < quiet+1000:
		return int(bits - quiet), true
	}
	return 0, false
}

// quiet is below the NaN of words.
const quiet = 0x7ff8_0000_0000_1000

// parseItem reads a number or a range.
func parseItem(item string) ([]float64, error) {
	if strings.Contains(item, ":") {
		return Range(item)
	}
	x, err := number(item)
	return []float64{x}, err
}

// number reads a finite number.
func number(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q is too large for a number", text)
	}
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || strings.Contains(text, "_") { // 1_0 is 10 for Go alone
		return 0, fmt.Errorf("%q is not a finite number", text)
	}
	return x, nil
}

// IsRange reports whether a text is meant as a range: it starts with two numbers
// separated by a colon. Range then reads it or returns an error.
func IsRange(item string) bool {
	parts := strings.Split(item, ":")
	if len(parts) < 2 {
		return false
	}
	_, err1 := number(parts[0])
	_, err2 := number(parts[1])
	return err1 == nil && err2 == nil
}

// Range reads from:to:n or from:to:n:log.
func Range(item string) ([]float64, error) {
	parts := strings.Split(item, ":")
	if len(parts) < 3 || len(parts) > 4 {
		return nil, fmt.Errorf("not a range")
	}
	var ends [2]float64
	for i := range ends {
		x, err := number(parts[i])
		if err != nil {
			return nil, err
		}
		ends[i] = x
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil || n < 2 || n > Most {
		return nil, fmt.Errorf("%q points: a range has 2 to %d", parts[2], Most)
	}
	log := len(parts) == 4
	switch {
	case log && parts[3] != "log":
		return nil, fmt.Errorf("unknown spacing %q", parts[3])
	case log && !(ends[0] > 0 && ends[1] > 0):
		return nil, fmt.Errorf("logarithmic spacing wants positive ends")
	case math.IsInf(ends[1]-ends[0], 0) || log && math.IsInf(ends[1]/ends[0], 0) || log && ends[1]/ends[0] == 0:
		return nil, fmt.Errorf("the ends are too far apart")
	}
	return spaced(ends[0], ends[1], n, log), nil
}

// The points of a range are parameters of tasks, so they must be the same numbers
// on every machine, and 0.3:0.7:5 must give the 0.6 that a user would write. They
// are, rounded to these numbers of decimal digits.
const (
	linearDigits = 15
	logDigits    = 12 // a power has an error of some units in the last place
)

// spaced are n points from a to b, both exact.
func spaced(a, b float64, n int, log bool) []float64 {
	values := make([]float64, n)
	scale := max(math.Abs(a), math.Abs(b))
	for i := range values {
		f := float64(i) / float64(n-1)
		switch {
		case i == n-1:
			values[i] = b
		case i == 0:
			values[i] = a
		case log:
			x := a * math.Pow(b/a, f)
			values[i] = rounded(x, x, logDigits)
		default:
			values[i] = rounded(a+float64(f*(b-a)), scale, linearDigits)
		}
	}
	return values
}

// rounded is x without the decimal digits below the given number of leading
// digits of scale, |x| ≤ |scale|.
func rounded(x, scale float64, digits int) float64 {
	digits -= max(exponent(scale)-exponent(x), 0)
	if x == 0 || digits < 1 {
		return 0
	}
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// exponent is the decimal exponent of x.
func exponent(x float64) int {
	_, text, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	e, _ := strconv.Atoi(text)
	return e
}
