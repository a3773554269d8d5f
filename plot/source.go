package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Source is the origin of the numbers of a series, from which a program that
// draws the figure can read them: columns of a TSV file in the folder of the
// program. The zero value is for numbers that are in no file.
type Source struct {
	File             string // without a folder
	Rows             []int  // of the points, counted from 0 after the header
	X, Y, XErr, YErr string // columns
	YLow, YHigh      string // columns: the ends of the error bars, instead of YErr
}

// everyRow is the source of a series that has all rows of a file.
func everyRow(file string, n int) Source {
	s := Source{File: file}
	for i := range n {
		s.Rows = append(s.Rows, i)
	}
	return s
}

// read reports whether a program can read the numbers of a series: with error
// bars, if it has some.
func (s Series) read() bool {
	o := s.Source
	return o.File != "" && len(o.Rows) == len(s.X) && len(s.X) > 0 && o.X != "" && o.Y != "" &&
		(len(s.XErr) == 0 || o.XErr != "") && (len(s.YErr) == 0 || o.YErr != "" || o.YLow != "" && o.YHigh != "")
}

// barred reports whether no error bar is missing: gnuplot drops points without
// one.
func (s Series) barred() bool {
	missing := func(x float64) bool { return math.IsNaN(x) }
	return !slices.ContainsFunc(s.XErr, missing) && !slices.ContainsFunc(s.YErr, missing)
}

// span are the first and the last row if no other rows lie between; ok is false
// otherwise.
func span(rows []int) (first, last int, ok bool) {
	for i, r := range rows {
		if r != rows[0]+i {
			return 0, 0, false
		}
	}
	return rows[0], rows[len(rows)-1], true
}

// gnuplotColumn is the value of a column in an expression.
func gnuplotColumn(name string) string { return "column(" + gnuplotString(name) + ")" }

// asideOf is the expression of a value of x beside which its marker stands.
func (s Series) asideOf(x string, log bool) string {
	switch {
	case s.Aside == 0:
		return x
	case log:
		return fmt.Sprintf("(%s)*%.6g", x, math.Exp(s.Aside))
	}
	return fmt.Sprintf("%s%+.6g", x, s.Aside)
}

// gnuplotFile is the file of a source with the columns to use, cut to some rows, or
// "" if these do not follow each other and a line joins them.
func (o Source) gnuplotFile(rows []int, columns []string, joined bool) string {
	x := columns[0]
	first, last, ok := span(rows)
	every := fmt.Sprintf(" every ::%d::%d", first, last)
	if !ok {
		if joined {
			return ""
		}
		numbers := make([]string, len(rows))
		for i, r := range rows {
			numbers[i] = strconv.Itoa(r)
		}
		every = ""
		x = fmt.Sprintf("strstrt(' %s ', sprintf(' %%d ', $0)) ? %s : NaN", strings.Join(numbers, " "), x)
	}
	parts := []string{"(" + x + ")"}
	for _, c := range columns[1:] {
		parts = append(parts, "("+c+")")
	}
	return fmt.Sprintf("folder.%s using %s%s", gnuplotString(o.File), strings.Join(parts, ":"), every)
}

// gnuplotBars are the columns of x, y and the ends of both bars.
func (s Series) gnuplotBars(log bool) []string {
	o := s.Source
	x, y := s.asideOf(gnuplotColumn(o.X), log), gnuplotColumn(o.Y)
	columns := []string{x, y, x, x, y, y}
	if len(s.XErr) > 0 {
		for i, sign := range []string{"-", "+"} {
			columns[2+i] = s.asideOf(gnuplotColumn(o.X)+sign+gnuplotColumn(o.XErr), log)
		}
	}
	switch {
	case len(s.YErr) == 0:
	case o.YErr != "":
		columns[4], columns[5] = y+"-"+gnuplotColumn(o.YErr), y+"+"+gnuplotColumn(o.YErr)
	default:
		columns[4], columns[5] = gnuplotColumn(o.YLow), gnuplotColumn(o.YHigh)
	}
	return columns
}

// pythonColumn is a column of a source, cut to some rows.
func (o Source) pythonColumn(name string, rows []int) string {
	list := ""
	if first, last, ok := span(rows); ok {
		list = fmt.Sprintf("range(%d, %d)", first, last+1)
	} else {
		numbers := make([]string, len(rows))
		for i, r := range rows {
			numbers[i] = strconv.Itoa(r)
		}
		list = "[" + strings.Join(numbers, ", ") + "]"
	}
	return fmt.Sprintf("column(%s, %s, %s)", pythonString(o.File), pythonString(name), list)
}

// pythonBars are the error bars of a series, given x and y.
func (s Series) pythonBars() (bars string) {
	o := s.Source
	if len(s.XErr) > 0 {
		bars += ", xerr=np.nan_to_num(" + o.pythonColumn(o.XErr, o.Rows) + ")"
	}
	switch {
	case len(s.YErr) == 0:
	case o.YErr != "":
		bars += ", yerr=np.nan_to_num(" + o.pythonColumn(o.YErr, o.Rows) + ")"
	default:
		bars += fmt.Sprintf(", yerr=[y - %s, %s - y]", o.pythonColumn(o.YLow, o.Rows), o.pythonColumn(o.YHigh, o.Rows))
	}
	return bars
}

// pythonReader is the code that reads the files, if there are any.
const pythonReader = `
import csv
import os


def table(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
        head, *rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")
    return {name: [row[i] for row in rows] for i, name in enumerate(head)}


def number(text):
    try:
        return float(text)
    except ValueError:  # an empty cell is a missing value
        return float("nan")


tables = {}


def column(file, name, rows):
    if file not in tables:
        tables[file] = table(file)
    return np.array([number(tables[file][name][i]) for i in rows])

`

// reads reports whether any series can be read from a file.
func (s sheet) reads() bool {
	return slices.ContainsFunc(s.axes, func(a sheetAxes) bool { return slices.ContainsFunc(a.view.series, Series.read) })
}
