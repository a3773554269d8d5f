package instances

import (
	"fmt"
	"slices"
)

// alphabet makes sure that a file writes signs in one way, 1 and −1 or 1 and 0: a
// file with both contains something else.
type alphabet struct{ minus, zero string } // place of the first one, "" if there is none

// negative reports whether an entry, 1, −1 or 0, means −1.
func (a *alphabet) negative(entry int, place func() string) (bool, error) {
	var mine, other *string
	switch entry {
	case 1:
		return false, nil
	case -1:
		mine, other = &a.minus, &a.zero
	default:
		mine, other = &a.zero, &a.minus
	}
	if *mine == "" {
		*mine = place()
		if *other != "" {
			return false, fmt.Errorf("%s: %d, but %d at %s: want 1 and -1, or 1 and 0, in a file", *mine, entry, -1-entry, *other)
		}
	}
	return true, nil
}

// parseEntry reads 1, −1 or 0 as an integer or as a decimal number of any number
// of digits, as numpy.savetxt writes it: 1.000000000000000000e+00.
func parseEntry(text []byte) (entry int, ok bool) {
	sign := 1
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	if len(text) == 0 || text[0] != '0' && text[0] != '1' {
		return 0, false
	}
	entry, text = sign*int(text[0]-'0'), text[1:]
	notZero := func(c byte) bool { return c != '0' }
	if len(text) > 0 && text[0] == '.' {
		if end := slices.IndexFunc(text[1:], notZero); end < 0 {
			text = nil
		} else {
			text = text[1+end:]
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		text = text[1:]
		if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		return entry, len(text) > 0 && slices.IndexFunc(text, notZero) < 0
	}
	return entry, len(text) == 0
}
