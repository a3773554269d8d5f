package theories

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/fault"
	"fbp/internal/say"
	"fbp/internal/values"
	"fbp/theory/catalog"
)

// Experiment is what [[theory]] has to know of an experiment.
type Experiment struct {
	Points   []Conditions // of the sweep
	Compared []string     // kinds of measurements of local entropies
}

// Read reads the [[theory]] tables in the order of the file.
func Read(d *config.Document, of Experiment) (all []*Theory, err error) {
	named, err := d.At("theory")
	if err != nil {
		return nil, err
	}
	traits := of.traits()
	for _, name := range d.InOrder("theory", named) {
		path := config.Join("theory", name)
		if !isName(name) {
			return nil, d.Fault(config.Join(path, "name"), config.Show(name), "want a name of letters, digits, _ and - only, at most 80")
		}
		th, err := of.theory(d, path, name, named[name].(config.Tree), traits)
		if err != nil {
			return nil, err
		}
		th.loads = loadNames(of.Points)
		all = append(all, th)
	}
	return all, nil
}

// traits are those of the points, each once.
func (of Experiment) traits() (all []Traits) {
	for _, p := range of.Points {
		if !slices.Contains(all, p.Traits) {
			all = append(all, p.Traits)
		}
	}
	return all
}

// theory reads one [[theory]].
func (of Experiment) theory(d *config.Document, path, name string, t config.Tree, traits []Traits) (*Theory, error) {
	all := kinds()
	kind, err := config.KindOf(d, path, t, slices.Sorted(maps.Keys(all)))
	if err != nil {
		return nil, err
	}
	th := &Theory{header: header{Name: name}, entry: all[kind], of: traits,
		Request: catalog.Request{Values: map[string][]float64{}, Words: map[string][]string{}}}
	if err := d.Fill(path, t, &th.header, paramsOf(th.entry)...); err != nil {
		return nil, err
	}
	followed := th.followed()
	for _, choice := range th.entry.Choices {
		if err := th.choice(d, path, t, choice, followed); err != nil {
			return nil, err
		}
	}
	for _, p := range th.entry.Params {
		if err := of.param(d, path, t, p, th, followed); err != nil {
			return nil, err
		}
	}
	for _, p := range th.entry.Params {
		if _, given := t[underscored(p.Name)]; !given && p.Default == "" && !p.Follows() {
			th.refine(p)
		}
	}
	if err := th.entry.Check(th.Request); err != nil {
		return nil, th.misplaced(d, path, err)
	}
	return th, th.comparable(d, path, of)
}

// choice reads a parameter that is a word, or a list of words. One that is left out is the
// experiment's.
func (th *Theory) choice(d *config.Document, path string, t config.Tree, c catalog.Choice, followed map[string]any) error {
	key := underscored(c.Name)
	v, given := t[key]
	if !given {
		v = c.Default
		if own, follows := followed[key]; follows {
			v = own
		}
	}
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	var words []string
	for _, x := range list {
		word, ok := x.(string)
		if n := fmt.Sprint(x); slices.Contains(c.Words, n) { // a number of hidden units
			word, ok = n, true
		}
		if !ok {
			return d.Fault(config.Join(path, key), config.Show(v), "want a word or a list of words: "+c.Help)
		}
		words = append(words, word)
	}
	th.Request.Words[c.Name] = words
	if !given && th.entry.CheckWords(th.Request) != nil { // labels of a teacher, but other weights or units
		v, th.Request.Words[c.Name] = c.Default, []string{c.Default}
	}
	th.given = append(th.given, config.Setting{Key: key, Value: v})
	return nil
}

// param reads a parameter: a number, a text as the flags take it, or a
// list of both. Loads follow the instance, and margins those of the experiment.
func (of Experiment) param(d *config.Document, path string, t config.Tree, p catalog.Param, th *Theory, followed map[string]any) error {
	key := underscored(p.Name)
	v, given := t[key]
	own, follows := followed[key]
	switch {
	case given:
	case follows:
		v = own
	case p.Default == "":
		if v = of.values(key); v != nil {
			break
		}
		return &say.Error{Where: d.Origin(path), Key: config.Join(path, key), Want: "missing; want " + p.Help}
	default:
		v = p.Default
	}
	refuse := func(want string) error { return d.Fault(config.Join(path, key), config.Show(v), want) }
	text, ok := valuesText(v)
	if !ok {
		return refuse(`want a number, a list, or a text as the flags of fbp theory take it: "from:to:n"`)
	}
	list, err := values.Parse(text, p.Words...)
	if err != nil {
		return refuse(strings.TrimPrefix(err.Error(), fmt.Sprintf("%q: ", text)))
	}
	th.Request.Values[p.Name] = list
	if one, isText := v.(string); isText && len(list) == 1 && !slices.Contains(p.Words, one) {
		v = list[0]
	}
	if n, isInt := v.(int64); isInt {
		v = float64(n)
	}
	th.given = append(th.given, config.Setting{Key: key, Value: v})
	return nil
}

// fineness is the number of values that a curve along the loads of an experiment has at least.
const fineness = 50

// refine puts values between those that a load takes from the points, if it is what runs along the curves: a line through
// few points is a polygon. A comparison asks for the loads of points alone.
func (th *Theory) refine(p catalog.Param) {
	list := th.Request.Values[p.Name]
	low, high := slices.Min(list), slices.Max(list)
	if th.Compare || high < 1.05*low {
		return
	}
	for name, other := range th.Request.Values {
		if name != p.Name && len(other) > 1 {
			return
		}
	}
	for i := 1; i < fineness-1; i++ {
		x, _ := strconv.ParseFloat(strconv.FormatFloat(low+(high-low)*float64(i)/(fineness-1), 'g', 6, 64), 64)
		list = append(list, x)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	th.Request.Values[p.Name] = list
	values := make([]any, len(list))
	for i, x := range list {
		values[i] = x
	}
	at := slices.IndexFunc(th.given, func(s config.Setting) bool { return s.Key == underscored(p.Name) })
	th.given[at].Value = values
}

// values are those that a parameter without a default has at the points of the sweep, each once; nil for none.
func (of Experiment) values(key string) any {
	var list []any
	for _, p := range of.Points {
		x := p.Params[key]
		if x == nil {
			return nil
		}
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}

// valuesText is a value of a config as values.Parse reads it.
func valuesText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64, float64:
		return fmt.Sprint(v), true
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			_, nested := x.([]any)
			text, ok := valuesText(x)
			if !ok || nested {
				return "", false
			}
			parts[i] = text
		}
		return strings.Join(parts, ","), len(parts) > 0
	}
	return "", false
}

// misplaced puts a mistake in a request, which names a parameter, at its place.
func (th *Theory) misplaced(d *config.Document, path string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return d.Fault(config.Join(path, underscored(f.Key)), f.Value, f.Want)
	}
	return &say.Error{Where: d.Origin(path), Key: path, Want: strings.TrimPrefix(err.Error(), th.entry.Name+": ")}
}
