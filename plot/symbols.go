package plot

// accents are the commands for signs above a letter.
var accents = map[string]rune{"tilde": '˜', "hat": 'ˆ', "bar": '¯', "dot": '˙'}

// spaces are the commands for spaces, in em.
var spaces = map[string]float64{",": 1. / 6, ":": 2. / 9, ";": 5. / 18, " ": 0.25, "quad": 1}

// upright are the names of functions and limits that are set as they are.
var upright = map[string]bool{
	"ln": true, "log": true, "exp": true, "max": true, "min": true, "sup": true, "inf": true,
	"sin": true, "cos": true, "tan": true, "tanh": true, "atanh": true, "sign": true, "erf": true, "erfc": true,
	"$": true, "{": true, "}": true, "_": true, "^": true, "%": true,
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
}

// character is the node of one character. Some that the font lacks are replaced
// by similar ones.
func character(r rune, math bool) node {
	switch r {
	case '∼':
		r = '~'
	case '≃':
		r = '≈'
	case '⋅':
		r = '·'
	case '〈':
		r = '⟨'
	case '〉':
		r = '⟩'
	}
	return node{text: string(r), italic: math && slanted(r)}
}
