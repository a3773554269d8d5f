package plan

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/instances"
	"fbp/internal/say"
	"fbp/model"
)

// readPoints resolves every point of the sweep.
func (s *Spec) readPoints(ctx context.Context, d *config.Document, c *Catalog) error {
	points := max(1, len(d.Variants))
	s.Swept = sweptIn(d)
	for _, a := range d.Sweep {
		if len(a.Values) > config.MostPoints/points {
			return &say.Error{Where: a.Where, Key: a.Path, Want: fmt.Sprintf("the sweep has more than %d points", config.MostPoints)}
		}
		points *= len(a.Values)
	}
	if points > mostTasks/s.Samples/s.Searches {
		return d.Fault(s.Sampling.key(), config.Show(int64(s.Samples)), fmt.Sprintf("%s would make more than %d tasks", s.times(points), mostTasks))
	}
	r := &resolver{doc: d, catalog: c, seen: map[string]*config.Section{}, last: map[string]built{}, models: map[*config.Section]model.Model{}}
	if err := d.CheckVariants(); err != nil {
		return err
	}
	defer func() {
		s.Warnings = slices.Concat(s.Warnings, config.Left(r.begun, r.who), d.Unreached(r.begun, r.who), r.left)
	}()
	if len(d.Variants) == 0 {
		return s.sweepPoints(ctx, r, nil)
	}
	for i, v := range d.Variants {
		own, begun, err := d.Varied(i, c.Chooses)
		if err != nil {
			return err
		}
		r.notice(begun, config.Show(v.Name))
		r.doc, r.last = own, map[string]built{}
		if err := s.sweepPoints(ctx, r, []any{v.Name}); err != nil {
			return err
		}
	}
	return nil
}

// variantKey is the leading key of the sweep of a config with variants: their names.
const variantKey = "variant"

// sweptIn are the paths of the swept keys of a config.
func sweptIn(d *config.Document) (paths []string) {
	if len(d.Variants) > 0 {
		paths = append(paths, variantKey)
	}
	for _, a := range d.Sweep {
		paths = append(paths, a.Path)
	}
	return paths
}

// sweepPoints resolves every point of the sweep of one variant, whose name leads the
// values; none without variants.
func (s *Spec) sweepPoints(ctx context.Context, r *resolver, lead []any) error {
	d := r.doc
	at, points := make([]int, len(d.Sweep)), 1
	for _, a := range d.Sweep {
		points *= len(a.Values)
	}
	for range points {
		values := make([]any, len(at))
		for i, a := range d.Sweep {
			values[i] = a.Values[at[i]]
		}
		p, err := r.point(ctx, values)
		if err != nil {
			return err
		}
		p.Values = slices.Concat(lead, values)
		s.Points = append(s.Points, p)
		for i := len(at) - 1; i >= 0; i-- { // the last key runs fastest
			if at[i]++; at[i] < len(d.Sweep[i].Values) {
				break
			}
			at[i] = 0
		}
	}
	return nil
}

// resolver makes the points of a sweep, one after the other, from one document.
type resolver struct {
	doc     *config.Document
	catalog *Catalog
	seen    map[string]*config.Section // equal sections are kept once
	last    map[string]built           // the last section at a path
	models  map[*config.Section]model.Model
	begun   []config.Beginning // tables that variants and points of the sweep begin anew,
	who     []string           // and which do
	left    []string           // what other keys leave out
}

// notice notes tables that begin anew.
func (r *resolver) notice(begun []config.Beginning, who string) {
	for _, b := range begun {
		r.begun, r.who = append(r.begun, b), append(r.who, who)
	}
}

func (r *resolver) leaves(text string) {
	if text != "" && !slices.Contains(r.left, text) {
		r.left = append(r.left, text)
	}
}

// built is a section with what its defaults followed.
type built struct {
	section, model, algorithm *config.Section
	learned                   model.Learned
}

// section is the section at a path, built or the last one if nothing that it depends on
// is swept or has changed.
func (r *resolver) section(path string, p *Point) (*config.Section, error) {
	last, ok := r.last[path]
	if ok && last.model == p.model && last.algorithm == p.algorithm && (last.learned == p.learned() || path != "algorithm") && !r.swept(path) {
		return last.section, nil
	}
	s, err := r.build(path, p)
	if err != nil {
		return nil, err
	}
	key := path + " " + s.JSON
	if old, ok := r.seen[key]; ok && reflect.DeepEqual(old.Value, s.Value) { // what follows the model is in no key
		s = old
	}
	r.seen[key] = s
	r.last[path] = built{s, p.model, p.algorithm, p.learned()}
	return s, nil
}

