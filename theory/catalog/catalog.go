package catalog

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fbp/internal/values"
	"fbp/results"
	"fbp/theory"
)

// Entry is a theory that can be asked for by name, at the points of a grid of
// its parameters.
type Entry struct {
	Name    string // "franz-parisi"; its text, help/franz-parisi.txt, has the next three
	Short   string // one line
	Long    string // a page of the supplement
	Example string // command lines
	Choices []Choice
	Params  []Param
	// Columns of its table that are numbers.
	Columns []string
	// Fixed is what the theory is about and no choice or parameter says.
	Fixed Traits
	// Beside are columns of measured tables with the columns of this one that stand beside
	// them in a figure.
	Beside map[string]string
	// Labels are the columns that have numbers with labels of one kind alone, and which: random
	// or teacher.
	Labels map[string]string
	// Optional are columns that may be empty in a row that is ok; the help says where.
	Optional []string

	// start returns the function that computes one point, with what the points share.
	start func(v variant) func(at []float64) (answer, error)
}

// variant has one word for each choice of a theory.
type variant map[string]string

// Max as the margin of a reference stands for κ_max(α).
var Max = math.Inf(1)

// Param is a parameter of a theory; each takes several values.
type Param struct {
	Name    string // "kappa-ref"
	Default string // empty if it must be given
	Help    string
	Words   []string // accepted beside numbers, as values.Word reads them: the first, such as max, is +Inf
	Within  Interval // its values
	Of      Margin   // what it is in an experiment, which says it where a config does not
}

// Request is what a table is to contain.
type Request struct {
	Values map[string][]float64 // by the name of the parameter
	Words  map[string][]string  // by the name of the choice
	Jobs   int                  // points at the same time; it changes no number
	// Watch is called with the number of rows computed so far and that of all rows, never
	// concurrently; nil: not at all. The first call has 0; rows that wait for earlier ones
	// count.
	Watch func(done, total int)
}

// answer is one row: cells, NaN where there is no value, and why.
type answer struct {
	cells        []float64
	status, note string
}

// The status of a row.
const (
	StatusOK         = "ok"
	StatusBound      = "bound"       // no pattern matters: the entropy is its bound
	StatusEnds       = "rs_ends"     // the replica-symmetric branch ends before this point
	StatusNoSolution = "no_solution" // see the note
	// StatusBeyond: typical instances have no such solutions. Numbers of a saddle point are
	// given all the same where there is one.
	StatusBeyond = "beyond_capacity"
)

// All lists the theories in the order of the supplement.
func All() []Entry { return slices.Clone(explained()) }

// explained are these with their texts, which are read once.
var explained = sync.OnceValue(func() []Entry {
	all := []Entry{rsEntry, kappaMaxEntry, franzParisiEntry, franzParisi1RSBEntry, thresholdsEntry, alphaUEntry,
		capacityEntry, instabilityEntry, largeDeviationEntry, stabilityEntry,
		treeEntry, featuresEntry, featuresThresholdEntry, featuresFPEntry, featuresTransitionEntry,
		symmetricEntry, symmetricFPEntry, crossEntropyEntry, crossEntropyFPEntry,
		crossEntropyOptimumEntry, parityEntry,
		crossOverlapEntry, redrawnEntry, pathEntry, barrierEntry, starEntry,
		samplingEntry, samplingThresholdsEntry, samplingPathEntry, parisiEntry, parisiGapsEntry}
	for i := range all {
		all[i].explain()
	}
	return all
})

// Find returns the theory of that name.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no theory %q (there are %s)", name, strings.Join(names, ", "))
}

// cell is a number rounded to twelve digits, the accuracy that is stated.
func cell(x float64) results.Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return results.Num(x)
	}
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return results.Num(y + 0) // no negative zero
}

// grid is the cross product of the values.
func (e Entry) grid(given map[string][]float64) (points [][]float64, err error) {
	points = [][]float64{nil}
	known := map[string]bool{}
	for _, p := range e.Params {
		known[p.Name] = true
		list, asked := given[p.Name]
		if !asked {
			if p.Default == "" {
				return nil, fmt.Errorf("%s wants %s: %s", e.Name, p.Name, p.Help)
			}
			if list, err = values.Parse(p.Default, p.Words...); err != nil {
				return nil, err
			}
		}
		if err := p.check(list); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		if len(points)*len(list) > 10*values.Most {
			return nil, fmt.Errorf("%s: more than %d points", e.Name, 10*values.Most)
		}
		var next [][]float64
		for _, point := range points {
			for _, x := range list {
				next = append(next, append(point[:len(point):len(point)], x))
			}
		}
		points = next
	}
	for name := range given {
		if !known[name] {
			return nil, fmt.Errorf("%s has no parameter %q", e.Name, name)
		}
	}
	return points, nil
}

// failure is the row of a point without a solution; a point outside the domain is
// an error.
func failure(err error, known ...float64) (answer, error) {
	if errors.Is(err, theory.ErrDomain) {
		return answer{}, err
	}
	status := StatusNoSolution
	switch {
	case errors.Is(err, theory.ErrEnds):
		status = StatusEnds
	case errors.Is(err, theory.ErrBeyondCapacity):
		status = StatusBeyond
	}
	note := err.Error()
	if i := strings.LastIndex(note, "): "); i >= 0 { // the row says at which point
		note = note[i+3:]
	}
	return answer{known, status, note}, nil
}

// answered is the row of these cells, or without them that of a failure at these values.
func answered(err error, at []float64, cells ...float64) (answer, error) {
	if err != nil {
		return failure(err, at...)
	}
	return answer{cells, StatusOK, ""}, nil
}

// each is the start of a theory whose points share nothing.
func each(point func(v variant, at []float64) (answer, error)) func(variant) func([]float64) (answer, error) {
	return func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) { return point(v, at) }
	}
}

// beyondIf is the row where typical instances have no such solutions, if that is so.
func (a answer) beyondIf(none bool) answer {
	if none && a.status == StatusOK {
		a.status, a.note = StatusBeyond, strings.TrimSuffix(theory.ErrBeyondCapacity.Error()+"; "+a.note, "; ")
	}
	return a
}

// sharing is the start of a theory whose points share what known makes of their first n parameters.
func sharing[V any](n int, known func(v variant, at []float64) V, point func(known V, at []float64) (answer, error)) func(variant) func([]float64) (answer, error) {
	return func(v variant) func([]float64) (answer, error) {
		var all shared[V]
		return func(at []float64) (answer, error) {
			return point(all.get(at[:n], func() V { return known(v, at) }), at)
		}
	}
}

// shared computes a value once for each point, also for concurrent callers.
type shared[V any] struct {
	mu   sync.Mutex
	once map[[4]uint64]func() V // by the bits of up to four numbers: words are NaN, which equals nothing
}

func (s *shared[V]) get(at []float64, make func() V) V {
	var key [4]uint64
	for k, x := range at {
		key[k] = math.Float64bits(x)
	}
	s.mu.Lock()
	if s.once == nil {
		s.once = map[[4]uint64]func() V{}
	}
	f, ok := s.once[key]
	if !ok {
		f = sync.OnceValue(make)
		s.once[key] = f
	}
	s.mu.Unlock()
	return f()
}
