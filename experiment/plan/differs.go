package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Differs names the first settings that a plan and an older one do not share, "" if they have the same: head, keys of
// sections and swept values. Names of files are in none, what is in them is.
func (p *Plan) Differs(old *Plan) string {
	was, now := old.settings(), p.settings()
	only := func(a, b []string) string {
		if i := slices.IndexFunc(a, func(s string) bool { return !slices.Contains(b, s) }); i >= 0 {
			return a[i]
		}
		return ""
	}
	switch gone, come := only(was, now), only(now, was); {
	case gone == "" && come == "":
		return ""
	case gone == "":
		return "now also: " + come
	case come == "":
		return "no longer: " + gone
	default:
		return "was: " + gone + "; now: " + come
	}
}

// settings are the lines "key = value" of a plan, each once.
func (p *Plan) settings() (lines []string) {
	set := func(path string, value any) {
		if s := fmt.Sprintf("%s = %s", path, line(value)); !slices.Contains(lines, s) {
			lines = append(lines, s)
		}
	}
	set("seed", p.Seed)
	set("samples", p.Samples)
	set("until", p.Until)
	set("searches", max(1, p.Searches))
	for _, s := range p.sections {
		of := s.Of
		var params, treatment map[string]any
		if json.Unmarshal(s.Params, &params) == nil && s.Of == "measure" {
			of = fmt.Sprintf("measure.%v", params["kind"])
		}
		each(of, params, set)
		if json.Unmarshal(s.Treatment, &treatment) == nil {
			each(of, treatment, set)
		}
	}
	for _, path := range p.Swept {
		set("swept", path)
	}
	for _, point := range p.Points {
		for i, value := range point.Values {
			set(p.Swept[i], value)
		}
	}
	return lines
}

// each hands over the values of a table by their paths, the kind first.
func each(path string, value any, set func(path string, value any)) {
	table, is := value.(map[string]any)
	if !is {
		set(path, value)
		return
	}
	if kind, has := table["kind"]; has {
		set(path+".kind", kind)
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if key != "kind" {
			each(path+"."+key, table[key], set)
		}
	}
}
