package plan

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"sync"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/results"
)

// planFormat is the format of a plan file that this package writes and reads.
const planFormat = 1

// Plan is the numbered list of tasks of an experiment. One made from a Spec can
// be run; one read from a folder knows the names of its tasks and what becomes
// of their records.
type Plan struct {
	Format   int          `json:"format"`
	Name     string       `json:"name"`
	Config   string       `json:"config"` // hash, see hash
	Physics  int          `json:"physics"`
	Seed     int64        `json:"seed"`
	Samples  int          `json:"samples"`
	Swept    []string     `json:"swept"`              // paths of the swept keys
	Included []string     `json:"included,omitempty"` // kinds of measurements whose tables include unsolved samples
	Points   []ShownPoint `json:"points"`
	Tasks    []Task       `json:"tasks"`

	Spec      *Spec `json:"-"` // nil when read from a folder
	estimates *estimates
}

// ShownPoint is a point of the sweep as the tables show it.
type ShownPoint struct {
	Values []any   `json:"values"` // of the swept keys: a number or a text
	N      int     `json:"n"`
	P      int     `json:"p"`
	Alpha  float64 `json:"alpha"` // as the config gives it, else P/N

	Weights int `json:"weights,omitempty"` // of the model, if not n
}

// Load is the number of patterns per weight that the instances have: P/N.
func (p ShownPoint) Load() float64 { return float64(p.P) / float64(cmp.Or(p.Weights, p.N)) }

// shown is the point as the tables show it.
func (p *Point) shown() ShownPoint {
	out := ShownPoint{Values: Cells(p.Values), N: p.N, P: p.P}
	if weights := p.Model.Dim(); weights != p.N {
		out.Weights = weights
	}
	out.Alpha = out.Load()
	if alpha, ok := parameters(p.instance)["alpha"].(float64); ok {
		out.Alpha = alpha
	}
	return out
}

// Task is one sample at one point of the sweep. ID and Solution end in the
// first 12 digits of a SHA-256 of resolved parameters: the same parameters have
// the same name in every experiment, on every machine.
type Task struct {
	Number   int    `json:"number"`
	Point    int    `json:"point"`
	Sample   int    `json:"sample"`
	ID       string `json:"id"`       // of everything the record depends on
	Solution string `json:"solution"` // of everything the search depends on

	Digest      string `json:"-"` // of the pattern file
	Fingerprint string `json:"-"` // of what a Bound algorithm is bound to
}

// New makes the tasks: every point of the sweep with every sample. It
// writes nothing, and finds every mistake that can be found without working.
func New(s *Spec) (*Plan, error) { return NewContext(context.Background(), s) }

// NewContext is NewPlan; it ends with ErrInterrupted when ctx is cancelled,
// since the files of many samples may take minutes to read.
func NewContext(ctx context.Context, s *Spec) (*Plan, error) {
	p := &Plan{
		Format: planFormat, Name: s.Name, Physics: results.PhysicsVersion,
		Seed: s.Seed, Samples: s.Samples, Swept: append([]string{}, s.Swept...), Included: s.included(), Spec: s,
		estimates: newEstimates(),
	}
	number := make(map[string]int, len(s.Points)*s.Samples)
	for i, point := range s.Points {
		p.Points = append(p.Points, point.shown())
		h := newHasher(s.Seed, point)
		h.ctx = ctx
		for sample := range s.Samples {
			t := Task{Number: len(p.Tasks), Point: i, Sample: sample}
			err := h.name(&t)
			if ctx.Err() != nil {
				return nil, config.ErrInterrupted
			}
			if err != nil {
				return nil, s.taskError(point, err)
			}
			if twin, ok := number[t.ID]; ok {
				return nil, &config.Error{Where: s.File, Want: fmt.Sprintf(
					"tasks %d and %d would be the same (%s): the sweep, or the variants, have equal values", twin, t.Number, t.ID)}
			}
			number[t.ID] = t.Number
			p.Tasks = append(p.Tasks, t)
		}
	}
	p.Config = p.Hash()
	return p, nil
}

// taskError is a mistake that only showed when a task was named, such as a
// missing file of one sample.
func (s *Spec) taskError(p *Point, err error) error {
	if n := len(s.variants); n > 0 { // for the places of its keys
		i := slices.Index(s.Points, p) / (len(s.Points) / n)
		if vary := s.doc.Vary(i, func(string, string) []string { return nil }); vary != nil {
			return vary
		}
	}
	path, sec := "instance", p.instance
	var bound *bindError
	if errors.As(err, &bound) {
		path, sec, err = "algorithm", p.algorithm, bound.error
	}
	return s.doc.Invalid(path, sec, err)
}

