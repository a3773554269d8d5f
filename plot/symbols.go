package plot

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// accents are the commands for signs above a letter.
var accents = map[string]rune{"tilde": '˜', "hat": 'ˆ', "bar": '¯', "dot": '˙'}

// spaces are the commands for spaces, in em. Brackets have one size here: what asks for another leaves none.
var spaces = map[string]float64{"left": 0, "right": 0, ",": 1. / 6, ":": 2. / 9, ";": 5. / 18, " ": 0.25, "quad": 1}

// cuts are the commands for the cut in which what follows is set.
var cuts = map[string]cut{"mathrm": roman, "text": roman, "operatorname": roman, "mathbf": bold}

// commands are all that mathematics knows, in alphabetical order.
func commands() (names []string) {
	for _, group := range []iter.Seq[string]{maps.Keys(accents), maps.Keys(spaces), maps.Keys(cuts), maps.Keys(upright), maps.Keys(symbols)} {
		for name := range group {
			names = append(names, `\`+name)
		}
	}
	slices.Sort(names)
	return names
}

// upright are the names of functions and limits that are set as they are.
var upright = map[string]bool{
	"ln": true, "log": true, "exp": true, "max": true, "min": true, "sup": true, "inf": true,
	"lim": true, "arg": true, "det": true, "dim": true, "Pr": true,
	"sin": true, "cos": true, "tan": true, "arctan": true, "sinh": true, "cosh": true, "tanh": true, "atanh": true, "sign": true, "erf": true, "erfc": true,
	"$": true, "{": true, "}": true, "_": true, "%": true,
}

// symbols are the commands that name one character.
var symbols = map[string]rune{
	"alpha": 'α', "beta": 'β', "gamma": 'γ', "delta": 'δ', "epsilon": 'ϵ', "varepsilon": 'ε', "zeta": 'ζ', "eta": 'η',
	"theta": 'θ', "vartheta": 'ϑ', "iota": 'ι', "kappa": 'κ', "lambda": 'λ', "mu": 'μ', "nu": 'ν', "xi": 'ξ', "pi": 'π',
	"rho": 'ρ', "varrho": 'ϱ', "sigma": 'σ', "varsigma": 'ς', "tau": 'τ', "upsilon": 'υ', "phi": 'ϕ', "varphi": 'φ',
	"chi": 'χ', "psi": 'ψ', "omega": 'ω',
	"Gamma": 'Γ', "Delta": 'Δ', "Theta": 'Θ', "Lambda": 'Λ', "Xi": 'Ξ', "Pi": 'Π', "Sigma": 'Σ', "Phi": 'Φ', "Psi": 'Ψ', "Omega": 'Ω',
	"times": '×', "cdot": '·', "pm": '±', "infty": '∞', "partial": '∂', "prime": '′', "ell": 'ℓ', "ldots": '…', "dots": '…',
	"le": '≤', "leq": '≤', "ge": '≥', "geq": '≥', "ne": '≠', "neq": '≠', "approx": '≈', "simeq": '≈', "sim": '~', "equiv": '≡',
	"to": '→', "rightarrow": '→', "sum": '∑', "prod": '∏', "int": '∫', "sqrt": '√', "langle": '⟨', "rangle": '⟩',
	"mid": '|', "|": '‖', "ast": '*', "dagger": '†', "hbar": 'ħ', "neg": '¬', "cap": '∩', "leftarrow": '←', "leftrightarrow": '↔', "uparrow": '↑', "downarrow": '↓',
	"Upsilon": 'Υ',
}

// similar replace characters that the font lacks.
var similar = map[rune]rune{'∼': '~', '≃': '≈', '⋅': '·', '〈': '⟨', '〉': '⟩'}

// character is the node of one character.
func character(r rune, math bool) node {
	r = cmp.Or(similar[r], r)
	if math && slanted(r) {
		return node{text: string(r), cut: italic}
	}
	return node{text: string(r)}
}
