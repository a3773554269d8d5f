package plot

import (
	"strconv"
	"strings"
	"unicode"
)

// Text in a program is quoted by one function per language, so that nothing in it
// is run, expanded or read as the end of a string.

// gnuplotString is a text as a string of gnuplot. Single quotes are used, since
// within double quotes gnuplot runs what is between backquotes. An apostrophe is
// replaced by the typographic one: doubled, as in the manual, it ends the string
// when it is the first character or follows another (gnuplot 5.4).
func gnuplotString(text string) string {
	return "'" + strings.ReplaceAll(oneLine(text), "'", "’") + "'"
}

// pythonString is a text as a string of Python.
func pythonString(text string) string { return strconv.Quote(oneLine(text)) }

// latexText is a text for LaTeX outside of mathematics.
func latexText(text string) string { return latexEscapes.Replace(oneLine(text)) }

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "$", `\$`, "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	`"`, `\textquotedbl{}`, "''", "'{}'", "`", `\textasciigrave{}`, "--", "-{}-", ",,", ",{},")

// enhancedText is a text for gnuplot's enhanced mode, within a string.
func enhancedText(text string) string { return enhancedEscapes.Replace(oneLine(text)) }

var enhancedEscapes = strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "_", `\_`, "^", `\^`, "@", `\@`, "&", `\&`, "~", `\~`)

// mathtextText is a text for matplotlib outside of mathematics.
func mathtextText(text string) string { return strings.ReplaceAll(oneLine(text), "$", `\$`) }

// mathtextWord is upright text within the mathematics of matplotlib, which has
// few commands: missing characters are replaced by similar ones.
func mathtextWord(text string) string {
	return `\mathrm{` + mathtextEscapes.Replace(oneLine(text)) + "}"
}

var mathtextEscapes = strings.NewReplacer(`\`, `\backslash `, "$", `\$`, "%", `\%`, "_", `\_`, "{", `\{`, "}", `\}`,
	"#", "＃", "^", "ˆ", "~", "∼", `"`, "″", "'", "’", "`", "‘")

// oneLine replaces line ends and other control characters by blanks.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return ' '
		}
		return r
	}, text)
}

// unprintable reports whether a character cannot be drawn: some end a line, some
// change the direction of reading.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co)
}
