package fbp_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// gallery is the document about the figures of papers.
const gallery = "docs/gallery.md"

// marking are the documents with numbers and comparisons that are those of committed tables,
// with the least number of places that each marks, and of comparisons.
var marking = map[string]struct{ places, comparisons int }{
	gallery: {23, 70}, reproduction: {22, 60}, "docs/benchmark.md": {7, 20},
	"docs/physics.md": {2, 1}, "docs/speed.md": {1, 2},
}

// TestGalleryNumbers: numbers that the gallery, the comparison with the papers, or the benchmark marks are
// those of the tables in docs/figures (or by their paths of others), to the digits shown, and sentences that compare are true of them.
// A mark is a comment behind the text,
//
//	<!-- numbers of TABLE, NAME = OTHER
//	SHOWN: VALUE ± ERROR | COLUMN = X, COLUMN < Y
//	WORDS: VALUE < OTHER VALUE | COLUMN = X
//	-->
//
// of one line for each number: SHOWN stands in the text between the heading, or the
// mark before, and the comment, as 0.44 ± 0.03, 1.056(9), 4.4(4) % or 13 370, and
// "at most 0.004" is rounded up, and "7 below" is -7; VALUE and ERROR (if one is shown) are columns of
// TABLE, or NAME.COLUMN of another, in the rows selected, or expressions of these, whose
// functions are those of figures. WORDS stand in the text too, and what they say holds in all
// rows selected: comparisons (<, >, <=, >=, ==), joined by &&. "where = CONDITIONS" on a line of its own holds for
// the lines below it, and "NAME := EXPRESSION" gives an expression a name there.
func TestGalleryNumbers(t *testing.T) {
	for document, least := range marking {
		marks, comparisons := marksOf(t, document), 0
		for _, m := range marks {
			for _, line := range m.lines {
				if _, rest, _ := strings.Cut(line, ": "); compares(strings.Split(rest, "|")[0]) {
					comparisons++
				}
				if err := m.check(t, line); err != nil {
					t.Errorf("%s, %q: %q: %v", document, m.heading, line, err)
				}
			}
		}
		if len(marks) < least.places || comparisons < least.comparisons {
			t.Errorf("%s marks numbers in %d places, and %d comparisons", document, len(marks), comparisons)
		}
	}
}

// TestComparisonsAreMarked: what the gallery says in a list about its figures, in words that
// compare, is marked by its numbers or its words, unless the text says that its table is not kept,
// or where it comes from.
func TestComparisonsAreMarked(t *testing.T) {
	compares := regexp.MustCompile(`\b(more|less|fewer|larger|smaller|higher|lower|above|below|closer|further|better|worse|grows?|falls?|rises?|exceeds?|all|none)\b`)
	marked := map[string][]mark{}
	for _, m := range marksOf(t, gallery) {
		marked[m.heading] = append(marked[m.heading], m)
	}
	comment := regexp.MustCompile(`(?s)<!--.*?-->`)
	found := 0
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(scratch.Read(t, gallery), -1)[1:] {
		heading, text, _ := strings.Cut(section, "\n")
		for _, item := range regexp.MustCompile(`(?m)^\* (?:.+\n)+`).FindAllString(comment.ReplaceAllString(text, "\n"), -1) {
			if item = spaced(item); !compares.MatchString(item) || strings.Contains(item, "not kept here") || strings.Contains(item, "](") {
				continue
			}
			found++
			if !slices.ContainsFunc(marked[heading], func(m mark) bool {
				return slices.ContainsFunc(m.lines, func(line string) bool {
					shown, _, _ := strings.Cut(line, ": ")
					return standsAlone(item, shown)
				})
			}) {
				t.Errorf("%s, %q: no mark says where this comes from: %s", gallery, heading, item)
			}
		}
	}
	if found < 12 {
		t.Errorf("%s compares in %d places", gallery, found)
	}
}

// mark is a comment that says where numbers come from.
type mark struct {
	heading string
	text    string // before it, from the heading or the mark before
	tables  map[string]figureTable
	lines   []string
}

