package theory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"fbp/internal/values"
	"fbp/results"
)

// Entry is a theory that can be asked for by name, at the points of a grid of
// its parameters.
type Entry struct {
	Name    string // "franz-parisi"
	Short   string // one line
	Long    string // a page of the supplement
	Example string
	Choices []Choice
	Params  []Param
	// Columns of its table, without choices, status and note.
	Columns []string
	// Seconds that a row takes on one core, roughly; PlantedSeconds with labels of a teacher.
	Seconds, PlantedSeconds float64
	// PlantedColumns are those with labels of a teacher; nil if there is no such variant.
	PlantedColumns []string

	// start returns the function that answers one point, with what points share.
	start func(v variant) func(at []float64) (answer, error)
}

// variant is what a theory is asked for, of one word for each of its choices.
type variant struct {
	planted bool
	words   map[string]string
}

// Max as the margin of a reference stands for κ_max(α).
var Max = math.Inf(1)

// Param is a parameter of a theory; every one takes several values.
type Param struct {
	Name    string // "kappa-ref"
	Default string // empty if it must be given
	Help    string
	Word    string   // that stands for the value +Inf, such as max; none if empty
	Within  Interval // its values
}

// Request is what a table is asked for.
type Request struct {
	Values  map[string][]float64 // by the name of the parameter
	Words   map[string][]string  // by the name of the choice
	Planted bool
	Jobs    int // points at the same time; it changes no number
	// Watch is told how many rows are computed, of how many, never twice at a time; nil:
	// nobody. The first call is with 0; rows that wait for their turn count.
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
	StatusBound      = "bound"       // no pattern is felt: the entropy is its bound
	StatusEnds       = "rs_ends"     // the replica-symmetric branch ends before this point
	StatusNoSolution = "no_solution" // see the note
	// StatusBeyond: typical instances have no such solutions. Numbers of a saddle point are
	// given all the same where there is one.
	StatusBeyond = "beyond_capacity"
)

// Catalog lists the theories in the order of the supplement.
func Catalog() []Entry {
	return []Entry{rsEntry, kappaMaxEntry, alphaCEntry, franzParisiEntry, franzParisi1RSBEntry, thresholdsEntry, alphaUEntry,
		capacityEntry, instabilityEntry, committeeFPEntry, largeDeviationEntry, stabilityEntry}
}

// Find returns the theory of that name.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range Catalog() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no theory %q (there are %s)", name, strings.Join(names, ", "))
}

// Table computes one row per point of the cross product of the values, the first
// parameter slowest. Points without a solution are rows with missing cells; an
// error is a mistake in the request, or that of a cancelled context.
func (e Entry) Table(ctx context.Context, r Request) (*results.Table, error) {
	t := e.Empty(r)
	err := e.Stream(ctx, r, func(row []results.Value) error {
		t.Rows = append(t.Rows, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Empty is the table of a request before it has rows.
func (e Entry) Empty(r Request) *results.Table {
	return &results.Table{Columns: append(e.TableColumns(r), "status", "note"), Blank: "nan"}
}

// Stream computes the rows of Table and hands over each as soon as it and all before it are
// there. It returns at once when the context is cancelled, or with the error of take.
func (e Entry) Stream(ctx context.Context, r Request, take func(row []results.Value) error) error {
	if err := e.Check(r); err != nil {
		return err
	}
	points, err := e.grid(r.Values)
	if err != nil {
		return err
	}
	selections := e.selections(r.Words)
	done, total := -1, len(points)*len(selections)
	finished := func() {
		if done++; r.Watch != nil {
			r.Watch(done, total)
		}
	}
	finished() // the start
	for _, words := range selections {
		err := evaluate(ctx, points, e.start(variant{r.Planted, words}), max(1, r.Jobs), finished, func(a answer) error {
			return take(e.row(r, words, a))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Estimate is the number of rows that a request has, and about how many seconds of one core
// they take; 0 rows for a mistake in the request.
func (e Entry) Estimate(r Request) (rows int, seconds float64) {
	points, err := e.grid(r.Values)
	if err != nil {
		return 0, 0
	}
	rows = len(points) * len(e.selections(r.Words))
	if r.Planted {
		return rows, float64(rows) * e.PlantedSeconds
	}
	return rows, float64(rows) * e.Seconds
}

// row is an answer as a row of the table.
func (e Entry) row(r Request, words map[string]string, a answer) (row []results.Value) {
	for _, c := range e.Choices {
		if c.shown(r) {
			row = append(row, results.Text(words[c.Name]))
		}
	}
	for i := range e.numbers(r) {
		x := math.NaN()
		if i < len(a.cells) {
			x = a.cells[i]
		}
		row = append(row, cell(x))
	}
	return append(row, results.Text(a.status), results.Text(a.note))
}

// cell is a number to the twelve digits that are promised.
func cell(x float64) results.Value {
	switch {
	case math.IsNaN(x):
		return results.Missing
	case math.IsInf(x, 1):
		return results.Text("inf")
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
			if list, err = values.Parse(p.Default, p.Word); err != nil {
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

// evaluate answers the points in parallel, tells that one more is finished, and hands over
// the answers in order. The error is that of the first point in order that has one.
func evaluate(ctx context.Context, points [][]float64, at func([]float64) (answer, error), jobs int, finished func(), take func(answer) error) error {
	type outcome struct {
		point int
		answer
		err error
	}
	stopped, stop := context.WithCancel(ctx)
	defer stop()
	next, ready := make(chan int), make(chan outcome, len(points)) // a point that is computed in vain holds up nobody
	go func() {
		defer close(next)
		for i := range points {
			select {
			case next <- i:
			case <-stopped.Done():
				return
			}
		}
	}()
	for range min(jobs, len(points)) {
		go func() {
			for i := range next {
				a, err := at(points[i])
				ready <- outcome{i, a, err}
			}
		}()
	}
	early := map[int]outcome{} // before their turn
	for turn := 0; turn < len(points); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case o := <-ready:
			early[o.point] = o
			finished()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for o, here := early[turn]; here; o, here = early[turn] {
			if o.err != nil {
				return o.err
			}
			if err := take(o.answer); err != nil {
				return err
			}
			delete(early, turn)
			turn++
		}
	}
	return nil
}

// failure is the row of a point without a solution; a point outside the domain is
// an error.
func failure(err error, known ...float64) (answer, error) {
	if errors.Is(err, ErrDomain) {
		return answer{}, err
	}
	status := StatusNoSolution
	switch {
	case errors.Is(err, ErrEnds):
		status = StatusEnds
	case errors.Is(err, ErrBeyondCapacity):
		status = StatusBeyond
	}
	note := err.Error()
	if i := strings.LastIndex(note, "): "); i >= 0 { // the row says at which point
		note = note[i+3:]
	}
	return answer{known, status, note}, nil
}

// shared computes a value once for each key, for all that ask at the same time.
type shared[K comparable, V any] struct {
	mu   sync.Mutex
	once map[K]func() V
}

func (s *shared[K, V]) get(key K, make func() V) V {
	s.mu.Lock()
	if s.once == nil {
		s.once = map[K]func() V{}
	}
	f, ok := s.once[key]
	if !ok {
		f = sync.OnceValue(make)
		s.once[key] = f
	}
	s.mu.Unlock()
	return f()
}
