package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// The bar keeps to one line of any terminal, and says the most important first.
func TestBar(t *testing.T) {
	for columns, want := range map[int]string{
		100: "12/400 tasks, about 3m20s left, 2 running [============            ]  50%",
		74:  "12/400 tasks, about 3m20s left, 2 running [============            ]  50%",
		59:  "12/400 tasks, about 3m20s left, 2 running   50%",
		40:  "12/400 tasks, about 3m20s left   50%",
		25:  "12/400 tasks   50%",
		6:   " 50%",
		3:   " 5",
		1:   "",
	} {
		var out bytes.Buffer
		b := newBar(&out)
		b.columns = func() int { return columns }
		b.describe("12/400 tasks", "about 3m20s left", "2 running")
		b.set(0.5)
		if got := out.String(); got != "\r"+want+"\x1b[K" || strings.Contains(got, "\n") {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
		if width := utf8.RuneCountInString(want); width >= columns {
			t.Errorf("%d columns are full", columns)
		}
	}
	var out bytes.Buffer
	b := newBar(&out)
	b.clear()
	if out.Len() != 0 {
		t.Error("clears what it has not drawn")
	}
	b.set(2)
	b.set(-1)
	out.Reset()
	b.clear()
	if out.String() != "\r\x1b[K" {
		t.Errorf("clearing writes %q", out.String())
	}
}