// marksOf are the marks of a document.
func marksOf(t *testing.T, document string) (marks []mark) {
	t.Helper()
	comment := regexp.MustCompile(`(?s)<!-- numbers of (.*?)-->`)
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(scratch.Read(t, document), -1) {
		heading, _, _ := strings.Cut(section, "\n")
		last := 0
		for _, at := range comment.FindAllStringSubmatchIndex(section, -1) {
			head, lines, _ := strings.Cut(section[at[2]:at[3]], "\n")
			m := mark{heading: heading, text: spaced(section[last:at[0]]), tables: map[string]figureTable{}}
			for i, name := range strings.Split(head, ",") {
				alias, table, named := strings.Cut(name, "=")
				if !named {
					alias, table = "", name
				}
				if i > 0 != named {
					t.Errorf("%s, %q: %q: want TABLE, NAME = TABLE", document, heading, head)
				}
				m.tables[strings.TrimSpace(alias)] = tableOf(t, strings.TrimSpace(table))
			}
			where, named := "", map[string]string{}
			for line := range strings.Lines(lines) {
				line = strings.TrimSpace(line)
				if rest, all := strings.CutPrefix(line, "where = "); all {
					where = rest
				} else if name, rest, defines := strings.Cut(line, " := "); defines {
					named[name] = "(" + inserted(rest, named) + ")"
				} else if line != "" {
					if shown, rest, ok := strings.Cut(line, ": "); ok {
						line = shown + ": " + inserted(rest, named)
					}
					if where != "" {
						line = joined(line, where)
					}
					m.lines = append(m.lines, line)
				}
			}
			marks, last = append(marks, m), at[1]
		}
	}
	return marks
}

// inserted puts expressions in the place of their names.
func inserted(text string, named map[string]string) string {
	return regexp.MustCompile(`\w+`).ReplaceAllStringFunc(text, func(word string) string {
		if expression, ok := named[word]; ok {
			return expression
		}
		return word
	})
}

// joined adds conditions to a line.
func joined(line, where string) string {
	if strings.Contains(line, "|") {
		return line + ", " + where
	}
	return line + " | " + where
}

// check compares the number of one line with its table, or several with as many rows:
// SHOWN is then the cells of a row of the text, with | between them.
func (m mark) check(t *testing.T, line string) error {
	text, rest, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("want SHOWN: VALUE")
	}
	if !standsAlone(m.text, text) {
		return fmt.Errorf("%q is not in the text before it", text)
	}
	formula, where, _ := strings.Cut(rest, "|")
	if compares(formula) {
		return m.compare(formula, where)
	}
	value, errs, with := strings.Cut(formula, "±")
	values, err := evaluate(m.tables, value, where)
	if err != nil {
		return err
	}
	errors := make([]float64, len(values))
	if with {
		if errors, err = evaluate(m.tables, errs, where); err != nil {
			return err
		}
	}
	cells := strings.Split(text, " | ")
	if len(cells) != len(values) || len(errors) != len(values) {
		return fmt.Errorf("%d numbers, and %v ± %v in the table", len(cells), values, errors)
	}
	for i, cell := range cells {
		if n, err := shownNumber(cell); err != nil {
			return err
		} else if (n.err != 0) != with {
			return fmt.Errorf("an error is shown, or given, and not the other")
		} else if !n.shows(values[i], errors[i]) {
			return fmt.Errorf("the table has %v ± %v", values[i], errors[i])
		}
	}
	return nil
}

// compare tells whether a comparison holds in all rows selected.
func (m mark) compare(formula, where string) error {
	rows, err := evaluate(m.tables, formula, where)
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("no row is selected")
	}
	for i, holds := range rows {
		if holds != 1 {
			return fmt.Errorf("not true in row %d of %d", i+1, len(rows))
		}
	}
	return err
}

// spaced is a text in one line with single blanks.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// standsAlone reports whether a number is in a text, not as part of another, or words, not as
// parts of others.
func standsAlone(text, number string) bool {
	words := regexp.MustCompile(`^\pL`).MatchString(number)
	for from := 0; ; {
		i := strings.Index(text[from:], number)
		if i < 0 {
			return false
		}
		i += from
		before, after := text[:i], text[i+len(number):]
		if words && !regexp.MustCompile(`\pL$`).MatchString(before) && !regexp.MustCompile(`^\pL`).MatchString(after) {
			return true
		}
		if !words && !regexp.MustCompile(`[\d.−]$`).MatchString(before) && !regexp.MustCompile(`^(\d|\.\d|e-?\d|\()`).MatchString(after) {
			return true
		}
		from = i + len(number)
	}
}

// number is one that a text shows.
type number struct {
	value, unit  float64 // the unit of its last digit
	err, errUnit float64
	scale        float64 // 100 for per cent
	atMost       bool
}

// shows reports whether a number is shown to the digits it is shown with.
func (n number) shows(value, err float64) bool {
	d := value*n.scale - n.value
	if n.atMost {
		return d <= 1e-9*n.unit && d > -n.unit
	}
	near := func(d, unit float64) bool { return math.Abs(d) <= unit/2*(1+1e-9) }
	return near(d, n.unit) && (n.err == 0 || near(err*n.scale-n.err, n.errUnit))
}

