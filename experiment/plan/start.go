package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/config"
)

// Start says what a config to start from is about, by the kinds of its sections; those
// of [Catalog.Example] where it says nothing.
type Start struct {
	Model, Instance, Algorithm string
	Measures                   []string
}

// A beginning is a config to start from: its kinds, the values of the keys of each as a plan
// resolves them, nil where it reads files, and keys at the top that they need.
type beginning struct {
	kinds  []Kind
	values []map[string]string
	top    map[string]string
}

// begin is the config to start from of what was asked for. A kind that was not is that of
// the example, or the only one that goes with the others.
func (c *Catalog) begin(ctx context.Context, name string, of Start) (*beginning, error) {
	base, offers, err := c.meant(of)
	if err != nil {
		return nil, err
	}
	found, wrong := c.fitting(ctx, name, base, offers)
	if found != nil {
		return found, nil
	}
	others, flags := c.instead(ctx, name, of, base, offers)
	switch {
	case len(others) == 1:
		return others[0], nil
	case len(others) == 0 && slices.ContainsFunc(base, func(k Kind) bool { return k.Section == "instance" && reads(k) }): // what it reads decides
		kinds := slices.Concat(base, offers[0])
		return &beginning{kinds, make([]map[string]string, len(kinds)), map[string]string{}}, nil
	}
	var mistake *config.Error
	if errors.As(wrong, &mistake) {
		mistake.Where = "init"         // the reader has not seen the text with that line
		if mistake.Key == "searches" { // nor has asked for several
			search := base[slices.IndexFunc(base, func(k Kind) bool { return k.Section == "algorithm" })].Name
			*mistake = config.Error{Where: "init", Key: "algorithm.kind", Value: config.TOML(search),
				Want: "want one that draws random numbers: " + c.comparing(offers[0]) + " compares several searches of a sample"}
		}
		if len(flags) > 0 {
			mistake.Want += "; add " + strings.Join(flags, ", or ")
		}
	}
	return nil, wrong
}

// fitting is the first of the configs of these kinds that is one, with as many searches of a
// sample as its measurements compare, and spherical weights where the algorithm moves no
// others. Stored weights may be those of any algorithm. The error is that of the first that
// fails for another reason than an algorithm put in their place.
func (c *Catalog) fitting(ctx context.Context, name string, base []Kind, offers [][]Kind) (found *beginning, err error) {
	stored := slices.ContainsFunc(base, func(k Kind) bool { return k.Section == "algorithm" && reads(k) })
	for _, weights := range []string{"", "spherical"} {
		for _, offer := range offers {
			for _, searches := range c.searchesOf(offer) {
				b := &beginning{kinds: slices.Concat(base, offer), top: map[string]string{}}
				if searches != "" {
					b.top["searches"] = searches
				}
				for _, kinds := range c.standIns(b.kinds) {
					spec, wrong := Parse(ctx, name+".toml", minimal(name, kinds, b.top, weights), nil, c)
					if wrong == nil {
						b.values = spec.valuesOf(b.kinds)
						return b, nil
					}
					if err == nil || stored && unfit(err) {
						err = wrong
					}
				}
			}
		}
	}
	return nil, err
}

// unfit tells whether an error is about the kind of an algorithm.
func unfit(err error) bool {
	var mistake *config.Error
	return errors.As(err, &mistake) && mistake.Key == "algorithm.kind"
}

// searchesOf are the numbers of searches of a sample that measurements may want: several
// where they compare them.
func (c *Catalog) searchesOf(measures []Kind) []string {
	if c.comparing(measures) != "" {
		return []string{"2", "3"}
	}
	return []string{""}
}

// comparing is the name of the first measurement that compares searches, "" if none does.
func (c *Catalog) comparing(measures []Kind) string {
	of := c.kindsOf("measure")
	for _, k := range measures {
		if _, compares := of[k.Name]().(MeasurementOfTwo); compares {
			return k.Name
		}
	}
	return ""
}

