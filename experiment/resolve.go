package experiment

import (
	"fmt"
	"slices"
	"strings"

	"fbp/instances"
	"fbp/model"
)

// readPoints resolves every point of the sweep.
func (s *Spec) readPoints(d *document, c *Catalog) error {
	points := 1
	for _, a := range d.sweep {
		s.Swept = append(s.Swept, a.path)
		if len(a.values) > mostPoints/points {
			return &ConfigError{Where: a.where, Key: a.path, Want: fmt.Sprintf("the sweep has more than %d points", mostPoints)}
		}
		points *= len(a.values)
	}
	if points > mostTasks/s.Samples {
		return d.fault("samples", show(int64(s.Samples)), fmt.Sprintf("%d points of the sweep would make more than %d tasks", points, mostTasks))
	}
	r := &resolver{doc: d, catalog: c, seen: map[string]*section{}, last: map[string]built{}}
	at := make([]int, len(d.sweep))
	for range points {
		values := make([]any, len(at))
		for i, a := range d.sweep {
			values[i] = a.values[at[i]]
		}
		p, err := r.point(values)
		if err != nil {
			return err
		}
		s.Points = append(s.Points, p)
		for i := len(at) - 1; i >= 0; i-- { // the last key runs fastest
			if at[i]++; at[i] < len(d.sweep[i].values) {
				break
			}
			at[i] = 0
		}
	}
	return nil
}

// resolver makes the points of a sweep, one after the other, from one document.
type resolver struct {
	doc     *document
	catalog *Catalog
	seen    map[string]*section // equal sections are kept once
	last    map[string]built    // the last section at a path
}

// built is a section with what its defaults followed.
type built struct{ section, model, algorithm *section }

// section builds the section at a path, or hands out the last one if nothing
// that it depends on is swept or has changed.
func (r *resolver) section(path string, p *Point, build func() (*section, error)) (*section, error) {
	last, ok := r.last[path]
	if ok && last.model == p.model && last.algorithm == p.algorithm && !r.swept(path) {
		return last.section, nil
	}
	s, err := build()
	if err != nil {
		return nil, err
	}
	key := path + " " + s.json
	if old, ok := r.seen[key]; ok {
		s = old
	}
	r.seen[key] = s
	r.last[path] = built{s, p.model, p.algorithm}
	return s, nil
}

// swept tells whether a key of the section at a path is swept.
func (r *resolver) swept(path string) bool {
	return slices.ContainsFunc(r.doc.sweep, func(a axis) bool { return strings.HasPrefix(a.path, path+".") })
}

// point resolves all sections at one point of the sweep. The values of the
// last point are overwritten, since every point sets the same keys.
func (r *resolver) point(values []any) (*Point, error) {
	for i, a := range r.doc.sweep {
		if err := r.doc.put(a.path, values[i], a.where); err != nil {
			return nil, err
		}
	}
	p := &Point{Values: values}
	for _, step := range []func(*Point) error{r.model, r.instance, r.algorithm, r.measures} {
		if err := step(p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (r *resolver) model(p *Point) error {
	s, err := r.section("model", p, func() (*section, error) {
		return build(r.doc, "model", r.catalog.Models, func(f func() model.Model) any { return f() })
	})
	if err != nil {
		return err
	}
	p.model, p.Model = s, s.value.(model.Model)
	p.N = p.Model.Inputs()
	return r.doc.invalid("model", s, p.Model.Validate())
}

func (r *resolver) instance(p *Point) error {
	s, err := r.section("instance", p, func() (*section, error) {
		return build(r.doc, "instance", r.catalog.Instances, func(f func() instances.Source) any { return f() })
	})
	if err != nil {
		return err
	}
	p.instance, p.Source = s, s.value.(instances.Source)
	source := hearing(r.doc.ctx, p.Source)
	err = source.Validate(p.Model)
	if err == nil {
		p.P, err = source.Count(p.Model)
	}
	if r.doc.ctx != nil && r.doc.ctx.Err() != nil {
		return ErrInterrupted
	}
	return r.doc.invalid("instance", s, err)
}

func (r *resolver) algorithm(p *Point) error {
	s, err := r.section("algorithm", p, func() (*section, error) {
		return build(r.doc, "algorithm", r.catalog.Algorithms, func(f func(model.Model) Algorithm) any { return f(p.Model) })
	})
	if err != nil {
		return err
	}
	p.algorithm, p.Algorithm = s, s.value.(Algorithm)
	if err := p.Algorithm.Validate(); err != nil {
		return r.doc.invalid("algorithm", s, err)
	}
	return r.doc.invalid("algorithm", s, p.Algorithm.Check(p.Model))
}

func (r *resolver) measures(p *Point) error {
	kinds, err := r.doc.table("measure")
	if err != nil {
		return err
	}
	for _, kind := range r.doc.inOrder("measure", kinds) {
		path := "measure." + kind
		s, err := r.section(path, p, func() (*section, error) {
			construct := func(f func(model.Model, Algorithm) Measurement) any { return f(p.Model, p.Algorithm) }
			s, err := build(r.doc, path, r.catalog.Measurements, construct, keysOf(&Treatment{})...)
			if err != nil {
				return nil, err
			}
			treatment := &Treatment{Unsolved: "skip"}
			if err := s.show(r.doc, path, treatment); err != nil {
				return nil, err
			}
			if aroundSolutions(s.value) && treatment.Unsolved != "skip" {
				s.hashShown()
			}
			return s, nil
		})
		if err != nil {
			return err
		}
		m := s.value.(Measurement)
		if err := m.Validate(); err != nil {
			return r.doc.invalid(path, s, err)
		}
		if err := m.Check(p.Model); err != nil {
			return r.doc.invalid(path, s, err)
		}
		if c, ok := m.(SourceChecker); ok {
			if err := c.CheckSource(p.Source); err != nil {
				return r.doc.invalid(path, s, err)
			}
		}
		p.measures = append(p.measures, s)
	}
	slices.SortFunc(p.measures, func(a, b *section) int { return strings.Compare(a.kind, b.kind) })
	for _, s := range p.measures {
		skips := aroundSolutions(s.value) && s.shown.(*Treatment).Unsolved == "skip"
		p.Measures = append(p.Measures, Measure{s.kind, s.value.(Measurement), skips})
	}
	return nil
}