// shownNumber reads a number as physicists write it.
func shownNumber(text string) (n number, err error) {
	n.scale = 1
	sign := 1.0
	if m := regexp.MustCompile(`^(\S+)(?: standard errors)? (above|below)$`).FindStringSubmatch(text); m != nil {
		if text = m[1]; m[2] == "below" {
			sign = -1
		}
	}
	text, n.atMost = strings.CutPrefix(text, "at most ")
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
	n.value, n.unit, err = digits(value)
	if n.value *= sign; err != nil || !with {
		return n, err
	}
	if n.err, n.errUnit, err = digits(after); err != nil {
		return n, err
	}
	n.unit = min(n.unit, n.errUnit) // 100(3) has three digits
	return n, nil
}

// digits are a number and the unit of its last digit; zeros at the end of a whole
// number are no digits.
func digits(text string) (value, unit float64, err error) {
	text = strings.ReplaceAll(text, " ", "")
	if value, err = strconv.ParseFloat(text, 64); err != nil {
		return 0, 0, fmt.Errorf("%q is no number", text)
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	power, _ := strconv.Atoi(exponent)
	if _, decimals, ok := strings.Cut(mantissa, "."); ok {
		power -= len(decimals)
	} else if trimmed := strings.TrimRight(mantissa, "0"); strings.Trim(trimmed, "-") != "" {
		power += len(mantissa) - len(trimmed)
	}
	return value, math.Pow(10, float64(power)), nil
}

// TestShownNumbers: what the test of the gallery understands.
func TestShownNumbers(t *testing.T) {
	for text, want := range map[string]number{
		"0.44 ± 0.03":    {0.44, 0.01, 0.03, 0.01, 1, false},
		"1.056(9)":       {1.056, 0.001, 0.009, 0.001, 1, false},
		"13 370 ± 90":    {13370, 10, 90, 10, 1, false},
		"10 000(2 000)":  {10000, 1000, 2000, 1000, 1, false},
		"100(3)":         {100, 1, 3, 1, 1, false},
		"4.4(4) %":       {4.4, 0.1, 0.4, 0.1, 100, false},
		"at most 0.0016": {0.0016, 0.0001, 0, 0, 1, true},
		"−1.5e-7":        {-1.5e-7, 1e-8, 0, 0, 1, false},
		"6.5 above":      {6.5, 0.1, 0, 0, 1, false},

		"6.5 standard errors below": {-6.5, 0.1, 0, 0, 1, false},
	} {
		n, err := shownNumber(text)
		got := []float64{n.value, n.unit, n.err, n.errUnit, n.scale}
		near := slices.EqualFunc(got, []float64{want.value, want.unit, want.err, want.errUnit, want.scale},
			func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) })
		if err != nil || !near || n.atMost != want.atMost {
			t.Errorf("%q is %+v, %v, want %+v", text, n, err, want)
		}
	}
	for _, text := range []string{"1.35", "−1.3", "1.3(2)", "21.3", "1.3e-5"} {
		if standsAlone(text, "1.3") {
			t.Errorf("1.3 is part of another number of %q", text)
		}
	}
}

// TestComparisons: a comparison of a mark stands in the text, and holds in every row selected; a
// missing cell is no number, of which nothing holds.
func TestComparisons(t *testing.T) {
	table := func(columns string, rows ...string) (f figureTable) {
		f.columns = strings.Fields(columns)
		for _, row := range rows {
			f.texts = append(f.texts, strings.Split(row, " "))
		}
		return f
	}
	m := mark{text: "Pairs lie below both, and errors rise.", tables: map[string]figureTable{
		"":  table("x error error_sem", "0 1 1", "1 2 1", "2 4 1", "3  1"),
		"t": table("x error", "0 2", "1 3", "2 3", "3 3"),
	}}
	for line, holds := range map[string]bool{
		"below both: error < t.error | x < 1.5":                                   true,
		"below both: error < t.error | x < 2.5":                                   false, // 4 and 3
		"below both: error < t.error && error < 3 | x < 1.5":                      true,
		"below both: error < t.error && error < 2 | x < 1.5":                      false,
		"below both: error < 9 | x > 2.5":                                         false, // no number
		"below both: error < 9 | x > 3.5":                                         false, // no row
		"errors rise: steps(error) > 0 | x < 2.5":                                 true,
		"errors rise: steps(error) > 1 | x < 2.5":                                 false,
		"errors rise: above(error, error_sem, t.error, 0) > 0.9 | x > 1.5, x < 3": true,
		"errors fall: steps(error) > 0 | x < 2.5":                                 false, // not said
		"rror: steps(error) > 0 | x < 2.5":                                        false, // a part of a word
	} {
		if err := m.check(t, line); (err == nil) != holds {
			t.Errorf("%q: %v", line, err)
		}
	}
}
