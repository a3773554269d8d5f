package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// bar is a line on a terminal that says how far something is. It is drawn over
// itself and never fills the line, however narrow, so that the terminal does not
// break it.
type bar struct {
	out     io.Writer
	columns func() int // of the terminal, now
	words   []string
	drawn   bool
}

// barWidth is that of the bar itself; it leaves when the words need the room.
const barWidth = 24

// newBar is a bar on out, which is a terminal.
func newBar(out io.Writer) *bar {
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

// set draws the bar with this fraction of it full.
func (b *bar) set(fraction float64) {
	b.drawn = true
	fmt.Fprintf(b.out, "\r%s\x1b[K", b.line(fraction, b.columns()-1))
}

// line is what is drawn on at most so many columns.
func (b *bar) line(fraction float64, columns int) string {
	fraction = min(max(fraction, 0), 1)
	percent := fmt.Sprintf("%3.0f%%", 100*fraction)
	full := int(fraction * barWidth)
	picture := " [" + strings.Repeat("=", full) + strings.Repeat(" ", barWidth-full) + "] "
	for n := len(b.words); n > 0; n-- {
		text := strings.Join(b.words[:n], ", ")
		switch width := utf8.RuneCountInString(text); {
		case width+len(picture)+len(percent) <= columns:
			return text + picture + percent
		case width+2+len(percent) <= columns:
			return text + "  " + percent
		}
	}
	return percent[:min(max(columns, 0), len(percent))]
}

// clear removes the bar until it is drawn again, so that a line can be written.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprint(b.out, "\r\x1b[K")
		b.drawn = false
	}
}
