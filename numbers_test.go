package fbp_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

var update = flag.Bool("update", false, "write numbers and documents that are made from tables and from the program")

// TestNumbers: numbers of documents are those of the tables in docs/figures, and what their words say is true of them.
// A comment behind a number is the expression that it comes from, and one behind words a comparison that holds in all rows selected:
//
//	at κ_max it is 0.0291<!--k.kappa_min--> and falls<!--steps(d) < 0 where alpha = 0.2; where alpha = 0.4-->
//
// "<!--tables NAME, k = OTHER; x := EXPRESSION; where CONDITIONS-->" says before them which tables these are, gives expressions a
// name, and selects rows where an expression has no condition on the same column; {} in conditions is what the row of a document begins with, up to a colon;
// "<!--columns EXPRESSION; …-->" before a table fills the cells of each row behind the first.
// "VALUE ± ERROR" gives a number its error, "VALUE ±" that of the column COLUMN_sem. An expression of several rows fills as many cells.
// A number keeps its digits: 0.44 ± 0.03, 1.056(9), 4.4(4) % or 13 370; "at most 0.004" is rounded up, and "7 below" is −7.
// With -update numbers that differ are written.
func TestNumbers(t *testing.T) {
	for document, least := range map[string]int{
		papers: 170, studies: 140, "docs/physics.md": 2, "bench/README.md": 4,
	} {
		d := filled{t: t, name: document}
		text := scratch.Read(t, document)
		d.fill(text)
		if d.found < least {
			t.Errorf("%s has %d expressions", document, d.found)
		}
		if *update && d.out != text {
			if err := os.WriteFile(document, []byte(d.out), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// filled is a document whose numbers are filled in.
type filled struct {
	t      *testing.T
	name   string
	out    string // so far
	tables map[string]figureTable
	named  map[string]string // expressions
	where  []condition       // of all expressions
	found  int
}

func (d *filled) errorf(format string, args ...any) {
	d.t.Helper()
	d.t.Errorf("%s:%d: %s", d.name, strings.Count(d.out, "\n")+1, fmt.Sprintf(format, args...))
}

// fill writes a text with its numbers to d.out.
func (d *filled) fill(text string) {
	comment := regexp.MustCompile(`(?s)<!--(.*?)-->`)
	for {
		at := comment.FindStringSubmatchIndex(text)
		if at == nil {
			d.out += text
			return
		}
		d.out += text[:at[0]]
		body, whole := strings.Join(strings.Fields(text[at[2]:at[3]]), " "), text[at[0]:at[1]]
		text = text[at[1]:]
		if rest, ok := strings.CutPrefix(body, "tables "); ok {
			d.read(rest)
		} else if rest, ok := strings.CutPrefix(body, "columns "); ok {
			d.out += whole
			text, whole = d.columns(text, strings.Split(rest, ";")), ""
		} else {
			d.expressions(strings.Split(body, ";"))
		}
		d.out += whole
	}
}

// read reads which tables expressions are of, and names of expressions.
func (d *filled) read(text string) {
	d.tables, d.named, d.where = map[string]figureTable{}, map[string]string{}, nil
	parts := strings.Split(text, "; ")
	for _, table := range strings.Split(parts[0], ", ") {
		alias, name, named := strings.Cut(table, " = ")
		if !named {
			alias, name = "", table
		}
		d.tables[alias] = tableOf(d.t, name)
	}
	for _, definition := range parts[1:] {
		if where, ok := strings.CutPrefix(definition, "where "); ok {
			var err error
			if d.where, err = conditions(where); err != nil {
				d.errorf("%v", err)
			}
			continue
		}
		name, expression, _ := strings.Cut(definition, " := ")
		d.named[name] = "(" + d.inserted(expression) + ")"
	}
}

// evaluate are the numbers of an expression, in the rows that it selects.
func (d *filled) evaluate(formula, where string) ([]float64, error) {
	first := "{}"
	if row, ok := strings.CutPrefix(d.out[strings.LastIndex(d.out, "\n")+1:], "| "); ok {
		cell, _, _ := strings.Cut(row, " | ")
		first, _, _ = strings.Cut(cell, ":")
	}
	var general []condition
	for _, c := range d.where {
		if c.value = strings.ReplaceAll(c.value, "{}", first); !strings.Contains(c.value, "{}") {
			general = append(general, c)
		}
	}
	return evaluate(d.tables, d.inserted(formula), strings.ReplaceAll(where, "{}", first), general)
}

// inserted puts expressions in the place of their names.
func (d *filled) inserted(text string) string {
	return regexp.MustCompile(`\w+`).ReplaceAllStringFunc(text, func(word string) string {
		if expression, ok := d.named[word]; ok {
			return expression
		}
		return word
	})
}

// columns fills the cells of the table that a text begins with, and returns the rest.
func (d *filled) columns(text string, expressions []string) string {
	table, rest, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n\n")
	d.out += text[:len(text)-len(strings.TrimLeft(text, "\n"))]
	for i, line := range strings.Split(table, "\n") {
		formula := ""
		for k, cell := range strings.SplitAfter(line, " | ") {
			shown := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cell), "|"))
			if i > 1 && k > 0 && k <= len(expressions) {
				f, where, _ := strings.Cut(" "+strings.TrimSpace(expressions[k-1]), " where ")
				formula = cmp.Or(strings.TrimSpace(f), formula)
				if expressions[k-1] != "" && shown != "–" && shown != "" {
					d.found++
					cell = strings.Replace(cell, shown, d.number(shown, formula, where), 1)
				}
			}
			d.out += cell
		}
		d.out += "\n"
	}
	d.out = strings.TrimSuffix(d.out, "\n")
	if rest != "" {
		rest = "\n\n" + rest
	}
	return rest
}

// expressions checks comparisons, and fills in the number before the comment. An expression
// that begins with where is the one before it in other rows.
func (d *filled) expressions(list []string) {
	formula := ""
	for _, text := range list {
		d.found++
		f, where, _ := strings.Cut(" "+strings.TrimSpace(text), " where ")
		formula = cmp.Or(strings.TrimSpace(f), formula)
		if compares(d.inserted(formula)) {
			d.compare(formula, where)
			continue
		}
		values, err := d.evaluate(strings.Split(formula, "±")[0], where)
		if err != nil {
			d.errorf("%s: %v", text, err)
			continue
		}
		start := strings.LastIndex(d.out, "\n") + 1
		cells := strings.Split(d.out[start:], "|")
		if len(values) == 0 || len(values) > len(cells) {
			d.errorf("%s: %d numbers", text, len(values))
			continue
		}
		first := len(cells) - len(values)
		for i, cell := range cells[first:] {
			at := shownAt.FindStringIndex(strings.TrimRight(cell, " "))
			if at == nil {
				d.errorf("%s: no number before it", text)
				continue
			}
			shown := cell[at[0]:at[1]]
			cells[first+i] = cell[:at[0]] + d.row(shown, formula, where, i, len(values)) + cell[at[1]:]
		}
		d.out = d.out[:start] + strings.Join(cells, "|")
	}
}

// compare tells whether a comparison holds in all rows selected.
func (d *filled) compare(formula, where string) {
	rows, err := d.evaluate(formula, where)
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("no row is selected")
	}
	if i := slices.IndexFunc(rows, func(holds float64) bool { return holds != 1 }); err == nil && i >= 0 {
		err = fmt.Errorf("not true in row %d of %d", i+1, len(rows))
	}
	if err != nil {
		d.errorf("%s where %s: %v", formula, where, err)
	}
}

