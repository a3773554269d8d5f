package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// group is a set of rows that agree in all keys: one series of a figure.
type group struct {
	name   string            // in what it differs from the other groups, "" if it is the only one
	values map[string]string // of the keys that do so, by their symbols
	rows   []int
	load   float64 // P/N, where α and N are known; else 0
}

// grouped splits rows by the values of keys, in the order in which they come, and
// returns what all groups share.
func grouped(rows int, keys []Key) (groups []group, shared string) {
	named := symbolic(keys)
	index := map[string]int{}
	var common []string
	for i := range rows {
		var id, name []string
		values := map[string]string{}
		for _, k := range named {
			id = append(id, k.Values[i])
			switch setting := settingOf(k.symbol, k.Values[i]); {
			case !k.constant():
				name, values[k.symbol] = append(name, setting), k.Values[i]
			case i == 0:
				common = append(common, setting)
			}
		}
		key := strings.Join(id, "\x00")
		g, known := index[key]
		if !known {
			g = len(groups)
			index[key] = g
			groups = append(groups, group{name: strings.Join(name, ", "), values: values})
		}
		groups[g].rows = append(groups[g].rows, i)
	}
	return groups, strings.Join(common, ", ")
}

// settingOf is a key with its value in a legend. The name of a variant says what it is
// by itself.
func settingOf(symbol, text string) string {
	if symbol == "variant" {
		return escaped(text)
	}
	return symbol + " = " + value(text)
}

// symbolKey is a key with its name in a legend.
type symbolKey struct {
	Key
	symbol string
}

// symbolic names the keys by their symbols, and drops those that repeat an
// earlier one, as the column alpha does the swept instance.alpha. A margin of the
// model beside one of the measurement is that of the reference: κ̃.
func symbolic(keys []Key) (out []symbolKey) {
	for _, k := range keys {
		symbol := symbolOf(k.Name)
		if k.Name == "model.kappa" && slices.ContainsFunc(keys, func(o Key) bool {
			return strings.HasPrefix(o.Name, "measure.") && strings.HasSuffix(o.Name, ".kappa")
		}) {
			symbol = `$\tilde{κ}$`
		}
		if !slices.ContainsFunc(out, func(o symbolKey) bool { return o.symbol == symbol }) {
			out = append(out, symbolKey{k, symbol})
		}
	}
	return out
}

// symbolOf is the symbol of a key of the config, or the last part of its name.
func symbolOf(name string) string {
	name = name[strings.LastIndex(name, ".")+1:]
	switch name {
	case "n", "p":
		return "$" + strings.ToUpper(name) + "$"
	case "alpha", "beta", "gamma", "kappa", "rho", "epsilon", "eta", "lambda":
		return `$\` + name + "$"
	case "y":
		return "$y$"
	case "hidden":
		return "$K$"
	case "kappa_ref":
		return `$\tilde{κ}$`
	case "kappa_max", "kappa_min", "kappa_u":
		return `$κ_{\mathrm{` + strings.TrimPrefix(name, "kappa_") + `}}$`
	case "bin_center":
		return "stability"
	case "d", "distance":
		return "$d$"
	case "q":
		return "$q$"
	case "entropy":
		return `$\phi$`
	case "slope":
		return `$\mathrm{d}\phi/\mathrm{d}d$`
	}
	return escaped(strings.ReplaceAll(name, "_", " "))
}

// Symbol is the symbol of a column or a key, as a label.
func Symbol(name string) string { return symbolOf(name) }

// value writes the value of a key: numbers with a true minus sign and powers
// of ten.
func value(text string) string {
	if text == "max" { // of a margin
		return `$κ_{\mathrm{max}}$`
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return escaped(text)
	}
	if math.IsInf(x, 0) {
		return strings.NewReplacer("+", "", "-", "−", "inf", "∞", "Inf", "∞").Replace(text)
	}
	if len(text) > 8 { // P/N, for instance
		text = strconv.FormatFloat(x, 'g', 4, 64)
	}
	mantissa, exponent, scientific := strings.Cut(text, "e")
	mantissa = strings.Replace(mantissa, "-", "−", 1)
	n, err := strconv.Atoi(exponent)
	switch {
	case !scientific || err != nil:
		return mantissa
	case mantissa == "1":
		return fmt.Sprintf("$10^{%d}$", n)
	}
	return fmt.Sprintf("$%s×10^{%d}$", mantissa, n)
}

// escaped protects text from being read as mathematics.
func escaped(text string) string { return strings.ReplaceAll(text, "$", `\$`) }

// setLoads finds P/N of the groups, P = ⌊αN + 1e-9⌋.
func setLoads(t Columns, groups []group) {
	alpha, err1 := t.Column("alpha")
	n, err2 := t.Column("n")
	if err1 != nil || err2 != nil {
		return
	}
	for i := range groups {
		if row := groups[i].rows[0]; row < len(alpha) && n[row] > 0 {
			groups[i].load = math.Floor(alpha[row]*n[row]+1e-9) / n[row]
		}
	}
}
