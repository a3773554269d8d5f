package plan

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/internal/fault"
	"fbp/internal/say"
	"fbp/model"
)

// Pair is what a point of pairs compares: solutions of two points of the sweep, which are the same one, whose
// searches differ, or two of different variants, or at two values of a swept key.
type Pair struct {
	A, B     int // numbers of points
	Grouping model.Grouping
	Across   bool // B is at the first value of a swept key
}

// between tells whether variants are compared.
func (p Pair) between() bool { return p.A != p.B && !p.Across }

// groups are the searches of each task, of so many of a sample: those of A, and of B the one that is second.
func (p Pair) groups(searches int) (groups [][]int) {
	if p.A == p.B {
		return p.Grouping.Groups(searches)
	}
	for x := range searches {
		for y := range searches {
			if !p.Across || x == y {
				groups = append(groups, []int{x, y})
			}
		}
	}
	return groups
}

// readPairs makes the points of pairs from measurements that compare solutions.
func (s *Spec) readPairs(d *config.Document) error {
	for a, point := range s.Points {
		own := map[Pair][]*config.Section{}
		for _, m := range point.measures {
			is := kinds.About(m.Value)
			if is.Grouping == model.Alone {
				continue
			}
			pairs, err := s.pairsOf(a, is)
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
		return cmp.Or(cmp.Compare(x.Pair.A/per, y.Pair.A/per), cmp.Compare(x.Pair.B/per, y.Pair.B/per), cmp.Compare(x.Pair.A, y.Pair.A), cmp.Compare(x.Pair.B, y.Pair.B), cmp.Compare(x.Pair.Grouping, y.Pair.Grouping))
	})
	return nil
}

// pairTasks is the number of tasks of all points of pairs.
func (s *Spec) pairTasks() (n int) {
	for _, p := range s.Pairs {
		each := s.Searches * (s.Searches - 1) / 2
		switch {
		case p.Pair.Across:
			each = s.Searches
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

// pairsOf are the pairs that a measurement makes of a point with itself, with the one at the first value of a
// swept key, or with those of later variants at the same values of swept keys.
func (s *Spec) pairsOf(a int, is model.About) (pairs []Pair, err error) {
	if is.Across != "" {
		return s.acrossOf(a, is.Across)
	}
	names, grouping := is.Between, is.Grouping
	if len(names) == 0 {
		switch {
		case s.Searches >= grouping.Least():
			return []Pair{{A: a, B: a, Grouping: grouping}}, nil
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
		pairs = append(pairs, Pair{A: a, B: b, Grouping: model.Pairs})
	}
	return pairs, nil
}

// acrossOf is the pair of a point with the one at the first value of a swept key, whose other values are its own; none
// of that point itself.
func (s *Spec) acrossOf(a int, key string) ([]Pair, error) {
	var swept []string
	for _, axis := range s.axes {
		swept = append(swept, axis.Path)
	}
	axis := slices.Index(swept, key)
	switch {
	case axis < 0:
		return nil, fault.New("across", key, "want a key of [sweep]; %s", say.DidYouMean(key, swept))
	case len(s.axes[axis].Values) == 1:
		return nil, fault.New("across", key, "has one value in [sweep]; want two or more")
	}
	step := 1 // from one value of the key to the next
	for _, later := range s.axes[axis+1:] {
		step *= len(later.Values)
	}
	b := a - a/step%len(s.axes[axis].Values)*step
	switch {
	case a == b:
		return nil, nil
	case !s.Points[a].sameNetwork(s.Points[b]):
		return nil, fault.New("across", key, "its values make different models, and weights of different networks cannot be compared")
	}
	return []Pair{{A: a, B: b, Across: true}}, nil
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

// sameNetwork tells whether the weights of two points are those of one network; a margin may differ.
func (p *Point) sameNetwork(q *Point) bool {
	architecture := func(p *Point) map[string]any {
		m := fromJSON(p.model.JSON).(map[string]any)
		delete(m, "kappa")
		return m
	}
	return reflect.DeepEqual(architecture(p), architecture(q))
}

// comparable refuses variants whose networks differ, or whose samples are not the same instances.
func (p *Point) comparable(q *Point) error {
	names := []any{p.Values[0], q.Values[0]}
	if !p.sameNetwork(q) {
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