// number is the number of an expression of one row, with the digits of what is shown.
func (d *filled) number(shown, formula, where string) string {
	return d.row(shown, formula, where, 0, 1)
}

// row is number i of an expression of several rows, with the digits of what is shown.
func (d *filled) row(shown, formula, where string, i, rows int) string {
	value, errs, with := strings.Cut(formula, "±")
	values, err := d.evaluate(value, where)
	errors := make([]float64, rows)
	if err == nil && with {
		if errs = strings.TrimSpace(d.inserted(errs)); errs == "" {
			errs, err = errorOf(d.inserted(value))
		}
		if err == nil {
			errors, err = d.evaluate(errs, where)
		}
	}
	n, err2 := shownNumber(shown)
	switch {
	case err != nil:
	case err2 != nil:
		err = err2
	case len(values) != rows || len(errors) != rows:
		err = fmt.Errorf("%v ± %v, want %d", values, errors, rows)
	case (n.err != 0) != with:
		err = fmt.Errorf("an error is shown, or given, and not the other")
	case n.shows(values[i], errors[i]):
		return shown
	default:
		now := n.text(shown, values[i], errors[i])
		if !*update {
			d.errorf("%s is now %s (%s where %s): go test . -run TestNumbers -update", shown, now, formula, where)
		}
		return now
	}
	d.errorf("%s, %s where %s: %v", shown, formula, where, err)
	return shown
}

// shownAt is where a text ends with a number.
var shownAt = regexp.MustCompile(`(at most )?[−-]?(\d{1,3}( \d{3})+|\d+)(\.\d+)?(e-?\d+)?( ± [\d.]+(e-?\d+)?|\([\d. ]+\))?( %)?( standard errors)?( above| below)?$`)

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
		if at := shownAt.FindStringIndex("x = 1, " + c.shown); at == nil || at[0] != len("x = 1, ") {
			t.Errorf("%q is not found at the end of a text", c.shown)
		}
	}
}
