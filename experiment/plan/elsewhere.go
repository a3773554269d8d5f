package plan

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"fbp/experiment/config"
	"fbp/internal/fault"
	"fbp/model"
)

// Elsewhere are defaults that some models, or values of other keys, change.
type Elsewhere struct {
	Where  []string         // conditions, all of which hold: model.weights = "spherical"
	Values []config.Setting // the values as TOML
}

// Elsewhere are the defaults of an algorithm that differ from those of [Catalog.Kinds],
// which are those of one model. They are found by making the algorithm as a plan does:
// for every model, and for the words of its keys one by one, two by two, and three by
// three on the first model; for a word that only stands for other keys, as a preset does,
// alone. Each is told under the fewest conditions that give it; of several that hold, the
// last counts. What depends on the size of the model is left out.
func (c *Catalog) Elsewhere(kind string) (list []Elsewhere) {
	make, known := c.Algorithms[kind]
	if !known {
		return nil
	}
	usual := make(c.anyModel())
	complete(usual)
	s := &survey{kind: kind, make: make, usual: asTOML(config.Settings(usual))}
	if f, ok := usual.(Follower); ok {
		for key := range f.Follows() {
			s.follow = append(s.follow, key)
		}
	}
	all := alternatives(config.Describe(reflect.ValueOf(usual).Elem(), nil))
	models := c.settings()
	presets := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return !s.vanishes(models, w) })
	s.words = slices.DeleteFunc(all, func(w string) bool { return slices.Contains(presets, w) })
	for size := range 4 {
		for _, m := range models {
			if size == 3 && len(s.found) > s.seen {
				break
			}
			s.each(m, size)
		}
		s.explain()
	}
	s.words = presets
	for _, m := range models {
		s.each(m, 1)
	}
	s.explain()
	for _, r := range s.rules {
		for k, w := range r.where {
			r.where[k] = strings.Replace(w, moreThanOne, " > 1", 1)
		}
		i := slices.IndexFunc(list, func(e Elsewhere) bool { return slices.Equal(e.Where, r.where) })
		if i < 0 {
			i, list = len(list), append(list, Elsewhere{Where: r.where})
		}
		list[i].Values = append(list[i].Values, config.Setting{Key: r.key, Value: r.value})
	}
	return list
}

// complete fills in the defaults of a kind that follow its other keys, none of which is
// given.
func complete(kind any) {
	if c, ok := kind.(config.Completed); ok {
		c.Complete(func(string) bool { return false })
	}
}

// survey collects the defaults of an algorithm.
type survey struct {
	kind  string
	make  func(model.Model) Algorithm
	words []string // key = value, of keys other than their defaults
	usual map[string]string
	found []defaults
	seen  int // of those found, how many the rules explain

	follow []string // keys whose defaults are those of other sections
	rules  []changed
}

// changed is the default of a key under some conditions.
type changed struct {
	key, value string
	where      []string
}

// defaults are those of the algorithm where some conditions hold.
type defaults struct {
	where  []string
	given  []string // keys
	values map[string]string
}

// alternatives are the words that keys can have beside their default, and more than one
// where the default is one.
func alternatives(keys []config.Key) (list []string) {
	for _, k := range keys {
		for _, w := range k.Words {
			if text := config.TOML(w); !strings.Contains(k.Path, ".") && text != k.Default {
				list = append(list, k.Path+" = "+text)
			}
		}
		if k.Type == "integer" && k.Default == "1" && !strings.Contains(k.Path, ".") {
			list = append(list, k.Path+moreThanOne)
		}
	}
	return list
}

// vanishes tells whether a word is not among the keys of the algorithm that it makes: it
// stands for others.
func (s *survey) vanishes(models []setting, word string) bool {
	alone := survey{kind: s.kind, make: s.make}
	for _, m := range models {
		if alone.try(m, []string{word}); len(alone.found) > 0 {
			_, there := alone.found[0].values[keyOf(word)]
			return !there
		}
	}
	return false
}

