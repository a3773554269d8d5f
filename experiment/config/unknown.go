package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// unknown is the mistake of a key that a section does not have.
type unknown struct {
	path, key string
	place     error
}

func (u *unknown) Error() string { return u.place.Error() }

// Unwrap is the mistake with its place.
func (u *unknown) Unwrap() error { return u.place }

// mostNamed is the largest number of kinds that a hint names.
const mostNamed = 6

// OfAnother is the error of a section of a kind, which says of an unknown key that other
// kinds have which these are. Other errors stay.
func OfAnother(d *Document, path, kind string, err error, kinds []string, keysOf func(kind string) []string) error {
	var u *unknown
	if !errors.As(err, &u) || u.path != Join(path, u.key) { // of a table within the section
		return err
	}
	var have []string
	for _, other := range kinds {
		if other != kind && slices.Contains(keysOf(other), u.key) {
			have = append(have, fmt.Sprintf("%q", other))
		}
	}
	if len(have) == 0 {
		return err
	}
	text := strings.Join(have[:min(len(have), mostNamed)], ", ")
	if len(have) > mostNamed {
		text += ", …"
	}
	return d.Fault(Join(path, u.key), "", fmt.Sprintf("kind %q has no such key; it belongs to %s", kind, text))
}
