package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// frames are what a bar has drawn, without the codes that clear the rest of a line.
func frames(drawn string) []string {
	text := regexp.MustCompile("\x1b\\[[02]?K").ReplaceAllString(drawn, "")
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\r' })
}

// fits checks that a bar has drawn single lines that leave the last column free, and
// nothing but text and codes that clear a line: no line feed and no colour.
func fits(t *testing.T, drawn string, columns int) {
	t.Helper()
	for _, frame := range frames(drawn) {
		if width := utf8.RuneCountInString(frame); width >= columns || strings.ContainsAny(frame, "\n\x1b") {
			t.Errorf("%d columns: draws %q, %d wide", columns, frame, width)
		}
	}
}

// The bar says the most important first, and has a picture where there is room for one.
func TestBar(t *testing.T) {
	for columns, want := range map[int]string{
		100: "12/400 tasks, ETA 3m20s, 2 running  50% [===================>....................]",
		74:  "12/400 tasks, ETA 3m20s, 2 running  50% [=============>...............]",
		60:  "12/400 tasks, ETA 3m20s, 2 running  50% [======>........]",
		53:  "12/400 tasks, ETA 3m20s, 2 running  50% [===>....]",
		52:  "12/400 tasks, ETA 3m20s, 2 running  50%",
		43:  "12/400 tasks, ETA 3m20s, 2 running  50%",
		42:  "12/400 tasks, ETA 3m20s  50% [===>....]",
		25:  "12/400 tasks  50%",
		20:  "  50%",
		9:   "  50%",
		8:   "",
		1:   "",
	} {
		var out bytes.Buffer
		b := newBar(&out)
		b.columns = func() int { return columns }
		b.describe("12/400 tasks", "ETA 3m20s", "2 running")
		b.set(0.5)
		if got := strings.TrimRight(strings.Join(frames(out.String()), ""), " "); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}

// The bar keeps to one line of a terminal of any width, whatever the words and however
// full, also when the width changes between two drawings.
func TestBarFits(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	var out bytes.Buffer
	b := newBar(&out)
	for _, words := range [][]string{{"0/6 tasks", "ETA unknown"}, {"12/400 tasks", "ETA 3h07m", "2 running"}, {"franz-parisi-bounds: 3/40 rows", "ETA ?"}, nil} {
		b.describe(words...)
		for _, fraction := range []float64{-1, 0, 0.004, 0.01, 0.3, 0.5, 0.999, 1, 2} {
			for columns := 200; columns >= 1; columns-- {
				b.columns = func() int { return columns }
				out.Reset()
				b.set(fraction)
				if fits(t, out.String(), columns); columns >= 20 && len(frames(out.String())) != 1 {
					t.Errorf("%d columns: draws %q", columns, out.String())
				}
				if i := strings.LastIndex(out.String(), "\x1b[0K"); columns >= 20 && i != out.Len()-4 {
					t.Errorf("%d columns: %q leaves the end of a longer line", columns, out.String())
				}
			}
		}
	}
}

func TestBarClears(t *testing.T) {
	var out bytes.Buffer
	b := newBar(&out)
	b.clear()
	if out.Len() != 0 {
		t.Error("clears what it has not drawn")
	}
	b.set(0.5)
	out.Reset()
	for range 2 {
		b.clear()
		if out.String() != "\x1b[2K\r" {
			t.Errorf("clearing writes %q", out.String())
		}
	}
	b.set(0.5)
	if got := frames(out.String()); len(got) != 1 || !strings.Contains(got[0], "50%") {
		t.Errorf("after it was cleared it draws %q", got)
	}
}
