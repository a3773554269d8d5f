package plan

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/internal/fault"
	"fbp/internal/say"
	"fbp/model"
	"fbp/results"
)

// Pair is what a point of pairs compares: solutions of two points of the sweep, which
// are the same one, whose searches differ, or two of different variants.
type Pair struct {
	A, B     int // numbers of points
	Grouping model.Grouping
}

// between tells whether variants are compared.
func (p Pair) between() bool { return p.A != p.B }

// readPairs makes the points of pairs from measurements of two solutions.
func (s *Spec) readPairs(d *config.Document) error {
	for a, point := range s.Points {
		own := map[Pair][]*config.Section{}
		for _, m := range point.measures {
			two, ok := m.Value.(kinds.MeasurementOfTwo)
			if !ok {
				continue
			}
			pairs, err := s.pairsOf(a, two)
			if err != nil {
				return d.Invalid("measure."+m.Kind, m, err)
			}
			for _, pair := range pairs {
				own[pair] = append(own[pair], m)
			}
		}
		for pair, measures := range own {
			s.Pairs = append(s.Pairs, point.paired(pair, measures))
		}
	}
	if n := s.pairTasks(); n > mostTasks {
		return d.Fault("searches", config.Show(int64(s.Searches)), fmt.Sprintf("the pairs of solutions would make more than %d tasks", mostTasks))
	}
	per := len(s.Points) / max(1, len(s.variants))
	slices.SortFunc(s.Pairs, func(x, y *Point) int { // by variants, then as the sweep goes
		return cmp.Or(cmp.Compare(x.Pair.A/per, y.Pair.A/per), cmp.Compare(x.Pair.B/per, y.Pair.B/per), cmp.Compare(x.Pair.A, y.Pair.A), cmp.Compare(x.Pair.Grouping, y.Pair.Grouping))
	})
	return nil
}

// pairTasks is the number of tasks of all points of pairs.
func (s *Spec) pairTasks() (n int) {
	for _, p := range s.Pairs {
		each := s.Searches * (s.Searches - 1) / 2
		switch {
		case p.Pair.between():
			each = s.Searches * s.Searches
		case p.Pair.Grouping == model.Triples:
			each = each * (s.Searches - 2) / 3
		case p.Pair.Grouping == model.All:
			each = 1
		}
		n += s.Samples * each
	}
	return n
}

// pairsOf are the pairs that a measurement makes of a point with itself, or with those
// of later variants at the same values of swept keys.
func (s *Spec) pairsOf(a int, m kinds.MeasurementOfTwo) (pairs []Pair, err error) {
	names, grouping := m.Variants(), m.About().Grouping
	if len(names) == 0 {
		switch {
		case s.Searches >= grouping.Least():
			return []Pair{{a, a, grouping}}, nil
		case grouping == model.Pairs:
			return nil, fault.New("between", nil, "want two or more searches of each sample (searches = 2 at the top), or the names of variants here")
		}
		return nil, fault.New("kind", nil, "want %d or more searches of each sample (searches = %[1]d at the top)", grouping.Least())
	}
	if err := s.checkVariants(names); err != nil {
		return nil, err
	}
	per := len(s.Points) / len(s.variants)
	if !slices.Contains(names, s.variants[a/per].Name) {
		return nil, nil
	}
	for b := a + per; b < len(s.Points); b += per {
		if !slices.Contains(names, s.variants[b/per].Name) {
			continue
		}
		if err := s.Points[a].comparable(s.Points[b]); err != nil {
			return nil, err
		}
		pairs = append(pairs, Pair{A: a, B: b})
	}
	return pairs, nil
}

// checkVariants refuses names that are not those of two or more variants.
func (s *Spec) checkVariants(names []string) error {
	var known []string
	for _, v := range s.variants {
		known = append(known, v.Name)
	}
	for i, name := range names {
		switch {
		case !slices.Contains(known, name):
			return fault.New("between", names, "there is no variant %q; %s", name, say.DidYouMean(name, known))
		case slices.Contains(names[:i], name):
			return fault.New("between", names, "names variant %q twice", name)
		}
	}
	if len(names) == 1 {
		return fault.New("between", names, "want two variants or more")
	}
	return nil
}

// comparable refuses points whose samples are not the same instances, or whose weights
// are those of different networks; a margin may differ.
func (p *Point) comparable(q *Point) error {
	names := []any{p.Values[0], q.Values[0]}
	architecture := func(p *Point) map[string]any {
		m := fromJSON(p.model.JSON).(map[string]any)
		delete(m, "kappa")
		return m
	}
	if !reflect.DeepEqual(architecture(p), architecture(q)) {
		return fault.New("between", names, "the variants have different models, and weights of different networks cannot be compared")
	}
	a, b := fromJSON(p.instance.JSON), fromJSON(q.instance.JSON)
	if !reflect.DeepEqual(kinds.Untested(a), kinds.Untested(b)) || p.P != q.P {
		return fault.New("between", names, "the variants have different instances; want solutions of the same patterns")
	}
	return nil
}

// paired is the point of pairs of p, the first of each, and another or itself.
func (p *Point) paired(pair Pair, measures []*config.Section) *Point {
	q := *p
	q.Pair, q.Measures, q.measures = &pair, nil, measures
	q.addMeasures(true)
	return &q
}

// PairOfTasks are the numbers of the tasks whose solutions a task compares.
type PairOfTasks struct {
	A    int   `json:"a"`
	B    int   `json:"b"`
	More []int `json:"more,omitempty"` // those that it is given beside them
}

// All are these numbers.
func (p PairOfTasks) All() []int { return append([]int{p.A, p.B}, p.More...) }

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
// point, or of every search of a variant with every one of another.
func (p *Plan) addPairs(s *Spec) {
	for i, point := range s.Pairs {
		groups := point.Pair.Grouping.Groups(s.Searches)
		if point.Pair.between() {
			groups = nil
			for x := range s.Searches {
				for y := range s.Searches {
					groups = append(groups, []int{x, y})
				}
			}
		}
		for sample := range s.Samples {
			of := func(point, search int) int { return (point*s.Samples+sample)*s.Searches + search }
			for _, group := range groups {
				pair := &PairOfTasks{A: of(point.Pair.A, group[0]), B: of(point.Pair.B, group[1])}
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
func (p *Plan) with(pair *PairOfTasks) string {
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
