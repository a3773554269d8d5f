package results

// Layout says which readings a solver or a measurement emits into one table: the
// names of their coordinates and of their values.
type Layout struct {
	Table      string
	At, Values []string
}
