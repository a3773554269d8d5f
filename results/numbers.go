package results

import (
	"maps"
	"slices"
)

// SampleNumber is a number of a sample: a column of the table of samples.
type SampleNumber struct {
	Table string // that it was read for
	Value float64
}

// Numbers are the numbers of the sample, by the names that their columns have in the
// table of samples: the last readings of tables without coordinates. A name is that of one
// quantity, so that two measurements which emit it have one column.
func (r *Record) Numbers() map[string]SampleNumber {
	numbers := map[string]SampleNumber{}
	for _, table := range slices.Sorted(maps.Keys(r.Readings)) {
		s := r.Readings[table]
		if len(s.Keys) > 0 || len(s.Rows) == 0 {
			continue
		}
		for i, name := range s.Values {
			if _, has := numbers[name]; !has {
				numbers[name] = SampleNumber{table, float64(s.Rows[len(s.Rows)-1][i])}
			}
		}
	}
	return numbers
}

// ReferenceErrs tells whether the reference of the replicas of the sample does: see
// [ReferenceErrors].
func (r *Record) ReferenceErrs() bool {
	s := r.Readings[SolutionTable]
	if s == nil || len(s.Rows) == 0 {
		return false
	}
	i := slices.Index(s.Values, ReferenceErrors)
	return i >= 0 && s.Rows[len(s.Rows)-1][len(s.Keys)+i] > 0
}
