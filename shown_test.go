package fbp_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// numberPattern is a number with all that belongs to it.
const numberPattern = `(?:at most )?[−-]?(?:\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?(?:e-?\d+)?(?: ± [\d.]+(?:e-?\d+)?|\([\d. ]+\))?(?: %)?(?: standard errors)?(?: above| below)?`

// number is one that a text shows.
type number struct {
	value, unit  float64 // the unit of its last digit
	err, errUnit float64
	scale        float64 // 100 for per cent, −1 for what is below
	atMost       bool
}

// shows reports whether a number is shown to the digits it is shown with.
func (n number) shows(value, err float64) bool {
	d := value*n.scale - n.value
	if n.atMost {
		return d <= 1e-9*n.unit && d > -n.unit
	}
	near := func(d, unit float64) bool { return math.Abs(d) <= unit/2*(1+1e-9) }
	return near(d, n.unit) && (n.err == 0 || near(err*math.Abs(n.scale)-n.err, n.errUnit))
}

// text writes another number in the place of one that is shown, with as many digits.
func (n number) text(shown string, value, err float64) string {
	value, err = value*n.scale, err*math.Abs(n.scale)
	if n.atMost {
		value += n.unit * (0.5 - 1e-9)
	}
	parts := regexp.MustCompile(`[−-]?\d[\d ]*(\.\d+)?(e-?\d+)?`).FindAllStringIndex(shown, -1)
	var numbers []string
	for _, at := range parts[:1+len(parts[1:])] {
		numbers = append(numbers, shown[at[0]:at[1]])
	}
	out := strings.Replace(shown, strings.TrimRight(numbers[0], " "), written(strings.TrimRight(numbers[0], " "), value, n.unit), 1)
	if len(numbers) > 1 {
		i := strings.LastIndex(out, numbers[1])
		e := written(numbers[1], err, n.errUnit)
		if strings.HasSuffix(out[:i], "(") && !strings.Contains(numbers[1], ".") {
			e = strconv.FormatFloat(math.Round(err/n.errUnit), 'f', -1, 64) // 1.056(9)
			if n.errUnit > 1 {
				e = written(numbers[1], err, n.errUnit) // 10 000(2 000)
			}
		}
		out = out[:i] + e + out[i+len(numbers[1]):]
	}
	return out
}

// written is a number in the form of another, whose last digit has the given unit.
func written(like string, x, unit float64) string {
	x = math.Round(x/unit) * unit
	text := ""
	if mantissa, _, ok := strings.Cut(like, "e"); ok {
		_, decimals, _ := strings.Cut(mantissa, ".")
		text = strings.Replace(strconv.FormatFloat(x, 'e', len(decimals), 64), "e-0", "e-", 1)
	} else {
		text = strconv.FormatFloat(x, 'f', max(0, int(math.Round(-math.Log10(unit)))), 64)
		if strings.Contains(like, " ") && len(text) > 3 {
			text = text[:len(text)-3] + " " + text[len(text)-3:]
		}
	}
	return strings.Replace(text, "-", "−", boolean(text[0] == '-'))
}

func boolean(holds bool) int { return int(indicator(holds)) }

// shownNumber reads a number as physicists write it.
func shownNumber(text string) (n number, err error) {
	n.scale = 1
	if m := regexp.MustCompile(`^(\S+)(?: standard errors)? (above|below)$`).FindStringSubmatch(text); m != nil {
		if text = m[1]; m[2] == "below" {
			n.scale = -1
		}
	}
	text, n.atMost = strings.CutPrefix(text, "at most ")
	text = strings.TrimSuffix(text, " standard errors")
	if rest, percent := strings.CutSuffix(text, " %"); percent {
		text, n.scale = rest, 100
	}
	value, after, with := strings.Cut(strings.ReplaceAll(text, "−", "-"), " ± ")
	if m := regexp.MustCompile(`^(.*)\(([\d .]+)\)$`).FindStringSubmatch(value); m != nil {
		value, after = m[1], m[2]
		if _, decimals, ok := strings.Cut(value, "."); ok && !strings.Contains(after, ".") {
			after = fmt.Sprintf("0.%0*s", len(decimals), after) // 1.056(9) is 1.056 ± 0.009
		}
		with = true
	}
	n.value, n.unit, err = digits(value, with)
	if err != nil || !with {
		return n, err
	}
	if n.err, n.errUnit, err = digits(after, true); err != nil {
		return n, err
	}
	n.unit = min(n.unit, n.errUnit) // 100(3) has three digits
	return n, nil
}

// digits are a number and the unit of its last digit. Zeros at the end of a whole number are
// digits as others are, but where an error says how many there are: 13 370 ± 90.
func digits(text string, rounded bool) (value, unit float64, err error) {
	text = strings.ReplaceAll(text, " ", "")
	if value, err = strconv.ParseFloat(text, 64); err != nil {
		return 0, 0, fmt.Errorf("%q is no number", text)
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	power, _ := strconv.Atoi(exponent)
	if _, decimals, ok := strings.Cut(mantissa, "."); ok {
		power -= len(decimals)
	} else if trimmed := strings.TrimRight(mantissa, "0"); rounded && strings.Trim(trimmed, "-") != "" {
		power += len(mantissa) - len(trimmed)
	}
	return value, math.Pow(10, float64(power)), nil
}

// TestShownNumbers: how numbers are read, and written with other values.
func TestShownNumbers(t *testing.T) {
	for _, c := range []struct {
		shown      string
		value, err float64
		as         float64 // a new value, with twice the error
		now        string
	}{
		{"0.44 ± 0.03", 0.44, 0.03, 0.516, "0.52 ± 0.06"},
		{"1.056(9)", 1.056, 0.009, 1.1, "1.100(18)"},
		{"13 370 ± 90", 13370, 90, 12000, "12 000 ± 180"},
		{"10 000(2 000)", 10000, 2000, 12345, "12 000(4 000)"},
		{"10", 10, 0, 14, "14"},
		{"100(3)", 100, 3, 107.2, "107(6)"},
		{"4.4(4) %", 0.044, 0.004, 0.0512, "5.1(8) %"},
		{"at most 0.0016", 0.0016, 0, 0.00171, "at most 0.0018"},
		{"−1.5e-7", -1.5e-7, 0, -2.66e-6, "−2.7e-6"},
		{"6.5 above", 6.5, 0, 7.11, "7.1 above"},
		{"6.5 standard errors below", -6.5, 0, -7.11, "7.1 standard errors below"},
	} {
		n, err := shownNumber(c.shown)
		if err != nil || !n.shows(c.value, c.err) || n.shows(c.as, 2*c.err) {
			t.Errorf("%q is %+v, %v", c.shown, n, err)
		}
		if now := n.text(c.shown, c.as, 2*c.err); now != c.now {
			t.Errorf("%q becomes %q, want %q", c.shown, now, c.now)
		}
		if at := regexp.MustCompile(numberPattern).FindString(c.shown + ", 1"); at != c.shown {
			t.Errorf("%q is read as %q", c.shown, at)
		}
	}
}
