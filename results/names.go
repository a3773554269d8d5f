package results

import (
	"fmt"
	"regexp"
)

// word is a name without its limit of length, longestName.
var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

const longestName = 64

// safeName tells whether a name can be that of a table or a column of readings, which
// become names of files and headers of columns that other programs read.
func safeName(name string) bool { return len(name) <= longestName && word.MatchString(name) }

// CheckReadings returns an error if the names or the shape of readings are wrong.
func CheckReadings(readings map[string]*Rows) error {
	for name, series := range readings {
		if !safeName(name) {
			return fmt.Errorf("table %.80q: want a name of letters, digits and underscores", name)
		}
		if err := series.check(); err != nil {
			return fmt.Errorf("table %q: %w", name, err)
		}
	}
	return nil
}

// checkNames returns an error if the name of a column is not safe.
func checkNames(columns []string) error {
	for _, name := range columns {
		if !safeName(name) {
			return fmt.Errorf("%.80q cannot be the name of a column: want letters, digits and underscores", name)
		}
	}
	return checkColumns(columns)
}
