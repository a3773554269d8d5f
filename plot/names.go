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

// columnSymbols are those of columns and of the last parts of keys.
var columnSymbols = map[string]string{
	"n": "$N$", "p": "$P$", "load": "$P/N$", "y": "$y$", "hidden": "$K$", "d": "$d$", "distance": "$d$", "q": "$q$", "bin_center": "stability",
	"alpha": `$\alpha$`, "beta": `$\beta$`, "gamma": `$\gamma$`, "kappa": `$\kappa$`, "rho": `$\rho$`, "epsilon": `$\epsilon$`,
	"eta": `$\eta$`, "lambda": `$\lambda$`, "entropy": `$\phi$`, "slope": `$\mathrm{d}\phi/\mathrm{d}d$`,
	"kappa_ref": `$\tilde{κ}$`, "kappa_max": `$κ_{\mathrm{max}}$`, "kappa_min": `$κ_{\mathrm{min}}$`, "kappa_u": `$κ_{\mathrm{u}}$`,
}

// Symbol is the symbol of a column or of a key of the config, or the last part of its name.
func Symbol(name string) string {
	name = name[strings.LastIndex(name, ".")+1:]
	if symbol, known := columnSymbols[name]; known {
		return symbol
	}
	return Plain(strings.ReplaceAll(name, "_", " "))
}

// Shown is the value of a key: numbers with a true minus sign and powers of ten.
func Shown(text string) string {
	if text == "max" { // of a margin
		return columnSymbols["kappa_max"]
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
