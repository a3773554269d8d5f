package plan

import (
	"fmt"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/fault"
	"fbp/internal/say"
)

// Copies are samples that would be one result several times, with no spread at all:
// they learn the same patterns, and the search draws no random numbers.

// numbered tells whether each sample has files of its own.
func (p *Point) numbered() bool {
	return slices.ContainsFunc(p.Source.About().Files, func(key string) bool {
		path, _ := parameters(p.instance)[key].(string)
		return strings.Contains(path, "{sample}")
	})
}

// refuseCopies refuses several samples, and several searches, that would be copies.
func (s *Spec) refuseCopies(d *config.Document) error {
	for _, p := range s.Points {
		switch draws := p.Algorithm.About().Draws; {
		case draws:
		case s.Searches > 1:
			return d.Fault("searches", config.Show(int64(s.Searches)), fmt.Sprintf(
				"want 1: the search (algorithm.kind = %q) draws no random numbers, so that all would be the same", p.algorithm.Kind))
		case s.Samples > 1 && p.fixed && !p.numbered():
			return d.Fault(s.Sampling.key(), config.Show(int64(s.Samples)), fmt.Sprintf(
				"want samples = 1: every sample has the same patterns (instance.kind = %q), and the search (algorithm.kind = %q) draws no random numbers", p.instance.Kind, p.algorithm.Kind))
		}
	}
	return nil
}

// refuseCopied refuses samples of a point whose own files are the same: one instance would
// count as several.
func (s *Spec) refuseCopied(p *Point, tasks []Task) error {
	if !p.numbered() {
		return nil
	}
	first := map[string]int{}
	for _, t := range tasks {
		if twin, ok := first[t.Digest]; ok && twin != t.Sample {
			return s.taskError(p, fault.New("path", nil, "samples %d and %d would be the same: their files have the same content", twin, t.Sample))
		}
		first[t.Digest] = t.Sample
	}
	return nil
}

// twins is the mistake of two tasks that are the same: values of the sweep, or variants, that
// are equal or make no difference, as two values of alpha with the same P.
func (s *Spec) twins(p *Plan, a, b Task) error {
	e := &say.Error{Where: s.File}
	first, second := p.Points[a.Point], p.Points[b.Point]
	var differ [2][]string
	for i, key := range p.Swept {
		x, y := first.Values[i], second.Values[i]
		if x == y {
			continue
		}
		differ[0], differ[1] = append(differ[0], fmt.Sprintf("%s = %v", key, x)), append(differ[1], fmt.Sprintf("%s = %v", key, y))
		if k := slices.IndexFunc(s.axes, func(axis config.Axis) bool { return axis.Path == key }); k >= 0 {
			e.Where = s.axes[k].Where
		}
	}
	same := "the sweep, or the variants, have equal values"
	if len(differ[0]) > 0 {
		same = fmt.Sprintf("%s and %s make no difference, with P = %d patterns at n = %d",
			strings.Join(differ[0], ", "), strings.Join(differ[1], ", "), first.P, first.N)
	}
	e.Want = fmt.Sprintf("tasks %d and %d would be the same (%s): %s", a.Number, b.Number, b.ID, same)
	return e
}
