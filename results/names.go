package results

import (
	"fmt"
	"regexp"
)

// safeName matches the names of tables and columns of readings, which become
// names of files and headers of columns that other programs read.
var safeName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)

// CheckReadings returns an error if the names or the shape of readings are wrong.
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

// checkNames returns an error if the name of a column is not safe.
func checkNames(columns []string) error {
	for _, name := range columns {
		if !safeName.MatchString(name) {
			return fmt.Errorf("%.80q cannot be the name of a column: want letters, digits and underscores", name)
		}
	}
	return checkColumns(columns)
}
