package instances

import (
	"bytes"
	"fmt"
	"strconv"
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
	switch string(text) {
	case "1":
		return 1, true
	case "-1":
		return -1, true
	}
	x, err := strconv.ParseFloat(string(text), 64)
	return int(x), err == nil && (x == 0 || x == 1 || x == -1) && len(bytes.Trim(text, "01+-.eE")) == 0
}
