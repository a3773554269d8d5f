package results

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestReason is the maximum length of a reason in bytes: it is a cell of a
// table and a line on a terminal.
const longestReason = 500

// Reason turns a text into one that Record.Reasons may contain: one line of at
// most 500 bytes of UTF-8, without control characters or blanks at its ends, and
// not empty.
func Reason(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "no reason given"
	}
	const more = "…"
	if len(text) <= longestReason {
		return text
	}
	n := longestReason - len(more)
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.TrimRight(text[:n], " ") + more
}

// kindOfReason matches the name of a kind of measurement.
var kindOfReason = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// checkReason returns an error if a reason or its kind is not valid.
func checkReason(kind, reason string) error {
	if !kindOfReason.MatchString(kind) {
		return fmt.Errorf("reasons: %q cannot be the kind of a measurement", kind)
	}
	if reason != Reason(reason) {
		return fmt.Errorf("reasons: that of %s is not one line of at most %d bytes", kind, longestReason)
	}
	return nil
}
