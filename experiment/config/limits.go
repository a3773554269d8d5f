package config

import (
	"strings"

	"fbp/internal/say"
)

// Limits of the text of a config, far beyond what a person writes. The time and the
// memory that the TOML library takes grow with the square of the depth, and it
// cannot be interrupted, so that the text is looked at before.
const (
	mostBytes = 4 << 20 // of the text
	mostDepth = 16      // of lists and tables within one another
	mostParts = 16      // of a dotted key
	mostText  = 4096    // bytes of a text, a key or a number
	mostKeys  = 20_000  // and headers of tables
)

// looksElse reports whether a text can look like another one. Line ends and tabs
// cannot: whoever has no use for them says so.
func looksElse(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return say.Hidden(r) && r != '\n' && r != '\t' })
}

// noHidden refuses texts and keys with hidden characters in the value at a path.
func (d *Document) noHidden(path string, v any) error {
	switch v := v.(type) {
	case string:
		if looksElse(v) {
			return d.Fault(path, Show(v), "want a text without hidden characters")
		}
	case Tree:
		for _, key := range d.InOrder(path, v) {
			if looksElse(key) {
				return d.Fault(Join(path, key), "", "want a key without hidden characters")
			}
			if err := d.noHidden(Join(path, key), v[key]); err != nil {
				return err
			}
		}
	default:
		list, _ := listOf(v)
		for i, x := range list {
			if err := d.noHidden(Element(path, i), x); err != nil {
				return err
			}
		}
	}
	return nil
}