// moreThanOne is what stands for every number above one.
const moreThanOne = " = 2"

// each makes the algorithm on a model with every choice of so many words, one of a key.
func (s *survey) each(m setting, size int) {
	sameKey := func(a, b string) bool { return keyOf(a) == keyOf(b) }
	for words := range choices(s.words, size) {
		if len(slices.CompactFunc(slices.Clone(words), sameKey)) == size {
			s.try(m, words)
		}
	}
}

// keyOf is the key of a word.
func keyOf(word string) string {
	key, _, _ := strings.Cut(word, " = ")
	return key
}

// try makes the algorithm on a model with some words, and with values of keys that these
// ask for; it is left out where the plan would refuse it.
func (s *survey) try(m setting, words []string) {
	extra := []string{}
	for range 4 {
		d, err := config.Parse("", fmt.Sprintf("[algorithm]\nkind = %q\n%s\n", s.kind, strings.Join(append(slices.Clone(words), extra...), "\n")))
		if err != nil {
			return
		}
		built, err := config.Build(d, "algorithm", map[string]func() any{s.kind: func() any { return s.make(m.model) }}, nil)
		if err != nil {
			return
		}
		a := built.Value.(Algorithm)
		err = a.Validate()
		if err == nil {
			if a.Check(m.model) != nil {
				return
			}
			found := defaults{where: slices.Concat(m.words, words), values: asTOML(config.Settings(a))}
			for _, w := range slices.Concat(words, extra) {
				found.given = append(found.given, keyOf(w))
			}
			s.found = append(s.found, found)
			return
		}
		var f *fault.Fault
		need := ""
		if errors.As(err, &f) {
			need = map[string]string{"rate": "rate = 0.01", "x": "x = 0.5", "pairs": "pairs = [[0.1, 2.0]]"}[f.Key]
		}
		if need == "" || slices.Contains(extra, need) {
			return
		}
		extra = append(extra, need)
	}
}

// explain adds rules for the defaults found last that differ from what the rules say.
func (s *survey) explain() {
	for ; s.seen < len(s.found); s.seen++ {
		at := s.found[s.seen]
		for _, key := range slices.Sorted(maps.Keys(at.values)) {
			if slices.Contains(at.given, key) || slices.Contains(s.follow, key) || s.says(at, key) == at.values[key] {
				continue
			}
			s.rules = append(s.rules, changed{key, at.values[key], s.fewest(at, key)})
		}
	}
}

// says is the default of a key by the rules so far.
func (s *survey) says(at defaults, key string) string {
	value := s.usual[key]
	for _, r := range s.rules {
		if r.key == key && holds(r.where, at.where) {
			value = r.value
		}
	}
	return value
}

// holds tells whether all conditions are among those that there are.
func holds(conditions, where []string) bool {
	return !slices.ContainsFunc(conditions, func(w string) bool { return !slices.Contains(where, w) })
}

// fewest are the fewest of the conditions of some defaults under which a key has the same
// value wherever it was found, but where it was given.
func (s *survey) fewest(at defaults, key string) []string {
	last := slices.Clone(at.where) // is tried first
	slices.Reverse(last)
	for size := 1; size < len(last); size++ {
		for some := range choices(last, size) {
			if !slices.ContainsFunc(s.found, func(o defaults) bool {
				return holds(some, o.where) && !slices.Contains(o.given, key) && o.values[key] != at.values[key]
			}) {
				slices.Reverse(some)
				return some
			}
		}
	}
	return at.where
}

// choices are all choices of so many of a list, in its order.
func choices(list []string, size int) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if size > len(list) {
			return
		}
		for next := combin.NewCombinationGenerator(len(list), size); next.Next(); {
			some := make([]string, size)
			for i, place := range next.Combination(nil) {
				some[i] = list[place]
			}
			if !yield(some) {
				return
			}
		}
	}
}
