package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fbp/instances"
	"fbp/internal/say"
	"fbp/results"
)

// Plan is the numbered list of tasks of an experiment. One made from a Spec can
// be run; one read from a folder knows the names of its tasks and what becomes
// of their records.
type Plan struct {
	Head
	Points []ShownPoint
	Tasks  []Task

	Spec      *Spec         // nil when read from a folder
	estimates []Estimate    // of the tasks of each point
	sections  []sectionLine // those of all points, equal ones once
	has       []sectionsOf  // their numbers, by point
	points    []*Point      // decoded
}

// Head is what a plan says of all its tasks.
type Head struct {
	Format   int      `json:"format"`
	Name     string   `json:"name"`
	Config   string   `json:"config"` // hash, see hash
	Physics  int      `json:"physics"`
	Seed     int64    `json:"seed"`
	Samples  int      `json:"samples"`            // at every point of the sweep, at most
	Until    *Until   `json:"until,omitempty"`    // the rule by which they are added
	Searches int      `json:"searches,omitempty"` // of each sample, where there are several
	Swept    []string `json:"swept"`              // paths of the swept keys
	Included []string `json:"included,omitempty"` // kinds of measurements whose tables include unsolved samples
}

// Task is one sample at one point of the sweep. ID and Solution end in the
// first 12 digits of a SHA-256 of resolved parameters: the same parameters have
// the same name in every experiment, on every machine.
type Task struct {
	Number   int    `json:"number"`
	Point    int    `json:"point"`
	Sample   int    `json:"sample"`
	Search   int    `json:"search,omitempty"` // of several on the sample's instance
	ID       string `json:"id"`               // of everything the record depends on
	Solution string `json:"solution"`         // of everything the search depends on

	Pair *pairOfTasks `json:"pair,omitempty"` // of a task that compares two solutions: that of Solution
	With string       `json:"with,omitempty"` // and this one, and behind a space each that it is given beside them

	Digest      string `json:"-"` // of the pattern file
	Fingerprint string `json:"-"` // of what an algorithm is bound to, see [model.Binding]
}

// SampleColumns are the columns that tell the tasks of a point apart: sample, and search where
// each has several.
func (h *Head) SampleColumns() []string {
	if h.Searches > 1 {
		return []string{"sample", "search"}
	}
	return []string{"sample"}
}

// SampleCells are the cells of these columns for a task; of a pair both searches, or all three.
func (p *Plan) SampleCells(t Task) []results.Value {
	search := results.Int(t.Search)
	if t.Pair != nil {
		searches := []string{}
		for _, number := range t.Pair.All() {
			searches = append(searches, strconv.Itoa(p.Tasks[number].Search))
		}
		if at := p.Points[t.Point]; !at.Triples && !at.All {
			searches = searches[:2] // all others are with them, if any
		}
		search = results.Text(strings.Join(searches, ", "))
	}
	return []results.Value{results.Int(t.Sample), search}[:len(p.SampleColumns())]
}

// New makes the tasks: every point of the sweep with every sample. It
// writes nothing, and finds every mistake that can be found without working. It
// ends with [say.ErrInterrupted] when ctx is cancelled, since the files of many
// samples may take minutes to read.
func New(ctx context.Context, s *Spec) (*Plan, error) {
	bare := *s.outlined
	p := &bare
	number := make(map[string]int, len(s.Points)*s.Samples*s.Searches)
	for i, point := range s.Points {
		h := newHasher(s.Seed, point)
		for k := range s.Samples * s.Searches {
			t := Task{Number: len(p.Tasks), Point: i, Sample: k / s.Searches, Search: k % s.Searches}
			err := h.name(ctx, &t)
			if ctx.Err() != nil {
				return nil, say.ErrInterrupted
			}
			if err != nil {
				return nil, s.taskError(point, err)
			}
			if twin, ok := number[t.ID]; ok {
				return nil, s.twins(p, p.Tasks[twin], t)
			}
			number[t.ID] = t.Number
			p.Tasks = append(p.Tasks, t)
		}
		if err := s.refuseCopied(point, p.Tasks[len(p.Tasks)-s.Samples*s.Searches:]); err != nil {
			return nil, err
		}
	}
	p.addPairs(s)
	for _, point := range p.points {
		p.estimates = append(p.estimates, point.estimate())
	}
	p.Config = p.Hash()
	return p, nil
}

// outline is the plan without its tasks.
func (s *Spec) outline() *Plan {
	p := &Plan{Spec: s, points: slices.Concat(s.Points, s.Pairs), Head: Head{
		Format: planFormat, Name: s.Name, Physics: results.PhysicsVersion,
		Seed: s.Seed, Samples: s.Samples, Until: s.Until, Searches: s.several(), Swept: append([]string{}, s.Swept...), Included: s.included(),
	}}
	for _, point := range s.Points {
		p.Points = append(p.Points, point.shown())
	}
	for _, point := range s.Pairs {
		p.Points = append(p.Points, point.Pair.shown(p.Points))
	}
	p.addSections()
	return p
}

// taskError is a mistake that only showed when a task was named, such as a
// missing file of one sample.
func (s *Spec) taskError(p *Point, err error) error {
	doc := s.doc
	if n := len(s.variants); n > 0 { // for the places of its keys
		i := slices.Index(s.Points, p) / (len(s.Points) / n)
		own, _, err := doc.Varied(i, s.chooses)
		if err != nil {
			return err
		}
		doc = own
	}
	path, sec := "instance", p.instance
	var bound *bindError
	if errors.As(err, &bound) {
		path, sec, err = "algorithm", p.algorithm, bound.error
	}
	return doc.Invalid(path, sec, err)
}

// Params are the resolved parameters of a task.
func (p *Plan) Params(t Task) map[string]any { return p.Spec.At(t.Point).Params(&t) }

// Data makes the instance of a task.
func (p *Plan) Data(ctx context.Context, t Task) (*instances.Data, error) {
	point := p.Spec.At(t.Point)
	return point.Source.Data(ctx, point.Model, p.Seed, t.Sample)
}

// InstanceName names the instance of a task: equal names, equal
// data (of one model).
func (p *Plan) InstanceName(t Task) string {
	point := p.Spec.At(t.Point)
	name := point.InstanceOf(p.Seed, &t).Name()
	if tests := point.Source.About().Tests; tests > 0 {
		name += fmt.Sprintf("-test%d", tests)
	}
	return name
}

// Includes tells whether tables of a kind of measurement average over unsolved
// samples too: those of the search itself do, those of a measurement if its key
// unsolved says so.
func (p *Plan) Includes(kind string) bool { return kind == "" || slices.Contains(p.Included, kind) }

// Shares tells whether two plans have a task or a search in common, or are the same and
// have none.
func (p *Plan) Shares(q *Plan) bool {
	if len(p.Tasks)+len(q.Tasks) == 0 && p.Config == q.Config && p.Name == q.Name {
		return true
	}
	has := make(map[string]bool, len(p.Tasks))
	for _, t := range p.Tasks {
		has[t.Solution] = true
	}
	return slices.ContainsFunc(q.Tasks, func(t Task) bool { return has[t.Solution] })
}
