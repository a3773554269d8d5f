package config

import (
	"strings"

	"fbp/internal/say"
)

// Show renders a value of a config for a message, shortened when long.
func Show(v any) string { return shortened(TOML(v), 60) }

// shortened keeps a message readable: a text, or the first so many bytes of it.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// mostOwners is the largest number of sections that a hint names.
const mostOwners = 3

// unknown is the mistake of a key that a section does not have. If the key is near none of its
// own, those are named that have one of this name.
func (d *Document) unknown(section, key string, known []string) error {
	hint := say.DidYouMean(key, known)
	first, inside, _ := strings.Cut(section, ".")
	within := first == "samples" || inside != "" && first != "measure" && first != "theory" || strings.Contains(inside, ".")
	if d.Owners != nil && !within && say.Nearest(key, known) == "" {
		owners := d.Owners(first, key)
		if len(owners) > mostOwners {
			owners = append(owners[:mostOwners], "…")
		}
		if len(owners) > 0 {
			hint = "a key of " + strings.Join(owners, ", ")
		}
	}
	return d.Fault(Join(section, key), "", "unknown key; "+hint)
}
