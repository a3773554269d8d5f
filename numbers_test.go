package fbp_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

var update = flag.Bool("update", false, "write numbers and documents that are made from tables and from the program")

// expectations say where the numbers of documents come from, and what their words claim: a file per section of a document.
const expectations = "docs/figures/*.expect"

// TestNumbers: numbers of documents are those of the tables in docs/figures, and what their words say is true of them.
// A file NAME.expect begins with the document and the heading of a section. Its other lines follow the text from above:
//
//	tables NAME, k = OTHER; x := EXPRESSION; where CONDITIONS
//	margin | ≃ 0.03 | # <- k.kappa_min
//	monotonic <- steps(entropy) > 0 where alpha = 0.71; where alpha = 0.727
//	columns | N | fBP | <- alpha_half ± sigma where variant = fBP, n = {}; width where n = {}
//
// A first line names tables and expressions, and selects rows where an expression has no condition on the same column; it holds up to
// the next such line. Then a piece of the text, in which # is a number, and the expressions of these numbers: one of several rows is as
// many numbers, one that begins with where is the one before it in other rows, and a comparison holds in all rows selected. {} is what
// the row of a document begins with, up to a colon. "columns" fills the cells behind the first of the table that begins so.
// "VALUE ± ERROR" gives a number its error, "VALUE ±" that of the column COLUMN_sem.
// A number keeps its digits: 0.44 ± 0.03, 1.056(9), 4.4(4) % or 13 370; "at most 0.004" is rounded up, and "7 below" is −7.
// With -update numbers that differ are written.
func TestNumbers(t *testing.T) {
	least := map[string]int{papers: 170, studies: 100, "docs/physics.md": 2, "bench/README.md": 4}
	files, _ := filepath.Glob(expectations)
	texts, found := map[string]string{}, map[string]int{}
	for _, file := range files {
		lines := strings.Split(strings.TrimSuffix(scratch.Read(t, file), "\n"), "\n")
		document, heading, _ := strings.Cut(lines[0], ": ")
		if texts[document] == "" {
			texts[document] = scratch.Read(t, document)
		}
		before, section, after := sectionOf(texts[document], heading)
		if section == "" {
			t.Errorf("%s: %s has no section %q", file, document, heading)
			continue
		}
		d := filled{t: t, file: file, text: section}
		for i, line := range lines[1:] {
			d.line = i + 2
			d.fill(line)
		}
		texts[document] = before + d.text + after
		found[document] += d.found
	}
	for document, n := range least {
		if found[document] < n {
			t.Errorf("%s has %d expressions", document, found[document])
		}
	}
	for document, text := range texts {
		if *update && text != scratch.Read(t, document) {
			if err := os.WriteFile(document, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sectionOf is what stands below a heading, up to the next one, and what is before and behind it.
func sectionOf(text, heading string) (before, section, after string) {
	at := regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(heading) + "\n").FindStringIndex(text)
	if at == nil {
		return text, "", ""
	}
	section = text[at[1]:]
	if next := strings.Index(section, "\n#"); next >= 0 {
		section, after = section[:next], section[next:]
	}
	return text[:at[1]], section, after
}

// filled is a section whose numbers are filled in.
type filled struct {
	t      *testing.T
	file   string
	line   int // of the file
	text   string
	at     int // what is before it is filled in
	tables map[string]figureTable
	named  map[string]string // expressions
	where  []condition       // of all expressions
	found  int
}

func (d *filled) errorf(format string, args ...any) {
	d.t.Helper()
	d.t.Errorf("%s:%d: %s", d.file, d.line, fmt.Sprintf(format, args...))
}

// fill does what a line of the file wants.
func (d *filled) fill(line string) {
	if tables, ok := strings.CutPrefix(line, "tables "); ok {
		d.read(tables)
		return
	}
	piece, expressions, _ := strings.Cut(line, " <- ")
	if head, ok := strings.CutPrefix(piece, "columns "); ok {
		d.columns(head, strings.Split(expressions, ";"))
		return
	}
	pattern := regexp.QuoteMeta(strings.ReplaceAll(piece, " ", "\n"))
	pattern = strings.ReplaceAll(strings.ReplaceAll(pattern, "\n", `\s+`), "#", "("+numberPattern+")")
	at := regexp.MustCompile(pattern).FindStringSubmatchIndex(d.text[d.at:])
	if at == nil {
		d.errorf("the text has no %q from here on: %.60q", piece, d.text[d.at:])
		return
	}
	for i := range at {
		at[i] += d.at
	}
	d.expressions(at, strings.Split(expressions, ";"))
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
	if row, ok := strings.CutPrefix(d.text[strings.LastIndex(d.text[:d.at], "\n")+1:], "| "); ok {
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

// columns fills the cells of the table that begins with head.
func (d *filled) columns(head string, expressions []string) {
	start := strings.Index(d.text[d.at:], "\n"+head)
	if start < 0 {
		d.errorf("no table begins with %q", head)
		return
	}
	d.at += start + 1
	table, rest, _ := strings.Cut(d.text[d.at:], "\n\n")
	out := d.text[:d.at]
	for i, line := range strings.SplitAfter(table, "\n") {
		d.at = len(out) // of the row
		formula := ""
		for k, cell := range strings.SplitAfter(line, " | ") {
			shown := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cell), "|"))
			if i > 1 && k > 0 && k <= len(expressions) {
				f, where, _ := strings.Cut(" "+strings.TrimSpace(expressions[k-1]), " where ")
				formula = cmp.Or(strings.TrimSpace(f), formula)
				if expressions[k-1] != "" && shown != "–" && shown != "" {
					d.found++
					cell = strings.Replace(cell, shown, d.row(shown, formula, where, 0, 1), 1)
				}
			}
			out += cell
		}
	}
	d.at, d.text = len(out), out
	if rest != "" {
		d.text += "\n\n" + rest
	}
}

// expressions checks comparisons, and fills in the numbers of a piece of the text, which lies between the first two of at,
// its numbers between further ones. An expression that begins with where is the one before it in other rows.
func (d *filled) expressions(at []int, list []string) {
	d.at = at[0]
	if len(at) > 2 {
		d.at = at[2] // in the row of its first number
	}
	var now []string
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
		if err == nil && (len(values) == 0 || len(now)+len(values) > len(at)/2-1) {
			err = fmt.Errorf("%d numbers", len(values))
		}
		if err != nil {
			d.errorf("%s: %v", text, err)
			return
		}
		for i := range values {
			k := 2 * (len(now) + 1)
			now = append(now, d.row(d.text[at[k]:at[k+1]], formula, where, i, len(values)))
		}
	}
	if len(now) != len(at)/2-1 {
		d.errorf("%d numbers have no expression", len(at)/2-1-len(now))
		return
	}
	out := d.text[:at[0]]
	last := at[0]
	for i, number := range now {
		out += d.text[last:at[2*i+2]] + number
		last = at[2*i+3]
	}
	out += d.text[last:at[1]]
	d.at, d.text = len(out), out+d.text[at[1]:]
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
