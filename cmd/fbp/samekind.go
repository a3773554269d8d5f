package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/results"
)

// A curve is one kind of search: model, patterns and algorithm differ in nothing but N and the number of patterns. What a
// config calls a variant, and which keys it sweeps, is no difference.

// sameKind refuses searches that differ in a key from those of the runs that are in the group.
func (s *successes) sameKind(group int, row successRow) error {
	first, known := s.firsts[group]
	if !known {
		s.firsts[group] = row
		return nil
	}
	is, was := kindOf(row), kindOf(first)
	all := maps.Clone(is)
	maps.Copy(all, was)
	keys := slices.SortedFunc(maps.Keys(all), func(a, b string) int { // kinds first: they bring other keys with them
		if x, y := strings.HasSuffix(a, ".kind"), strings.HasSuffix(b, ".kind"); x != y {
			return strings.Compare(fmt.Sprint(y), fmt.Sprint(x))
		}
		return strings.Compare(a, b)
	})
	own, before := followed(row), followed(first)
	for _, key := range keys {
		asFollows := own[key] != "" && is[key] == own[key] && was[key] == before[key]
		if is[key] != was[key] && !asFollows {
			return s.apart(key, is[key], was[key], row, first)
		}
	}
	return nil
}

// apart is the error of a key that is not what it was before, with what takes the searches apart.
func (s *successes) apart(key, is, was string, row, first successRow) error {
	advice := "want a fit of each"
	variant, other := row.cell("variant"), first.cell("variant")
	k := slices.IndexFunc(row.table.plan.Swept, func(path string) bool { return path == key || strings.HasPrefix(key, path+".") })
	switch {
	case k >= 0:
		key = row.table.columns[k]
		is = row.cells[k].String()
		if before := first.cell(key); before != results.Missing {
			was = before.String()
			advice = say.Command("want --where %s or --by %s", key+"="+was, key)
		}
	case variant != other && variant != results.Missing && other != results.Missing:
		key, is, was = "variant", variant.String(), other.String()
		advice = say.Command("want --where %s or --by variant", "variant="+was)
	}
	return &say.Error{Where: row.table.path, Want: fmt.Sprintf("%s is %s here and %s in %s, and one curve cannot be both: %s", key, given(is), given(was), first.table.path, advice)}
}

// given is the value of a key, which a record does not have where it has no meaning.
func given(value string) string {
	if value == "" {
		return "not there"
	}
	return value
}

// followed are the keys of the algorithm of a search whose default follows the model, as N, by their paths, with that.
func followed(row successRow) map[string]string {
	keys, all := map[string]string{}, map[string]string{}
	kind, _ := plan.Parameter(row.kinds.Params(&plan.Task{}), "algorithm", "kind").(string)
	of := experiment.Standard().Algorithms[kind](row.kinds.Model)
	flatten(all, "algorithm", config.JSONValue(config.Settings(of)))
	for key := range of.About().Follows {
		for path, value := range all {
			if config.Within(path, "algorithm."+key) {
				keys[path] = value
			}
		}
	}
	return keys
}

// kindOf are the keys of a search by their paths, but for its size and what is only tested.
func kindOf(row successRow) map[string]string {
	keys, params := map[string]string{}, row.kinds.Params(&plan.Task{})
	for _, section := range []string{"model", "instance", "algorithm"} {
		flatten(keys, section, plan.Parameter(params, section))
	}
	for _, size := range []string{"model.n", "instance.n", "instance.p", "instance.alpha_t", "instance.test"} {
		delete(keys, size)
	}
	return keys
}

// flatten puts the values of a table into a map by their paths.
func flatten(keys map[string]string, path string, value any) {
	if table, is := value.(map[string]any); is {
		for key, v := range table {
			flatten(keys, path+"."+key, v)
		}
		return
	}
	keys[path] = fmt.Sprint(value)
}
