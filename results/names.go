package results

import (
	"fmt"
	"regexp"
)

// safeName is how the names of tables and columns of readings look. They become
// names of files, and heads of columns that other programs read.
var safeName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)

// CheckReadings says what is wrong with the names or the shape of readings.
func CheckReadings(readings map[string]*Series) error {
	for name, series := range readings {
		if !safeName.MatchString(name) {
			return fmt.Errorf("table %.80q: want a name of letters, digits and underscores", name)
		}
		if err := series.check(); err != nil {
			return fmt.Errorf("table %q: %w", name, err)
		}
	}
	return nil
}

// checkNames refuses names of columns that are not safe.
func checkNames(columns []string) error {
	for _, name := range columns {
		if !safeName.MatchString(name) {
			return fmt.Errorf("%.80q cannot be the name of a column: want letters, digits and underscores", name)
		}
	}
	return checkColumns(columns)
}
