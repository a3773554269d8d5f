package plan

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fbp/experiment/kinds"
	"fbp/model"
	"fbp/results"
)

// At is a point of the plan, of the sweep or of pairs, with its decoded kinds: those of the config that
// the plan was made of, or of plan.json after [Catalog.Decode].
func (p *Plan) At(point int) *Point { return p.points[point] }

// searches are the decoded points of the sweep, without those of pairs.
func (p *Plan) searches() []*Point {
	n := slices.IndexFunc(p.Points, func(at ShownPoint) bool { return at.Pairs })
	if n < 0 {
		n = len(p.Points)
	}
	return p.points[:n]
}

// Emitted are the layouts of the readings that searches of the plan may emit.
func (p *Plan) Emitted() (emitted []results.Layout) {
	for _, i := range p.Distinct() {
		if p.Points[i].Pairs {
			continue
		}
		at := p.points[i]
		own := kinds.InstanceTables(at.Model, at.Source.About().Alike)
		for _, maker := range at.kinds() {
			tables, _ := kinds.LayoutsOf(maker)
			own = append(own, tables...)
		}
		for _, l := range own {
			if !slices.ContainsFunc(emitted, func(o results.Layout) bool { return reflect.DeepEqual(o, l) }) {
				emitted = append(emitted, l)
			}
		}
	}
	return emitted
}

// Solver is the name of the algorithm of all searches in legends; "" where there are several, or where
// weights are taken from files.
func (p *Plan) Solver() (name string) {
	for n, i := range p.Distinct() {
		at := p.points[i]
		about := at.Algorithm.About()
		own := cmp.Or(about.Name, strings.ReplaceAll(at.algorithm.Kind, "_", " "))
		if n > 0 && own != name || at.FromFiles() {
			return ""
		}
		name = own
	}
	return name
}

// FromFiles tells whether nothing is searched for: weights are taken from files.
func (p *Point) FromFiles() bool {
	about := p.Algorithm.About()
	return len(about.Files) > 0 && about.Runs == nil
}

// Replicas is the number of weight vectors that a sweep of the search moves.
func (p *Point) Replicas() float64 {
	if replicas, several := parameters(p.algorithm)["replicas"].(int64); several {
		return float64(replicas)
	}
	return 1
}

// Distinct are the first points with each combination of sections.
func (p *Plan) Distinct() (points []int) {
	seen := map[string]bool{}
	for i, own := range p.has {
		key := fmt.Sprint(own, p.Points[i].Pairs)
		if !seen[key] {
			seen[key] = true
			points = append(points, i)
		}
	}
	return points
}

// Variants tells whether the points are of variants.
func (p *Plan) Variants() bool { return len(p.Swept) > 0 && p.Swept[0] == variantKey }

// learned is what defaults of the algorithm depend on.
func (p *Point) learned() model.Learned {
	if p.Source == nil {
		return model.Learned{}
	}
	about := p.Source.About()
	return model.Learned{Independent: !about.Real && !about.Alike, Load: float64(p.P) / float64(p.Model.Dim())}
}
