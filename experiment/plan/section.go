package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/instances"
	"fbp/model"
)

// Decoding, if it is not nil, is told the path of every section that is decoded, of a config or of
// plan.json. Tests count with it: each distinct section is decoded once by a command.
var Decoding func(path string)

// decoding tells that a section is decoded.
func decoding(path string) {
	if Decoding != nil {
		Decoding(path)
	}
}

// partsOfPoints are the sections that points have, in the order of plan.json.
var partsOfPoints = []string{"model", "instance", "algorithm", "measure"}

// sectionLine is a section in plan.json.
type sectionLine struct {
	Of        string          `json:"of"`                  // one of partsOfPoints
	Params    json.RawMessage `json:"params"`              // the text that is hashed, without names of files
	Treatment json.RawMessage `json:"treatment,omitempty"` // of a measurement
}

// pointLine is a point in plan.json, with the numbers of its sections.
type pointLine struct {
	ShownPoint
	sectionsOf
}

// sectionsOf are the numbers of the sections of a point.
type sectionsOf struct {
	Model     int   `json:"model"`
	Instance  int   `json:"instance"`
	Algorithm int   `json:"algorithm"`
	Measures  []int `json:"measures"` // of a point of the sweep all, also those that compare its solutions
}

// lineOf is a section as plan.json has it: names of files are not in it, since a task depends on
// what is in them.
func lineOf(of string, s *config.Section) sectionLine {
	line := sectionLine{Of: of, Params: json.RawMessage(textOf(s))}
	if of == "measure" {
		line.Treatment = config.ToJSON(config.Settings(s.Shown))
	}
	return line
}

// textOf is the text that is hashed of a section, without names of files.
func textOf(s *config.Section) string {
	keys := parameters(s)
	if !hashesTreatment(s) {
		for _, key := range config.KeysOf(config.DefaultTreatment()) {
			delete(keys, key)
		}
	}
	for _, name := range filesOf(s.Value) {
		delete(keys, name)
	}
	return string(config.ToJSON(keys))
}

// hashesTreatment tells whether a task depends on the treatment of a measurement: one of the surroundings
// of solutions is not made where the tables would leave it out.
func hashesTreatment(s *config.Section) bool {
	t, is := s.Shown.(*config.Treatment)
	return is && kinds.About(s.Value).Around && t.Unsolved != "skip"
}

// addSections notes the sections of all points of a plan, equal ones once.
func (p *Plan) addSections() {
	numbers, known := map[string]int{}, map[*config.Section]int{}
	number := func(of string, s *config.Section) int {
		if n, is := known[s]; is {
			return n
		}
		l := lineOf(of, s)
		key := string(line(l))
		n, is := numbers[key]
		if !is {
			n = len(p.sections)
			p.sections, numbers[key] = append(p.sections, l), n
		}
		known[s] = n
		return n
	}
	p.has = nil
	for _, point := range p.points {
		own := sectionsOf{Model: number("model", point.model), Instance: number("instance", point.instance), Algorithm: number("algorithm", point.algorithm), Measures: []int{}}
		for _, m := range point.measures {
			own.Measures = append(own.Measures, number("measure", m))
		}
		p.has = append(p.has, own)
	}
}

// checkSections refuses points, read from a file, that have no such sections.
func (p *Plan) checkSections() error {
	is := func(of string, number int) bool {
		return number >= 0 && number < len(p.sections) && p.sections[number].Of == of
	}
	for i, own := range p.has {
		if !is("model", own.Model) || !is("instance", own.Instance) || !is("algorithm", own.Algorithm) ||
			slices.ContainsFunc(own.Measures, func(m int) bool { return !is("measure", m) }) {
			return fmt.Errorf("point %d has sections that are not there", i)
		}
	}
	return nil
}

// Decode makes of the parameters in a plan that was read from a folder the decoded kinds of its points,
// each section once for the model and the algorithm that its defaults follow. Kinds and keys that the
// catalog does not have are errors. Nothing is to be done for a plan of a config.
func (c *Catalog) Decode(p *Plan) error {
	if len(p.points) == len(p.Points) {
		return nil
	}
	d := decoder{catalog: c, plan: p, known: map[decodedFor]*config.Section{}, last: map[int]*config.Section{}, models: map[*config.Section]model.Model{}}
	points := make([]*Point, len(p.Points))
	for i, own := range p.has {
		point, err := d.point(p.Points[i], own)
		if err != nil {
			return err
		}
		points[i] = point
	}
	p.points = points
	return nil
}

// decoder decodes the sections of a plan.
type decoder struct {
	catalog *Catalog
	plan    *Plan
	known   map[decodedFor]*config.Section
	last    map[int]*config.Section // of a number
	models  map[*config.Section]model.Model
}

// decodedFor is a section with those that its defaults follow.
type decodedFor struct {
	number           int
	model, algorithm *config.Section
	learned          model.Learned
}