// instead are the configs with another kind in one section that was not asked for, and the
// flags of fbp init that ask for them.
func (c *Catalog) instead(ctx context.Context, name string, of Start, base []Kind, offers [][]Kind) (found []*beginning, flags []string) {
	all, asked := c.Kinds(), of.kinds()
	for i, was := range base {
		var names []string
		for _, k := range all {
			if asked[k.Section] != "" || k.Section != was.Section || k.Name == was.Name || reads(k) {
				continue
			}
			kinds := slices.Clone(base)
			kinds[i] = k
			if b, _ := c.fitting(ctx, name, kinds, offers); b != nil {
				found, names = append(found, b), append(names, k.Name)
			}
		}
		if n := len(names) - 1; n >= 0 {
			flags = append(flags, "--"+was.Section+" "+strings.TrimPrefix(strings.Join(names[:n], ", ")+" or "+names[n], " or "))
		}
	}
	return found, flags
}

// kinds are those asked for of the sections that a config has once.
func (of Start) kinds() map[string]string {
	return map[string]string{"model": of.Model, "instance": of.Instance, "algorithm": of.Algorithm}
}

// meant are the kinds of model, instance and algorithm, and the measurements that there may
// be, the likeliest first: those that were asked for, or those of the example that go with
// the rest.
func (c *Catalog) meant(of Start) (base []Kind, offers [][]Kind, err error) {
	asked, parts := of.kinds(), slices.Clone(c.Example)
	if len(of.Measures) > 0 {
		parts = slices.DeleteFunc(parts, func(part [2]string) bool { return part[0] == "measure" })
		for _, kind := range of.Measures {
			parts = append(parts, [2]string{"measure", kind})
		}
	}
	var measures []Kind
	for _, part := range parts {
		k, err := c.kind(part[0], cmp.Or(asked[part[0]], part[1]))
		switch {
		case err != nil:
			return nil, nil, err
		case part[0] == "measure":
			measures = append(measures, k)
		default:
			base = append(base, k)
		}
	}
	offers = [][]Kind{measures}
	if len(of.Measures) == 0 {
		offers = append(slices.AppendSeq(offers, slices.Chunk(measures, 1)), nil)
	}
	return base, offers, nil
}

// standIns are some kinds with others in the place of those that read files: the instance of
// the example, and any algorithm, that of the example first.
func (c *Catalog) standIns(kinds []Kind) [][]Kind {
	all := [][]Kind{slices.Clone(kinds)}
	for i, k := range kinds {
		if !reads(k) {
			continue
		}
		var others []Kind
		for _, example := range c.Example {
			if example[0] == k.Section {
				other, _ := c.kind(example[0], example[1])
				others = append(others, other)
			}
		}
		if k.Section == "algorithm" {
			for _, other := range c.Kinds() {
				if other.Section == k.Section && !reads(other) {
					others = append(others, other)
				}
			}
		}
		var with [][]Kind
		for _, before := range all {
			for _, other := range others {
				with = append(with, slices.Replace(slices.Clone(before), i, i+1, other))
			}
		}
		all = with
	}
	return all
}

// minimal is the shortest config of some kinds.
func minimal(name string, kinds []Kind, top map[string]string, weights string) string {
	text := fmt.Sprintf("name = %q\n", name)
	for _, key := range slices.Sorted(maps.Keys(top)) {
		text += key + " = " + top[key] + "\n"
	}
	for _, k := range kinds {
		given := map[string]string{}
		if k.Section == "model" && weights != "" {
			given["weights"] = config.TOML(weights)
		}
		text += k.start(given)
	}
	return text
}

// reads tells whether a kind reads files, which are not there yet.
func reads(k Kind) bool { return k.Name == "file" || k.Name == "idx" || k.Name == "cifar" }

// valuesOf are the values of the keys of each kind in a spec, nil for those that read files.
func (s *Spec) valuesOf(kinds []Kind) []map[string]string {
	values := make([]map[string]string, len(kinds))
	for _, at := range s.places() {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.path() == at.path })
		if reads(kinds[i]) {
			continue
		}
		values[i] = asTOML(s.common(s.Points, at))
	}
	return values
}

// asTOML are settings by their keys, with their values as TOML.
func asTOML(settings []config.Setting) map[string]string {
	values := map[string]string{}
	for _, e := range settings {
		values[e.Key] = config.TOML(e.Value)
	}
	return values
}
