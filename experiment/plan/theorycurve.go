package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fbp/internal/values"
	"fbp/theory/catalog"
)

// Curve is the part of a theory's table in which one parameter runs and all
// others are fixed.
type Curve struct {
	Settings []Setting // the others, in the order of the theory
	Rows     []int     // of the table
}

// Setting is a parameter with its value as the config has it: a number, or "max".
type Setting struct{ Name, Value string }

// Curves are rows that belong together by their settings.
type Curves struct {
	All   []Curve // in the order of their first rows
	index map[string]int
}

// Add takes in a row.
func (c *Curves) Add(row int, settings []Setting) {
	id := fmt.Sprint(settings)
	i, known := c.index[id]
	if !known {
		if c.index == nil {
			c.index = map[string]int{}
		}
		i = len(c.All)
		c.index[id] = i
		c.All = append(c.All, Curve{Settings: settings})
	}
	c.All[i].Rows = append(c.All[i].Rows, row)
}

// Curves cuts the table of the theory into curves along the parameter x.
func (th *Theory) Curves(x string) []Curve {
	var names []string
	for _, c := range th.entry.Choices {
		names = append(names, underscored(c.Name))
	}
	for _, p := range th.entry.Params {
		names = append(names, underscored(p.Name))
	}
	at, rows := th.cycles()
	var curves Curves
	for row := range rows {
		var settings []Setting
		for i, name := range names {
			if name != x {
				settings = append(settings, Setting{name, at[i][row%len(at[i])]})
			}
		}
		curves.Add(row, settings)
	}
	return curves.All
}

// cycles are the values of choices and parameters in the rows of the table, each until they
// start again, and the number of rows.
func (th *Theory) cycles() (at [][]string, rows int) {
	period := 1 // rows after which a parameter starts again
	for _, p := range slices.Backward(th.entry.Params) {
		var texts []string
		for _, v := range th.Request.Values[p.Name] {
			text := settingText(p, v)
			if name, known := th.loads[v]; known && p.Name == "alpha" {
				text = name
			}
			for range period {
				texts = append(texts, text)
			}
		}
		period = len(texts)
		at = append(at, texts)
	}
	for _, c := range slices.Backward(th.entry.Choices) {
		var texts []string
		for _, word := range th.words(c) {
			for range period {
				texts = append(texts, word)
			}
		}
		period = len(texts)
		at = append(at, texts)
	}
	slices.Reverse(at)
	return at, period
}

// Along is the parameter that runs along a curve against the column x: x itself
// or, when x is a result, the parameter with most values.
func (th *Theory) Along(x string) string {
	best, most := "", 0
	for _, p := range th.entry.Params {
		name := underscored(p.Name)
		if name == x {
			return x
		}
		if n := len(th.Request.Values[p.Name]); n > most {
			best, most = name, n
		}
	}
	return best
}

// settingText writes a value of a parameter.
func settingText(p catalog.Param, x float64) string {
	if k, is := values.WordOf(x); is {
		return p.Words[k]
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// loadNames are the loads P/N of the points of a sweep as legends show them: as
// alpha is configured, if that tells them apart; else with the digits that do.
func loadNames(points []ShownPoint) map[float64]string {
	names, loads := map[float64]string{}, map[string][]float64{}
	for _, p := range points {
		load := p.Load()
		if _, known := names[load]; !known {
			name := strconv.FormatFloat(p.Alpha, 'g', -1, 64)
			names[load], loads[name] = name, append(loads[name], load)
		}
	}
	for name, same := range loads {
		for digits := len(strings.TrimPrefix(name, "0.")); len(same) > 1 && digits <= 17; digits++ {
			texts := map[string]bool{}
			for _, load := range same {
				names[load] = strconv.FormatFloat(load, 'g', digits, 64)
				texts[names[load]] = true
			}
			if len(texts) == len(same) {
				break
			}
		}
	}
	return names
}

// words are those of a choice.
func (th *Theory) words(c catalog.Choice) []string {
	if words, asked := th.Request.Words[c.Name]; asked {
		return words
	}
	return []string{c.Default}
}

// Has tells whether the table of the theory has all these columns.
func (th *Theory) Has(columns ...string) bool {
	return !slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(th.entry.TableColumns(th.Request), c) })
}
