package results

// Layout describes the readings that a solver or a measurement emits for one
// table: the names of their coordinates and of their values.
type Layout struct {
	Table      string
	At, Values []string
	Open       bool // further values may follow, which depend on a file
}

// SolutionTable is the table of the outcome of a search. An algorithm's layout of
// it lists the names of its solutions' numbers.
const SolutionTable = "solution"

// Efforts are the numbers of an outcome that say how long a search took.
func Efforts() []string { return []string{"sweeps", "epochs", "flips"} }
