package theories

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
	Settings []NamedValue // the others, in the order of the theory
	Rows     []int        // of the table
}

// NamedValue is a parameter with its value as the config has it: a number, or "max".
type NamedValue struct{ Name, Value string }

// CurvesOf puts rows that have equal settings together, in the order of the first rows; those for
// which ok is false belong to none.
func CurvesOf(rows int, settings func(row int) (of []NamedValue, ok bool)) (curves []Curve) {
	index := map[string]int{}
	for row := range rows {
		of, ok := settings(row)
		if !ok {
			continue
		}
		i, known := index[fmt.Sprint(of)]
		if !known {
			i = len(curves)
			index[fmt.Sprint(of)] = i
			curves = append(curves, Curve{Settings: of})
		}
		curves[i].Rows = append(curves[i].Rows, row)
	}
	return curves
}

// Curves cuts the table of the theory into curves along the parameter x.
func (th *Theory) Curves(x string) []Curve {
	lists := th.lists()
	rows := 1
	for _, l := range lists {
		rows *= len(l.values)
	}
	return CurvesOf(rows, func(row int) (settings []NamedValue, ok bool) {
		for _, l := range slices.Backward(lists) { // the last runs fastest
			if l.name != x {
				settings = append(settings, NamedValue{l.name, l.values[row%len(l.values)]})
			}
			row /= len(l.values)
		}
		slices.Reverse(settings)
		return settings, true
	})
}

// valueList is a choice or a parameter with its values.
type valueList struct {
	name   string
	values []string
}

// lists are those whose cross product is the theory's table, the slowest first.
func (th *Theory) lists() (all []valueList) {
	for _, c := range th.entry.Choices {
		if words := th.words(c); len(words) > 1 || words[0] != c.Default { // a default tells nothing
			all = append(all, valueList{underscored(c.Name), words})
		}
	}
	for _, p := range th.entry.Params {
		all = append(all, valueList{underscored(p.Name), th.texts(p)})
	}
	return all
}

// texts are the values of a parameter as a config has them, and loads as the points do.
func (th *Theory) texts(p catalog.Param) (texts []string) {
	for _, x := range th.Request.Values[p.Name] {
		text := strconv.FormatFloat(x, 'g', -1, 64)
		if k, is := values.WordOf(x); is {
			text = p.Words[k]
		}
		if name, known := th.loads[x]; known && p.Name == "alpha" {
			text = name
		}
		texts = append(texts, text)
	}
	return texts
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

// loadNames are the loads P/N of the points of a sweep as legends show them: as
// alpha is configured, if that tells them apart; else with the digits that do.
func loadNames(points []Conditions) map[float64]string {
	names, loads := map[float64]string{}, map[string][]float64{}
	for _, p := range points {
		load := p.Load
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

// Has tells whether the table of the theory has numbers, or words, in all these columns.
func (th *Theory) Has(columns ...string) bool {
	return !slices.ContainsFunc(columns, func(c string) bool { return !th.entry.Has(th.Request, c) })
}

// Columns are those of the theory that stand beside measured ones; ok is false if it has none.
func (th *Theory) Columns(x, y string) (ownX, ownY string, ok bool) {
	ownX, ownY = th.entry.Column(x), th.entry.Column(y)
	return ownX, ownY, ownX != "" && ownY != "" && th.Has(ownX, ownY)
}

// Beside are [Theory.Columns] of a curve: the first is a parameter with several values.
func (th *Theory) Beside(x, y string) (ownX, ownY string, ok bool) {
	if ownX, ownY, ok = th.Columns(x, y); !ok {
		return "", "", false
	}
	runs := slices.ContainsFunc(th.entry.Params, func(p catalog.Param) bool {
		return underscored(p.Name) == ownX && len(th.Request.Values[p.Name]) > 1
	})
	return ownX, ownY, runs
}

// Relative tells whether its entropies are those of a fraction of all weights, which are
// negative, and not numbers of solutions.
func (th *Theory) Relative() bool {
	words := map[string]string{}
	for _, c := range th.entry.Choices {
		words[c.Name] = th.words(c)[0]
	}
	return th.entry.About(words)["weights"] == "spherical"
}
