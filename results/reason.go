package results

import (
	"fmt"
	"maps"
	"slices"
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

// nameOfReason tells whether a name can be that of a kind of measurement or of a number.
func nameOfReason(name string) bool { return safeName(name) && name == strings.ToLower(name) }

// CheckReasons returns an error if one of the reasons of a file, which are listed
// under what, or its name is not valid.
func CheckReasons(what string, reasons map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		if !nameOfReason(name) {
			return fmt.Errorf("%s: %q is not a name of lower-case letters, digits and underscores", what, name)
		}
		if reasons[name] != Reason(reasons[name]) {
			return fmt.Errorf("%s: that of %s is not one line of at most %d bytes", what, name, longestReason)
		}
	}
	return nil
}