// point is a point of the plan with its sections decoded.
func (d *decoder) point(shown ShownPoint, own sectionsOf) (p *Point, err error) {
	p = &Point{Values: shown.Values, N: shown.N, P: shown.P}
	if p.model, err = d.section(own.Model, p); err != nil {
		return nil, err
	}
	if d.models[p.model] == nil {
		d.models[p.model] = p.model.Value.(model.Section).Model()
	}
	p.Model = d.models[p.model]
	if p.instance, err = d.section(own.Instance, p); err != nil {
		return nil, err
	}
	p.Source = p.instance.Value.(instances.Source)
	p.real = p.Source.About().Real
	if p.algorithm, err = d.section(own.Algorithm, p); err != nil {
		return nil, err
	}
	p.Algorithm = p.algorithm.Value.(kinds.Algorithm)
	for _, number := range own.Measures {
		m, err := d.section(number, p)
		if err != nil {
			return nil, err
		}
		p.measures = append(p.measures, m)
	}
	p.addMeasures(shown.Pairs)
	return p, nil
}

// section is a section of the plan, decoded for the model and the algorithm of a point. Points share it.
func (d *decoder) section(number int, p *Point) (*config.Section, error) {
	l := d.plan.sections[number]
	key := decodedFor{number: number}
	if l.Of == "algorithm" || l.Of == "measure" {
		key.model = p.model
	}
	switch l.Of {
	case "algorithm":
		key.learned = p.learned()
	case "measure":
		key.algorithm = p.algorithm
	}
	if s, known := d.known[key]; known {
		return s, nil
	}
	s, err := l.decode(d.catalog.kinds(l.Of, p))
	if err != nil {
		return nil, err
	}
	if old := d.last[number]; old != nil && reflect.DeepEqual(old.Value, s.Value) {
		s = old
	}
	d.known[key], d.last[number] = s, s
	return s, nil
}

// decode makes the struct of one of the kinds, whose keys are all there.
func (l sectionLine) decode(kinds map[string]func() any) (*config.Section, error) {
	s, err := l.filled(kinds)
	if err != nil {
		return nil, err
	}
	if again := textOf(s); again != s.JSON {
		return nil, fmt.Errorf("%s.kind = %q: decoded it is %s", l.Of, s.Kind, again)
	}
	return s, nil
}

// filled makes the struct of one of the kinds.
func (l sectionLine) filled(kinds map[string]func() any) (*config.Section, error) {
	decoding(l.Of)
	s := &config.Section{JSON: string(l.Params)}
	keys, ok := fromJSON(s.JSON).(map[string]any)
	if s.Kind, _ = keys["kind"].(string); !ok || kinds[s.Kind] == nil {
		return nil, fmt.Errorf("there is no kind %q of %s", s.Kind, l.Of)
	}
	s.Value = kinds[s.Kind]()
	shown := keys
	switch l.Of {
	case "measure":
		s.Shown, shown = config.DefaultTreatment(), fromJSON(string(l.Treatment)).(map[string]any)
	case "algorithm":
		s.Shown = config.DefaultDrawing()
	}
	skip := []string{"kind"}
	if s.Shown != nil {
		if err := config.Refill(l.Of, shown, s.Shown, append(config.KeysOf(s.Value), "kind")...); err != nil {
			return nil, err
		}
		skip = append(skip, config.KeysOf(s.Shown)...)
	}
	return s, config.Refill(l.Of, keys, s.Value, skip...)
}

// Followed are the keys of the algorithm of a decoded point whose defaults follow the model and the patterns, with what each
// would be if the config had all others, and neither it nor a preset.
func (c *Catalog) Followed(p *Point) (map[string]any, error) {
	followed, kinds := map[string]any{}, c.kinds("algorithm", p)
	for key := range p.Algorithm.About().Follows {
		l := sectionLine{Of: "algorithm"}
		params := parameters(p.algorithm)
		delete(params, key)
		l.Params = config.ToJSON(params)
		s, err := l.filled(kinds)
		if err != nil {
			return nil, err
		}
		followed[key] = parameters(s)[key]
	}
	return followed, nil
}

// Stream names the random numbers of the search of a task: its own name, or that of its sample.
func (p *Point) Stream(t Task) string {
	if p.algorithm.Shown.(*config.Drawing).Stream == "sample" {
		return fmt.Sprintf("sample %d search %d", t.Sample, t.Search)
	}
	return t.Solution
}

// treated is the treatment of the samples of a measurement.
func treated(s *config.Section) *config.Treatment { return s.Shown.(*config.Treatment) }

// check refuses a line that is no section, as far as that can be seen without a catalog.
func (l sectionLine) check() error {
	switch {
	case !slices.Contains(partsOfPoints, l.Of):
		return fmt.Errorf("there is no section %q", l.Of)
	case !strings.HasPrefix(string(l.Params), "{") || (l.Of == "measure") != (l.Treatment != nil):
		return errors.New("a section that is none")
	case l.Treatment != nil && !strings.HasPrefix(string(l.Treatment), "{"):
		return errors.New("a treatment that is none")
	}
	return nil
}
