package theory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Max as the margin of a reference stands for κ_max(α).
var Max = math.Inf(1)

// mostValues bounds a range: a slip of the finger is not a week of work.
const mostValues = 100_000

// ParseValues reads the values of a parameter: a number, a comma list, or a range
// from:to:n of n points, ends included, or from:to:n:log, spaced by equal
// factors. The given word, if not empty, stands for +Inf: max, or inf.
func ParseValues(text, word string) (values []float64, err error) {
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimSpace(item)
		if word != "" && item == word {
			values = append(values, math.Inf(1))
			continue
		}
		more, err := parseRange(item)
		if err != nil {
			want := "want a number, a list a,b,c or a range from:to:n or from:to:n:log"
			if word != "" {
				want += ", or " + word
			}
			return nil, fmt.Errorf("%q: %w (%s)", item, err, want)
		}
		if values = append(values, more...); len(values) > mostValues {
			return nil, fmt.Errorf("%q: more than %d values", text, mostValues)
		}
	}
	return values, nil
}

func parseRange(item string) ([]float64, error) {
	parts := strings.Split(item, ":")
	if len(parts) == 2 || len(parts) > 4 {
		return nil, fmt.Errorf("not a range")
	}
	var ends [2]float64
	for i := range min(2, len(parts)) {
		x, err := strconv.ParseFloat(parts[i], 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%q is not a finite number", parts[i])
		}
		ends[i] = x
	}
	if len(parts) == 1 {
		return ends[:1], nil
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil || n < 2 || n > mostValues {
		return nil, fmt.Errorf("%q points: a range has 2 to %d", parts[2], mostValues)
	}
	log := len(parts) == 4
	if log && parts[3] != "log" {
		return nil, fmt.Errorf("unknown spacing %q", parts[3])
	}
	if log && !(ends[0] > 0 && ends[1] > 0) {
		return nil, fmt.Errorf("logarithmic spacing wants positive ends")
	}
	return spaced(ends[0], ends[1], n, log), nil
}

// spaced are n points from a to b, both exact.
func spaced(a, b float64, n int, log bool) []float64 {
	values := make([]float64, n)
	for i := range values {
		f := float64(i) / float64(n-1)
		switch {
		case i == n-1:
			values[i] = b
		case i == 0:
			values[i] = a
		case log:
			values[i] = a * math.Pow(b/a, f)
		default:
			values[i] = a + f*(b-a)
		}
	}
	return values
}
