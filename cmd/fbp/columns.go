package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// leastBar is what a bar takes beside its words. In fewer columns it is broken over two lines, of which
// the next drawing leaves one behind.
const leastBar = 11

// width is the number of columns of a terminal.
func width(out io.Writer) int {
	if f, ok := unescaped(out).(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}

// cut is as much of a text as fits into so many columns.
func cut(words string, columns int) string {
	if runes := []rune(words); len(runes) > columns {
		return string(runes[:max(0, columns)])
	}
	return words
}