// IsTask tells the names of tasks from those of searches.
func (p *Plan) IsTask() func(name string) bool {
	names := sync.OnceValue(func() map[string]bool {
		names := make(map[string]bool, len(p.Tasks))
		for _, t := range p.Tasks {
			names[t.ID] = true
		}
		return names
	})
	return func(name string) bool { return names()[name] }
}

// Params are the resolved parameters of a task.
func (p *Plan) Params(t Task) map[string]any { return p.Spec.Points[t.Point].Params(&t) }

// Data makes the instance of a task.
func (p *Plan) Data(t Task) (*instances.Data, error) {
	point := p.Spec.Points[t.Point]
	return point.Source.Data(point.Model, p.Seed, t.Sample)
}

// InstanceName names the instance of a task: equal names, equal
// data (of one model).
func (p *Plan) InstanceName(t Task) string {
	in := p.Spec.Points[t.Point].InstanceOf(p.Seed, &t)
	name := fmt.Sprintf("%s-n%d-p%d-seed%d-s%03d", in.Kind, in.N, in.P, in.Seed, in.Sample)
	if in.Digest != "" {
		name += "-" + in.Digest[:12]
	}
	if s, ok := p.Spec.Points[t.Point].Source.(instances.Tested); ok && s.Tests() > 0 {
		name += fmt.Sprintf("-test%d", s.Tests())
	}
	return name
}

// Cells are swept values as JSON and tables can hold them: numbers and texts;
// tables and lists as the text of their TOML.
func Cells(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case int64:
			out[i] = float64(v)
		case float64, string:
			out[i] = config.JSONValue(v)
		default:
			out[i] = config.TOML(v)
		}
	}
	return out
}

// Hash is the name of everything that the tables depend on: the tasks with all
// their parameters, in order, the swept values that group them, and what enters
// their means. Neither the
// experiment's name nor its figure is in it.
func (p *Plan) Hash() string {
	bare := *p
	bare.Name, bare.Config = "", ""
	sum := sha256.Sum256(bare.Encode())
	return hex.EncodeToString(sum[:8])
}

// Encode is the plan as JSON, one point and one task a line.
func (p *Plan) Encode() []byte {
	var b bytes.Buffer
	line := func(v any) []byte {
		data, err := json.Marshal(v)
		if err != nil {
			panic("experiment: plan: " + err.Error())
		}
		return data
	}
	head := *p
	head.Points, head.Tasks = nil, nil
	b.Write(bytes.TrimSuffix(line(head), []byte(`"points":null,"tasks":null}`)))
	b.WriteString("\n\"points\":[")
	for i, point := range p.Points {
		b.WriteString(separator(i))
		b.Write(line(point))
	}
	b.WriteString("\n],\n\"tasks\":[")
	for i, t := range p.Tasks {
		b.WriteString(separator(i))
		b.Write(line(t))
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

func separator(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
}

var safeID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$`)

// Read reads the plan of a folder. A file that is damaged, or is no plan,
// is an error that names it.
func Read(path string) (*Plan, error) {
	data, err := files.ReadFile(path, files.Large)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &config.Error{Where: path, Want: "there is no such plan; want the folder of a run"}
	}
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	if err := results.Newer(data, planFormat); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p := new(Plan)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields() // a key with a flipped bit
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s: not a plan, or damaged: %s", path, config.OneLine(err.Error()))
	}
	if p.Format != planFormat {
		return nil, fmt.Errorf("%s: format %d: want %d", path, p.Format, planFormat)
	}
	for i, point := range p.Points {
		if len(point.Values) != len(p.Swept) {
			return nil, fmt.Errorf("%s: damaged: point %d has %d values, want %d", path, i, len(point.Values), len(p.Swept))
		}
	}
	for i, t := range p.Tasks {
		if t.Number != i || t.Point < 0 || t.Point >= len(p.Points) || !safeID.MatchString(t.ID) || !safeID.MatchString(t.Solution) {
			return nil, fmt.Errorf("%s: damaged: task %d is not one", path, i)
		}
	}
	if p.Hash() != p.Config {
		return nil, fmt.Errorf("%s: damaged: its content does not fit its hash; run the config again to write it anew", path)
	}
	return p, nil
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

// Cell is a value of a PlanPoint as a cell of a table.
func Cell(v any) results.Value {
	switch v := v.(type) {
	case float64:
		return results.Num(v)
	case results.Number:
		return results.Num(float64(v))
	case string: // an infinite number comes back from JSON so
		switch v {
		case "inf":
			return results.Num(math.Inf(1))
		case "-inf":
			return results.Num(math.Inf(-1))
		}
	}
	return results.Text(fmt.Sprint(v))
}
