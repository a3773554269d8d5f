package plan

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/theories"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/model"
)

// Spec is a config understood: every key known, typed, in range and filled in,
// at every point of the sweep. It is what Plan makes tasks of.
type Spec struct {
	header
	File      string
	Samples   int                // at every point of the sweep, at most
	Until     *Until             // the rule by which they are added, nil for all at once
	Swept     []string           // paths of the swept keys, the slowest first
	Points    []*Point           // the cross product of their values; one point if there is no sweep
	Pairs     []*Point           // pairs of solutions that are compared, after all points
	Theories  []*theories.Theory // in the order of the file
	Warnings  []string           // what --set left out of the config
	figure    *config.Section    // nil: none is drawn
	Distances []float64          // of [collect], at which local entropies are asked for
	axes      []config.Axis
	variants  []config.Variant
	fileKeys  []config.FileKey // those of the catalog
	outlined  *Plan            // without tasks
	doc       *config.Document // for the places of mistakes that show later
	chooses   config.Chooses
}

// header is the part of a config above the sections.
type header struct {
	Base     string   `toml:"base,omitempty" help:"config to start from, whose keys hold where this one has none"`
	Name     string   `toml:"name" help:"of the experiment and of its folder in results"`
	Seed     int64    `toml:"seed" min:"0" help:"master seed of all random numbers"`
	Sampling sampling `toml:"samples" help:"independent instances at every point of the sweep, or { until = 0.1 }: added until a number is known"`
	Searches int      `toml:"searches" min:"1" max:"10000" help:"independent searches on the instance of every sample"`
}

// several is the number of searches of each sample, 0 for one.
func (h *header) several() int {
	if h.Searches == 1 {
		return 0
	}
	return h.Searches
}

// times says how many tasks a sample makes at so many points.
func (h *header) times(points int) string {
	if h.Searches == 1 {
		return fmt.Sprintf("%d points of the sweep", points)
	}
	return fmt.Sprintf("%d points of the sweep with %d searches of each sample", points, h.Searches)
}

// defaultHeader is that of a config without keys above its sections.
func defaultHeader(name string) header {
	return header{Name: name, Seed: 1, Sampling: sampling{Number: 10}, Searches: 1}
}

// Point is one point of the sweep: what its samples have in common.
type Point struct {
	Values    []any // of the swept keys
	N, P      int   // inputs and patterns
	Model     model.Model
	Source    instances.Source
	Algorithm kinds.Algorithm
	Measures  []Measure // sorted by kind: of a solution, or of a pair if this is a point of pairs
	Pair      *Pair     // nil: its tasks are searches

	model, instance, algorithm *config.Section
	measures                   []*config.Section

	real  bool // inputs are real numbers
	fixed bool // samples learn the same patterns unless these are read from other files
}

// At is the point of tasks with that number: one of the sweep, or of pairs.
func (s *Spec) At(point int) *Point {
	if i := point - len(s.Points); i >= 0 {
		return s.Pairs[i]
	}
	return s.Points[point]
}

// Measure is a measurement with its kind.
type Measure struct {
	Kind string
	kinds.Measurement
	Skips bool // samples without a solution: it means nothing there

	section *config.Section
}

// included are the kinds of measurements whose tables include unsolved samples.
func (s *Spec) included() (kinds []string) {
	for _, m := range s.measures() {
		if m.Shown.(*config.Treatment).Unsolved == "include" {
			kinds = append(kinds, m.Kind)
		}
	}
	return kinds
}

// measures are the measurements that any point makes, of its first one, sorted by kind.
func (s *Spec) measures() (list []*config.Section) {
	var last *Point
	for _, p := range s.Points {
		if last != nil && slices.Equal(p.measures, last.measures) {
			continue
		}
		last = p
		for _, m := range p.measures {
			if !slices.ContainsFunc(list, func(other *config.Section) bool { return other.Kind == m.Kind }) {
				list = append(list, m)
			}
		}
	}
	slices.SortFunc(list, byKind)
	return list
}

// mostTasks is the limit of a plan. Beyond it a mistake is likelier than
// intention.
const mostTasks = 1_000_000

var (
	safe     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`) // as the name of a file
	sections = []string{"model", "instance", "algorithm", "measure", "theory", "figure", addedSection}
)

// CheckName says what is wanted of a name that cannot be that of an experiment and its folder, on any
// system; "" of one that can.
func CheckName(name string) (want string) {
	switch {
	case len(name) > 100 || !safe.MatchString(name):
		return "want a name for a folder: letters, digits and . _ - only, at most 100"
	case files.Reserved(name):
		return "want another name for a folder: Windows cannot have this one"
	}
	return ""
}

// readHeader reads the keys above the sections.
func (s *Spec) readHeader(d *config.Document) error {
	s.header = defaultHeader(strings.TrimSuffix(filepath.Base(s.File), filepath.Ext(s.File)))
	if err := d.Fill("", d.Root, &s.header, sections...); err != nil {
		return err
	}
	if r := s.Sampling.Rule; r != nil {
		if err := r.complete(d); err != nil {
			return err
		}
	}
	s.Samples = s.Sampling.most()
	if want := CheckName(s.Name); want != "" {
		return d.Fault("name", config.Show(s.Name), want)
	}
	return nil
}

// theoryAlone tells whether a config asks for theory and for no experiment: a
// plan without tasks.
func (s *Spec) theoryAlone(d *config.Document) bool {
	for _, name := range []string{"model", "instance", "algorithm"} {
		if _, given := d.Root[name]; given {
			return false
		}
	}
	named := func(list string) int { t, _ := d.Root[list].(config.Tree); return len(t) }
	return named("theory") > 0 && named("measure") == 0 && len(d.Sweep)+len(d.Variants) == 0
}

// Commands are the command lines of programs that tasks run, in the order of the points.
func (s *Spec) Commands() (list [][]string) {
	for _, p := range s.Points {
		words := p.Algorithm.About().Runs
		if len(words) > 0 && !slices.ContainsFunc(list, func(other []string) bool { return slices.Equal(other, words) }) {
			list = append(list, words)
		}
	}
	return list
}

// Allow is the mistake of a config that would run a program, unless that is allowed: nobody is to run
// what he has not read.
func (s *Spec) Allow(commands bool) error {
	list := s.Commands()
	if commands || len(list) == 0 {
		return nil
	}
	return &say.Error{Where: s.File, Key: "algorithm.run", Want: "would run " + say.CommandLine(list[0]) + "; want" + s.Flags() + ", when you have read it"}
}

// Flags are what fbp run and fbp submit want behind a config, with a blank before it: --allow-commands, for
// one that runs programs. Commands that are printed have them. A spec that could not be made has none.
func (s *Spec) Flags() string {
	if s == nil || len(s.Commands()) == 0 {
		return ""
	}
	return " --allow-commands"
}

// Claims tells whether any algorithm leaves weights.
func (s *Spec) Claims() bool {
	return slices.ContainsFunc(s.Points, func(p *Point) bool { return !p.Algorithm.About().Numbers })
}
