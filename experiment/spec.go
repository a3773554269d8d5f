package experiment

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fbp/instances"
	"fbp/internal/files"
	"fbp/model"
)

// Spec is a config understood: every key known, typed, in range and filled in,
// at every point of the sweep. It is what Plan makes tasks of.
type Spec struct {
	header
	File     string
	Swept    []string  // paths of the swept keys, the slowest first
	Points   []*Point  // the cross product of their values; one point if there is no sweep
	Theories []*Theory // in the order of the file
	Warnings []string  // what --set left out of the config
	figure   *section  // nil: none is drawn
	axes     []axis
	doc      *document // for the places of mistakes that show later
}

// header is the part of a config above the sections.
type header struct {
	Name    string `toml:"name" help:"of the experiment and of its folder in results"`
	Seed    int64  `toml:"seed" min:"0" help:"master seed of all random numbers"`
	Samples int    `toml:"samples" min:"1" max:"1000000" help:"independent instances at every point of the sweep"`
}

// defaultHeader is what a config has that says nothing above its sections.
func defaultHeader(name string) header { return header{Name: name, Seed: 1, Samples: 10} }

// Point is one point of the sweep: what its samples have in common.
type Point struct {
	Values    []any // of the swept keys
	N, P      int   // inputs and patterns
	Model     model.Model
	Source    instances.Source
	Algorithm Algorithm
	Measures  []Measure // sorted by kind

	model, instance, algorithm *section
	measures                   []*section
}

// Measure is a measurement with its kind.
type Measure struct {
	Kind string
	Measurement
	Skips bool // samples without a solution: it means nothing there
}

// Treatment is what becomes of a measurement. It changes no task, and is no part
// of its hash, but for a measurement around solutions (see [AroundSolutions]):
// that is not made at all where the tables would leave it out.
type Treatment struct {
	Unsolved string `toml:"unsolved" oneof:"skip|include" help:"samples without a solution: left out of the means of its tables, or in them"`
}

// shown are the points as the tables show them.
func (s *Spec) shown() []PlanPoint {
	points := make([]PlanPoint, len(s.Points))
	for i, p := range s.Points {
		points[i] = p.shown()
	}
	return points
}

// included are the kinds of measurements whose tables include unsolved samples.
func (s *Spec) included() (kinds []string) {
	if len(s.Points) == 0 {
		return nil
	}
	for _, m := range s.Points[0].measures {
		if m.shown.(*Treatment).Unsolved == "include" {
			kinds = append(kinds, m.kind)
		}
	}
	return kinds
}

// Limits of a plan. Beyond them a slip of the pen is likelier than a wish.
const (
	mostTasks  = 1_000_000
	mostPoints = 1_000_000
)

// Load reads a config file and the --set arguments on top of it.
func Load(file string, sets []string, c *Catalog) (*Spec, error) {
	return LoadContext(context.Background(), file, sets, c)
}

// LoadContext is Load; it reads the files that the config names until ctx is
// cancelled, and then ends with ErrInterrupted.
func LoadContext(ctx context.Context, file string, sets []string, c *Catalog) (*Spec, error) {
	text, err := files.ReadInput(file, files.Small)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, &ConfigError{Where: file, Want: err.Error()}
	}
	return parse(ctx, file, string(text), sets, c)
}

// Parse understands the text of a config. Errors are *ConfigError: one line,
// with the place of the mistake.
func Parse(file, text string, sets []string, c *Catalog) (*Spec, error) {
	return parse(context.Background(), file, text, sets, c)
}

func parse(ctx context.Context, file, text string, sets []string, c *Catalog) (*Spec, error) {
	d, err := parseDocument(file, text)
	if err != nil {
		return nil, err
	}
	d.ctx = ctx
	for _, arg := range sets {
		if err := d.set(arg); err != nil {
			return nil, err
		}
	}
	d.switchKinds(c)
	s := &Spec{File: file, Warnings: d.warnings, axes: d.sweep, doc: d}
	if err := s.readHeader(d); err != nil {
		return nil, err
	}
	if !s.theoryAlone(d) {
		if err := s.readPoints(d, c); err != nil {
			return nil, err
		}
	}
	if err := s.readTheories(d, s.shown()); err != nil {
		return nil, err
	}
	return s, s.readFigure(d, c)
}

var (
	safeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
	sections = []string{"model", "instance", "algorithm", "measure", "theory", "figure"}
)

// SafeName tells whether a name can be that of an experiment.
func SafeName(name string) bool { return safeName.MatchString(name) }

// readHeader reads the keys above the sections.
func (s *Spec) readHeader(d *document) error {
	s.header = defaultHeader(strings.TrimSuffix(filepath.Base(s.File), filepath.Ext(s.File)))
	if err := d.fill("", d.root, &s.header, sections...); err != nil {
		return err
	}
	if !safeName.MatchString(s.Name) {
		return d.fault("name", show(s.Name), "want a name for a folder: letters, digits and . _ - only, at most 100")
	}
	return nil
}

// theoryAlone tells whether a config asks for theory and for no experiment: a
// plan without tasks.
func (s *Spec) theoryAlone(d *document) bool {
	for _, name := range []string{"model", "instance", "algorithm"} {
		if _, given := d.root[name]; given {
			return false
		}
	}
	named := func(list string) int { t, _ := d.root[list].(table); return len(t) }
	return named("theory") > 0 && named("measure") == 0 && len(d.sweep) == 0
}

// readFigure reads [figure]; without one, the first kind of figure that draws
// a measurement of this config, or the success of a sweep over α.
func (s *Spec) readFigure(d *document, c *Catalog) (err error) {
	construct := func(f func() Figure) any { return f() }
	if _, given := d.root["figure"]; given {
		if s.figure, err = build(d, "figure", c.Figures, construct); err != nil {
			return err
		}
		if err := s.figure.value.(Figure).Validate(); err != nil {
			return d.invalid("figure", s.figure, err)
		}
		if f, ok := s.figure.value.(interface {
			check(*document, *Catalog, []*Theory) error
		}); ok {
			return f.check(d, c, s.Theories)
		}
		return nil
	}
	for _, kind := range sorted(c.Figures) {
		f := c.Figures[kind]()
		if len(s.Points) > 0 && slices.ContainsFunc(s.Points[0].Measures, func(m Measure) bool { return m.Kind == f.Table() }) {
			s.figure = newSection(kind, f)
			return nil
		}
	}
	if success, known := c.Figures["success"]; known && len(s.Points) > 0 && d.sweepsLoad() {
		s.figure = newSection("success", success())
	}
	return nil
}

// Figure is what the run draws at its end, nil for nothing.
func (s *Spec) Figure() Figure {
	if s.figure == nil {
		return nil
	}
	return s.figure.value.(Figure)
}
