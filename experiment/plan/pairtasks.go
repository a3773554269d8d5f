package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fbp/model"
	"fbp/results"
)

// pairOfTasks are the numbers of the tasks whose solutions a task compares.
type pairOfTasks struct {
	A    int   `json:"a"`
	B    int   `json:"b"`
	More []int `json:"more,omitempty"` // those that it is given beside them
}

// All are these numbers.
func (p pairOfTasks) All() []int { return append([]int{p.A, p.B}, p.More...) }

// shown is a point of pairs as the tables show it, after the points of the sweep.
func (pair Pair) shown(points []ShownPoint) ShownPoint {
	shown := points[pair.A]
	if pair.between() {
		shown.With = points[pair.B].Values[0]
	}
	shown.Pairs, shown.Triples, shown.All = true, pair.Grouping == model.Triples, pair.Grouping == model.All
	return shown
}

// addPairs makes the tasks of all points of pairs, sample by sample: of the groups of searches of a
// point, of every search of a variant with every one of another, or of each search at two values of a key.
func (p *Plan) addPairs(s *Spec) {
	for i, point := range s.Pairs {
		groups := point.Pair.groups(s.Searches)
		for sample := range s.Samples {
			of := func(point, search int) int { return (point*s.Samples+sample)*s.Searches + search }
			for _, group := range groups {
				pair := &pairOfTasks{A: of(point.Pair.A, group[0]), B: of(point.Pair.B, group[1])}
				for _, z := range group[2:] {
					pair.More = append(pair.More, of(point.Pair.A, z))
				}
				t := Task{Number: len(p.Tasks), Point: len(s.Points) + i, Sample: sample, Pair: pair}
				p.namePair(&t, point)
				p.Tasks = append(p.Tasks, t)
			}
		}
	}
}

// namePair names a task after the solutions that it compares.
func (p *Plan) namePair(t *Task, point *Point) {
	a := p.Tasks[t.Pair.A]
	t.Solution, t.With, t.Digest, t.Fingerprint = a.Solution, p.with(t.Pair), a.Digest, a.Fingerprint
	t.ID = fmt.Sprintf("%s-n%d-p%d-pair-s%03d-%s", point.model.Kind, point.N, point.P, t.Sample, NameOf(point.Params(t), p.Seed, t.Sample, 0))
}

// with names the solutions of a pair but for the first, with spaces between them.
func (p *Plan) with(pair *pairOfTasks) string {
	var names []string
	for _, number := range pair.All()[1:] {
		names = append(names, p.Tasks[number].Solution)
	}
	return strings.Join(names, " ")
}

// checkPair refuses a task, read from a file, that compares what is not there.
func (p *Plan) checkPair(t Task) error {
	switch {
	case t.Pair == nil && t.With == "":
		return nil
	case t.Pair == nil || slices.Min(t.Pair.All()) < 0 || slices.Max(t.Pair.All()) >= len(p.Tasks):
		return errors.New("a pair of tasks that are not there")
	}
	compares := func(number int) bool { return p.Tasks[number].Pair != nil }
	if slices.ContainsFunc(t.Pair.All(), compares) || t.Solution != p.Tasks[t.Pair.A].Solution || t.With != p.with(t.Pair) {
		return errors.New("not the pair of the solutions that it names")
	}
	return nil
}

// Between tells whether any pairs are of variants.
func (p *Plan) Between() bool {
	return slices.ContainsFunc(p.Points, func(s ShownPoint) bool { return s.With != nil })
}

// PairColumns are the columns that tell the pairs of a point apart: sample, and the
// two searches where a sample has several, or three where some tasks have that many.
func (p *Plan) PairColumns() []string {
	columns := []string{"sample", "search_a", "search_b", "search_c"}
	switch {
	case p.Searches <= 1:
		return columns[:1]
	case slices.ContainsFunc(p.Points, func(s ShownPoint) bool { return s.Triples }):
		return columns
	}
	return columns[:3]
}

// PairCells are the cells of these columns for a task.
func (p *Plan) PairCells(t Task) []results.Value {
	cells := []results.Value{results.Int(t.Sample), results.Int(p.Tasks[t.Pair.A].Search), results.Int(p.Tasks[t.Pair.B].Search), results.Missing}
	switch at := p.Points[t.Point]; {
	case at.All:
		cells[1], cells[2] = results.Missing, results.Missing
	case at.Triples && len(t.Pair.More) > 0:
		cells[3] = results.Int(p.Tasks[t.Pair.More[0]].Search)
	}
	return cells[:len(p.PairColumns())]
}
