package plan

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/say"
	"fbp/results"
	"fbp/theory/catalog"
)

// Theory is a [[theory]] of a config: a theory of the catalog at the points of
// a grid of its parameters. Its table is theory_<name>.tsv; it changes no task.
type Theory struct {
	theoryHeader

	entry   catalog.Entry
	Request catalog.Request
	given   []config.Setting   // its parameters as the config has them, defaults spelled out
	loads   map[float64]string // names of values of alpha

	subjects []Subject // what the experiment is about
}

// theoryHeader is what every [[theory]] has beside its parameters.
type theoryHeader struct {
	Name    string `toml:"name" help:"of its table, theory_<name>.tsv"`
	Kind    string `toml:"kind" help:"one of fbp theory, with _ for -"`
	Label   string `toml:"label,omitempty" help:"in the legend"` // "" for what tells it from the others
	Compare bool   `toml:"compare" help:"compare the points of local_entropy.tsv with it"`
}

// theoryName tells whether a name can be that of a [[theory]].
func theoryName(name string) bool {
	return len(name) <= 80 && safe.MatchString(name) && !strings.Contains(name, ".")
}

// theoryKinds are the theories by their kinds in a config.
func theoryKinds() map[string]catalog.Entry {
	kinds := map[string]catalog.Entry{}
	for _, e := range catalog.All() {
		kinds[underscored(e.Name)] = e
	}
	return kinds
}

func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// entries is the [[theory]] with every default spelled out.
func (th *Theory) entries() []config.Setting {
	return append(config.Settings(&th.theoryHeader), th.given...)
}

// Describe is what is asked for, in one line: kind and parameters.
func (th *Theory) Describe() string {
	text := th.Kind
	for _, e := range th.given {
		text += fmt.Sprintf(", %s = %s", e.Key, config.TOML(e.Value))
	}
	return text
}

// Table is the name of the theory's table.
func (th *Theory) Table() string { return "theory_" + th.Name }

// Rows is the number of rows of the theory's table.
func (th *Theory) Rows() int { return th.entry.Rows(th.Request) }

// Compute makes the theory's table, points of it jobs at a time. watch is told how
// many of its rows are done.
func (th *Theory) Compute(ctx context.Context, jobs int, watch func(done, total int)) (*results.Table, error) {
	r := th.Request
	r.Jobs, r.Watch = jobs, watch
	t, err := th.computed(ctx, r)
	if err != nil {
		return nil, err
	}
	t.Name = th.Table()
	return t, nil
}

// computed is the table of a request.
func (th *Theory) computed(ctx context.Context, r catalog.Request) (*results.Table, error) {
	t, err := th.entry.Table(ctx, r)
	if errors.Is(err, context.Canceled) {
		return nil, say.ErrInterrupted
	}
	return t, err
}

// Empty is the theory's table before it has rows.
func (th *Theory) Empty() *results.Table {
	t := th.entry.Empty()
	t.Name = th.Table()
	return t
}

// theoryKindsOfConfig describes the kinds of [[theory]].
func theoryKindsOfConfig() (kinds []Kind) {
	for _, e := range catalog.All() {
		k := Kind{Section: "theory", Name: underscored(e.Name), Header: "[[theory]]"}
		for _, key := range config.Describe(reflect.ValueOf(theoryHeader{}), nil) {
			switch key.Path {
			case "kind":
				continue
			case "name":
				key.Follows, key.Required = "the kind", ""
			}
			k.Keys = append(k.Keys, key)
		}
		k.Keys = append(k.Keys, theoryKeys(e)...)
		kinds = append(kinds, k)
	}
	return kinds
}

// theoryKeys are the keys of a theory's parameters.
func theoryKeys(e catalog.Entry) (keys []config.Key) {
	for _, c := range e.Choices {
		word, list := config.Type{Name: "text"}, config.Type{Name: "text"}
		forms := []config.Type{word, {List: &list}}
		if slices.ContainsFunc(c.Words, func(word string) bool { _, err := strconv.Atoi(word); return err == nil }) {
			list, forms = anyValue, append(forms, config.Type{Name: "integer"}) // of hidden units
		}
		key := config.Key{Path: underscored(c.Name), Type: config.Type{Name: "text or list of texts", Forms: forms}, Default: c.Default, Help: c.Help}
		of := "model"
		if c.Instance {
			of = "instance"
		}
		keys = append(keys, following(key, c.Follows, of))
	}
	for _, p := range e.Params {
		key := config.Key{Path: underscored(p.Name), Type: paramType(p), Help: p.Help}
		if n, err := strconv.ParseInt(p.Default, 10, 64); err == nil {
			key.Default = n
		} else if x, err := strconv.ParseFloat(p.Default, 64); err == nil {
			key.Default = x
		} else if p.Default != "" {
			key.Default = p.Default
		}
		if p.Default == "" && p.Name == "alpha" {
			key.Follows = "that of the instance"
		}
		keys = append(keys, following(key, p.Follows(), "model"))
	}
	return keys
}

// following is a key whose default follows the model or the instance, if it does, or has to be given where there is none.
func following(key config.Key, follows bool, of string) config.Key {
	switch value := key.InWords(); {
	case follows && value == "":
		key.Follows = "that of the " + of
	case follows:
		key.Default, key.Follows = nil, "that of the "+of+", or else "+value
	case value == "":
		key.Required = "required"
	}
	return key
}

// paramType is the type of a parameter: a number, several, a range, or one of its words.
func paramType(p catalog.Param) config.Type {
	number := config.Type{Name: "number"}
	if p.Within != (catalog.Interval{}) {
		number.Low = config.End{Text: fmt.Sprint(p.Within.From), At: p.Within.From, Open: p.Within.Open}
	}
	if !math.IsInf(p.Within.To, 0) && number.Low.Text != "" {
		number.High = config.End{Text: fmt.Sprint(p.Within.To), At: p.Within.To}
	}
	text := config.Type{Name: "text"}
	element := config.Type{Forms: []config.Type{number, text}}
	return config.Type{Name: "number, list or range", Forms: []config.Type{number, {List: &element}, text},
		Low: number.Low, High: number.High, Words: p.Words}
}

// theoryParams are their names.
func theoryParams(e catalog.Entry) []string { return pathsOf(theoryKeys(e)) }
