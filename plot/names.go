package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Setting is a key with its value, as a legend has it: $N$ = 501. The names of variants, runs and
// solvers say what they are by themselves.
func Setting(name, value string) string {
	switch name {
	case "variant", "run", "solver":
		return Plain(value)
	}
	return Symbol(name) + " = " + Shown(value)
}

// Shown is the value of a key: numbers with a true minus sign and powers of ten.
func Shown(text string) string {
	if text == "max" { // of a margin
		return columns["kappa_max"].Symbol
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Plain(text)
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

// Plain is a text as a label that has no mathematics.
func Plain(text string) string { return strings.ReplaceAll(text, "$", `\$`) }
