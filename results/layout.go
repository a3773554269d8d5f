package results

import "slices"

// Layout describes the readings that a solver or a measurement emits for one
// table: the names of their coordinates and of their values.
type Layout struct {
	Table      string
	At, Values []string
	Optional   []string // coordinates that a reading may lack; its cells are empty
	Open       bool     // further values may follow, which depend on a file
}

// Places tells whether these can be the coordinates of a reading: all, in order, but
// for optional ones.
func (l Layout) Places(keys []string) bool {
	for _, name := range l.At {
		switch {
		case len(keys) > 0 && keys[0] == name:
			keys = keys[1:]
		case !slices.Contains(l.Optional, name):
			return false
		}
	}
	return len(keys) == 0
}

// SolutionTable is the table of the outcome of a search. An algorithm's layout of
// it lists the names of its solutions' numbers.
const SolutionTable = "solution"

// Efforts are the numbers of an outcome that say how long a search took.
func Efforts() []string { return []string{"sweeps", "epochs", "flips"} }
