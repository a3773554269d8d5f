package table

// Rows that are due stand in a table even where no sample of the point has a
// reading, with empty cells and their counts: a row that is left out would look
// like one that was not requested.

// due are the coordinates of these rows at the present point: those that a measurement
// has when one of its samples has a reading, the distances asked for when there is a
// record.
func (a *Aggregate) due(table string) []float64 {
	if table == AtTable {
		if a.tallies[a.point].records() == 0 || !a.makes(a.point, a.tables[table].kind) {
			return nil
		}
		return a.at
	}
	if g := a.tables[table]; a.now == nil || len(g.rows) == 0 || len(g.at) != 1 {
		return nil
	}
	return a.now.layouts[table].Due
}