// build builds the section at a path for the model and the algorithm of a point.
func (r *resolver) build(path string, p *Point) (*config.Section, error) {
	decoding(path)
	section, _, measures := strings.Cut(path, ".")
	kinds := r.catalog.kinds(section, p)
	var shown any
	switch {
	case measures:
		shown = config.DefaultTreatment()
	case section == "algorithm":
		shown = config.DefaultDrawing()
	}
	s, err := config.Build(r.doc, path, kinds, shown)
	if err == nil && (section == "algorithm" || hashesTreatment(s)) {
		s.HashShown()
	}
	return s, err
}

// swept tells whether a key of the section at a path is swept.
func (r *resolver) swept(path string) bool {
	return slices.ContainsFunc(r.doc.Sweep, func(a config.Axis) bool { return config.Within(a.Path, path) })
}

// point resolves all sections at one point of the sweep. The values of the
// last point are overwritten, since every point sets the same keys.
func (r *resolver) point(ctx context.Context, values []any) (*Point, error) {
	doc := r.doc
	defer func() { r.doc = doc }()
	own, begun, err := doc.AtPoint(values, r.catalog.Chooses)
	if err != nil {
		return nil, err
	}
	r.doc = own
	r.notice(begun, "the sweep")
	p := &Point{Values: values}
	instance := func(p *Point) error { return r.instance(ctx, p) }
	for _, step := range []func(*Point) error{r.model, instance, r.algorithm, r.measures, r.takeInputs} {
		if err := step(p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (r *resolver) model(p *Point) (err error) {
	if p.model, err = r.section("model", p); err != nil {
		return err
	}
	section := p.model.Value.(model.Section)
	if s, err := r.section("instance", p); err == nil {
		p.real = s.Value.(instances.Source).About().Real
	}
	if err := p.withoutSigns(section.Validate()); err != nil {
		return r.doc.Invalid("model", p.model, err)
	}
	if r.models[p.model] == nil {
		r.models[p.model] = section.Model()
	}
	p.Model = r.models[p.model]
	p.N = p.Model.Inputs()
	return nil
}

func (r *resolver) instance(ctx context.Context, p *Point) (err error) {
	if p.instance, err = r.section("instance", p); err != nil {
		return err
	}
	p.Source = p.instance.Value.(instances.Source)
	err = p.Source.Validate(ctx, p.Model)
	if err == nil {
		p.P, err = p.Source.Count(ctx, p.Model)
	}
	if fixed := p.Source.About().Fixed; fixed != nil && err == nil {
		p.fixed = fixed(ctx, p.Model)
	}
	if ctx.Err() != nil {
		return say.ErrInterrupted
	}
	return r.doc.Invalid("instance", p.instance, err)
}

func (r *resolver) algorithm(p *Point) error {
	s, err := r.section("algorithm", p)
	if err != nil {
		return err
	}
	p.algorithm, p.Algorithm = s, s.Value.(kinds.Algorithm)
	if err = p.Algorithm.Validate(); err == nil {
		err = p.Algorithm.Check(p.Model)
	}
	if own, left := r.doc.Idle("algorithm", err); own != nil {
		r.doc = own
		r.leaves(left)
		delete(r.last, "algorithm")
		return r.algorithm(p)
	}
	return r.doc.Invalid("algorithm", s, err)
}

func (r *resolver) measures(p *Point) error {
	named, err := r.doc.At("measure")
	if err != nil {
		return err
	}
	for _, kind := range r.doc.InOrder("measure", named) {
		path := "measure." + kind
		s, err := r.section(path, p)
		if err != nil {
			return err
		}
		if err := p.admits(kind, s.Value.(kinds.Measurement)); err != nil {
			return r.doc.Invalid(path, s, err)
		}
		p.measures = append(p.measures, s)
	}
	slices.SortFunc(p.measures, byKind)
	p.addMeasures(false)
	return nil
}

// byKind orders the sections of measurements.
func byKind(a, b *config.Section) int { return strings.Compare(a.Kind, b.Kind) }
