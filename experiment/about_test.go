package experiment

import (
	"slices"
	"testing"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/model"
)

// TestAbout: what every kind of the catalog says of itself is whole, and fits its keys and what else it is.
func TestAbout(t *testing.T) {
	c := Standard()
	for _, section := range c.Models {
		m := section().Model()
		for kind, construct := range c.Algorithms {
			a := construct(m)
			of, keys := a.About(), config.KeysOf(a)
			whole(t, kind, of, keys)
			if of.Around || of.Source != nil || of.Grouping != model.Alone {
				t.Errorf("algorithm %s says what measurements say: %+v", kind, of)
			}
			if bound := of.Bind != nil; bound != (len(of.Files) > 0) {
				t.Errorf("algorithm %s has files %v and is bound: %v", kind, of.Files, bound)
			}
			if of.Bytes == nil && kind != "file" {
				t.Errorf("algorithm %s takes no memory", kind)
			}
		}
		for kind, construct := range c.Measurements {
			one := construct(m, c.Algorithms["fbp"](m))
			of := one.About()
			whole(t, kind, of, config.KeysOf(one))
			if of.Numbers || len(of.Files) > 0 {
				t.Errorf("measurement %s says what algorithms say: %+v", kind, of)
			}
			if _, between := config.Absent(one)["between"]; (between || slices.Contains(config.KeysOf(one), "between")) && of.Grouping == model.Alone {
				t.Errorf("measurement %s of one solution compares variants", kind)
			}
			if of.Source != nil && of.Source(&instances.Random{Size: instances.Size{P: 3}}) == nil {
				t.Errorf("measurement %s lacks nothing where there are patterns to learn alone", kind)
			}
		}
	}
}

// whole checks what algorithms and measurements say alike.
func whole(t *testing.T, kind string, of model.About, keys []string) {
	t.Helper()
	if len(of.Tables) == 0 {
		t.Errorf("%s says nothing of its readings", kind)
	}
	for _, l := range of.Tables {
		for _, name := range slices.Concat(l.At, l.Values) {
			if _, ok := l.Units[name]; !ok && name != "of" {
				t.Errorf("%s: %s of table %s has no unit", kind, name, l.Table)
			}
		}
	}
	for key, words := range of.Follows {
		if !slices.Contains(keys, key) {
			t.Errorf("%s: the default of key %q, which it does not have, is %s", kind, key, words)
		}
	}
	for _, key := range of.Files {
		if !slices.Contains(keys, key) {
			t.Errorf("%s has no key %q, which is to name files", kind, key)
		}
	}
}

// TestRealInputsOfKinds: those that take real inputs are those that are known to.
func TestRealInputsOfKinds(t *testing.T) {
	c := Standard()
	m := c.Models["perceptron"]().Model()
	var taken []string
	for kind, construct := range c.Algorithms {
		if real := construct(m).About().Real; real != nil && real() == nil {
			taken = append(taken, kind)
		}
	}
	for kind, construct := range c.Measurements {
		if real := construct(m, c.Algorithms["sbpi"](m)).About().Real; real != nil && real() == nil {
			taken = append(taken, kind)
		}
	}
	slices.Sort(taken)
	want := []string{"bp", "command", "cross_entropy", "decimation", "fbp", "file", "generalization", "hebb", "hinge", "lal", "landscape", "layered_bp", "linear_programs", "local_energy", "local_entropy", "neighbours", "overlaps", "sphere_monte_carlo", "stability"}
	if !slices.Equal(taken, want) {
		t.Errorf("real inputs: %v, want %v", taken, want)
	}
}

// TestGrouping: pairs and triples of searches in order, each once.
func TestGrouping(t *testing.T) {
	for g, want := range map[model.Grouping][][]int{
		model.Pairs:   {{0, 1}, {0, 2}, {1, 2}},
		model.Triples: {{0, 1, 2}},
		model.Others:  {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}},
	} {
		if got := g.Groups(3); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("grouping %d: %v, want %v", g, got, want)
		}
		if len(g.Groups(g.Least())) == 0 || len(g.Groups(g.Least()-1)) > 0 {
			t.Errorf("grouping %d: not at least %d", g, g.Least())
		}
	}
}
