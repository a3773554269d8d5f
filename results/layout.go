package results

import (
	"slices"
	"strings"
)

// Layout describes the readings that a solver or a measurement emits for one
// table: the names and units of their coordinates and of their values, and what the
// table of all samples has beyond the common rule.
type Layout struct {
	Table      string
	At, Values []string
	Optional   []string // coordinates that a reading may lack; its cells are empty
	Open       bool     // further values may follow, which depend on a file
	Units      Units    // of the coordinates and values

	// Of readings without coordinates, the numbers of a sample: the number after which
	// they stand in the table of samples, the first of these that samples have. Without
	// any they stand at the end, by name.
	After []string
	// Omits are those that the search may leave out with a reason, Record.Omitted, for which
	// the table of samples has a column.
	Omits []string

	// Of readings with coordinates:

	Sized     bool      // the columns alpha and n stand before the coordinates
	NoSpread  bool      // a mean has its error, and no deviation over samples
	Due       []float64 // values of the one coordinate at which a point has a row in any case, once one of its samples has a reading
	Converged string    // the table of the same coordinates whose value converged (0 or 1) is that of a reading here
	Curve     *Curve
	Control   *Control
	None      []string // values that are left out of means: −inf where there is nothing to take the logarithm of, or not there; the column <value>_n counts the others
	Theory    string   // the value that theory may know of typical solutions; the column <value>_theory
	Zero      []string // values whose mean is 0 if all is well; the columns <value>_sigmas, and in words in the head of the table
	Notes     []string // lines about the numbers
}

// Units are units and meanings of quantities, by name, "nats per weight: local entropy", from which
// docs/columns.md is made; "1" is the unit of a pure number.
type Units map[string]string

// Of is the unit of a quantity.
func (u Units) Of(name string) string {
	unit, _, _ := strings.Cut(u[name], ":")
	return unit
}

// CurveOf is the layout among these that is a curve of local entropies.
func CurveOf(layouts []Layout) (l Layout, ok bool) {
	at := slices.IndexFunc(layouts, func(l Layout) bool { return l.Curve != nil })
	if at < 0 {
		return l, false
	}
	return layouts[at], true
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

// Admits tells whether readings may have these columns: coordinates in their places,
// but for that of replicas ([Of]), which depends on the solution, and values of l.
func (l Layout) Admits(keys, values []string) bool {
	l.At = withoutOf(l.At)
	foreign := func(value string) bool { return !l.Open && !slices.Contains(l.Values, value) }
	return l.Places(withoutOf(keys)) && !slices.ContainsFunc(values, foreign)
}

// withoutOf are coordinates without that of replicas.
func withoutOf(at []string) []string {
	if len(at) > 1 && at[0] == Of {
		return at[1:]
	}
	return at
}

// Curve makes a table one of local entropies against distance, which can be compared
// with theory.
type Curve struct {
	Distance, Entropy string // two of its values
	// Slope is dφ/dd per unit of the one coordinate, at whose values the free entropy is
	// stationary: 2 for a field ρ, 1 for an elastic coupling λ. Such curves can be
	// interpolated; 0 for others.
	Slope     float64
	Spherical bool // weights on a sphere, not ±1
}

// Control is a control variate of a value: a number of the sample, of which the
// measurement knows the mean over instances. The part of the value that it explains
// is removed in the columns <value>_cv and <value>_cv_sem.
type Control struct{ Value, Number string }

// SolutionTable is the table of the outcome of a search. An algorithm's layout of
// it lists the names of its solutions' numbers.
const SolutionTable = "solution"

// Efforts are the numbers of an outcome that say how long a search took.
func Efforts() []string { return []string{"sweeps", "epochs", "flips"} }
