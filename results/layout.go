package results

// Layout describes the readings that a solver or a measurement emits for one
// table: the names of their coordinates and of their values.
type Layout struct {
	Table      string
	At, Values []string
}
