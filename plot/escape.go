package plot

import (
	"strconv"
	"strings"
	"unicode"
)

// Text that a program holds, each language by one function. Whatever the text,
// it stays text: nothing in it is run, expanded or read as the end of a string.

// gnuplotString is a text as a string of gnuplot. It stands between single
// quotes, since between double quotes gnuplot runs what is between backquotes. An
// apostrophe becomes the typographic one: doubled, as the manual has it, it ends
// the string when it is the first character or follows another (gnuplot 5.4).
func gnuplotString(text string) string {
	return "'" + strings.ReplaceAll(oneLine(text), "'", "’") + "'"
}

// pythonString is a text as a string of Python.
func pythonString(text string) string { return strconv.Quote(oneLine(text)) }

// latexText is a text as LaTeX reads it outside of mathematics.
func latexText(text string) string { return latexEscapes.Replace(oneLine(text)) }

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "$", `\$`, "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	`"`, `\textquotedbl{}`, "''", "'{}'", "`", `\textasciigrave{}`, "--", "-{}-", ",,", ",{},")

// enhancedText is a text as gnuplot's enhanced mode reads it, within a string.
func enhancedText(text string) string { return enhancedEscapes.Replace(oneLine(text)) }

var enhancedEscapes = strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "_", `\_`, "^", `\^`, "@", `\@`, "&", `\&`, "~", `\~`)

// mathtextText is a text as matplotlib reads it outside of mathematics.
func mathtextText(text string) string { return strings.ReplaceAll(oneLine(text), "$", `\$`) }

// mathtextWord is upright text within the mathematics of matplotlib, which
// knows few commands: characters that it lacks become those nearest in shape.
func mathtextWord(text string) string {
	return `\mathrm{` + mathtextEscapes.Replace(oneLine(text)) + "}"
}

var mathtextEscapes = strings.NewReplacer(`\`, `\backslash `, "$", `\$`, "%", `\%`, "_", `\_`, "{", `\{`, "}", `\}`,
	"#", "＃", "^", "ˆ", "~", "∼", `"`, "″", "'", "’", "`", "‘")

// oneLine has blanks for line ends and other control characters.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return ' '
		}
		return r
	}, text)
}

// unprintable says whether a character is none that can be drawn: some end a
// line, some turn the direction of reading.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co)
}
