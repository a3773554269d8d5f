package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// bar is a line on a terminal that shows the progress of something, drawn in place. It
// never fills the line, however narrow, so that the terminal does not wrap it.
type bar struct {
	out     io.Writer
	columns func() int // of the terminal, now
	words   []string
	drawn   bool
}

// A bar is "WORDS  50% PICTURE"; around is what is beside words and picture. The picture is
// two brackets and what is between them, at most pictureMax and, where it would be less
// than pictureMin, nothing.
const (
	around                 = len("  50% ")
	pictureMin, pictureMax = 10, 42
)

// newBar is a bar on out, which is a terminal.
func newBar(out io.Writer) *bar {
	out = beneath(out)
	return &bar{out: out, columns: func() int {
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
	room := b.columns() - 1 - around
	if room < 0 {
		b.clear()
		return
	}
	percent := int(100 * min(max(fraction, 0), 0.99))
	words, width := b.fit(room)
	fmt.Fprintf(b.out, "\r%s %3d%% %s\x1b[0K", words, percent, picture(width, percent))
	b.drawn = true
}

// picture is a bar of this width.
func picture(width, percent int) string {
	if width == 0 {
		return ""
	}
	inside := width - 2
	full := strings.Repeat("=", inside*percent/100)
	if full != "" {
		full = full[1:] + ">"
	}
	return "[" + full + strings.Repeat(".", inside-len(full)) + "]"
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
	if b.drawn {
		io.WriteString(b.out, "\x1b[2K\r")
	}
	b.drawn = false
}
