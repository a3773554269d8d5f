package main

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// bar is a line on a terminal that shows the progress of something. The library
// redraws it in place; its length is chosen here so that it never fills the line,
// however narrow, and the terminal does not wrap it.
type bar struct {
	lib     *progressbar.ProgressBar
	columns func() int // of the terminal, now
	words   []string
}

// Without predicted and elapsed time the library draws "WORDS  50% PICTURE  ", whose
// columns beside words and picture are around. The picture is two brackets and what is
// between them, at most pictureMax and, where it would be less than pictureMin, nothing.
const (
	around                 = 5 + 1 + 2
	pictureMin, pictureMax = 10, 42
)

// newBar is a bar on out, which is a terminal. The library draws at every call,
// in one line and without colours; the remaining time is part of the words.
func newBar(out io.Writer) *bar {
	out = beneath(out)
	lib := progressbar.NewOptions(100, progressbar.OptionSetWriter(out), progressbar.OptionUseANSICodes(true),
		progressbar.OptionEnableColorCodes(false), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false))
	return &bar{lib: lib, columns: func() int {
		if f, ok := out.(*os.File); ok {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
		}
		return 80
	}}
}

// describe gives the words before the bar, the most important first: as many are
// shown as there is room for.
func (b *bar) describe(words ...string) { b.words = words }

// set draws the bar with this fraction of it full. The last percent is never
// shown, since the bar is removed at the end.
func (b *bar) set(fraction float64) {
	columns := b.columns() - 1
	if columns < around {
		b.clear()
		return
	}
	words, picture := b.fit(columns - around)
	b.lib.Reset() // otherwise it draws only when the percentage changes
	progressbar.OptionSetDescription(words)(b.lib)
	theme, inside := progressbar.Theme{}, 0
	if picture > 0 {
		theme, inside = progressbar.ThemeASCII, picture-2
	}
	progressbar.OptionSetTheme(theme)(b.lib)
	progressbar.OptionSetWidth(inside)(b.lib)
	if percent := int(100 * min(max(fraction, 0), 0.99)); percent > 0 {
		b.lib.Set(percent)
	} else {
		b.lib.RenderBlank()
	}
}

// fit returns as many of the words as fit, and the width of the picture beside
// them.
func (b *bar) fit(columns int) (words string, picture int) {
	for n := len(b.words); n > 0; n-- {
		words = strings.Join(b.words[:n], ", ")
		if left := columns - utf8.RuneCountInString(words); left >= pictureMin {
			return words, min(left, pictureMax)
		} else if left >= 0 {
			return words, 0
		}
	}
	return "", 0
}

// clear removes the bar until it is drawn again, so that a line can be written.
func (b *bar) clear() {
	b.lib.Clear()
	b.lib.Reset() // nothing is left to be cleared
}
