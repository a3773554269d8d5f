package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/results"
)

// A curve is one kind of search: model, patterns and algorithm differ in nothing but N and the number of patterns. What a
// config calls a variant, and which keys it sweeps, is no difference. Rows of a table of somebody else are of one kind if
// they have the same in every column that is not about size and success; they are never of the kind of a run.

// sameKind refuses a row whose searches are of another kind than those of the first one.
func (p *pool) sameKind(row successRow) error {
	is := row.kind()
	if p.first == nil {
		p.first, p.kind = &row, is
		return nil
	}
	if maps.Equal(is, p.kind) {
		return nil
	}
	all := maps.Clone(is)
	maps.Copy(all, p.kind)
	keys := slices.SortedFunc(maps.Keys(all), func(a, b string) int { // kinds first: they bring other keys with them
		if x, y := strings.HasSuffix(a, ".kind"), strings.HasSuffix(b, ".kind"); x != y {
			return strings.Compare(fmt.Sprint(y), fmt.Sprint(x))
		}
		return strings.Compare(a, b)
	})
	own, err := row.followed()
	if err != nil {
		return err
	}
	before, err := p.first.followed()
	if err != nil {
		return err
	}
	for _, key := range keys {
		asFollows := own[key] != "" && is[key] == own[key] && p.kind[key] == before[key]
		if is[key] != p.kind[key] && !asFollows {
			return p.differs(row, key, is[key])
		}
	}
	return nil
}

// differs is the error of a row with another value of a key, with what takes the searches apart.
func (p *pool) differs(row successRow, key, is string) error {
	was, apart := p.kind[key], p.apart
	variant, other := row.cell("variant"), p.first.cell("variant")
	k := slices.IndexFunc(row.table.keys(), func(path string) bool { return path == key || strings.HasPrefix(key, path+".") })
	switch {
	case k >= 0:
		key = row.table.columns[k]
		is = row.cells[k].String()
		if before := p.first.cell(key); before != results.Missing {
			was = before.String()
			apart = say.Command("want --where %s or --by %s", key+"="+was, key)
		}
		if row.kinds == nil {
			apart += ", or tables without this column"
		}
	case variant != other && variant != results.Missing && other != results.Missing:
		key, is, was = "variant", variant.String(), other.String()
		apart = say.Command("want --where %s or --by variant", "variant="+was)
	}
	return &say.Error{Where: row.where(), Want: fmt.Sprintf("%s is %s here and %s in %s, and one %s cannot be both: %s", key, given(is), given(was), p.first.table.path, p.one, apart)}
}

// given is the value of a key, which a search does not have where it has no meaning.
func given(value string) string {
	if value == "" {
		return "not there"
	}
	return value
}

// kind is what the searches of a row have in common with those that they can be counted with: the keys of a search by
// their paths, but for its size and what is only tested; of a table, the cells that are not about size and success.
func (r successRow) kind() map[string]string {
	kind := map[string]string{}
	if r.kinds == nil {
		for k, name := range r.table.columns {
			if r.cells[k] != results.Missing && !slices.Contains(r.table.counted, name) {
				kind[name] = r.cells[k].String()
			}
		}
		return kind
	}
	params := kinds.Unsized(r.kinds.Params(&plan.Task{}))
	for _, section := range []string{"model", "instance", "algorithm"} {
		flatten(kind, section, plan.Parameter(params, section))
	}
	return kind
}

// followed are the keys of the algorithm of a search whose default follows the model and the patterns, by their paths, with that.
func (r successRow) followed() (map[string]string, error) {
	keys := map[string]string{}
	if r.kinds == nil {
		return keys, nil
	}
	defaults, err := experiment.Standard().Followed(r.kinds)
	flatten(keys, "algorithm", defaults)
	return keys, err
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
