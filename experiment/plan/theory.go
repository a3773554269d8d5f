package plan

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"fbp/experiment/config"
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
		return nil, config.ErrInterrupted
	}
	return t, err
}

// Empty is the theory's table before it has rows.
func (th *Theory) Empty() *results.Table {
	t := th.entry.Empty()
	t.Name = th.Table()
	return t
}

// Columns are the columns of the theory's table, and those of them that hold text.
func (th *Theory) Columns() (names, texts []string) {
	texts = []string{"status", "note"}
	for _, choice := range th.entry.Choices {
		texts = append(texts, underscored(choice.Name))
	}
	return th.entry.TableColumns(), texts
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
				key.Default = "the kind"
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
	ofModel := func(otherwise string) string {
		return strings.TrimSuffix("that of the model, or else "+otherwise, ", or else ")
	}
	for _, c := range e.Choices {
		key := config.Key{Path: underscored(c.Name), Type: "text or list of texts", Default: config.TOML(c.Default), Help: c.Help}
		if c.Follows {
			key.Default = ofModel(key.Default)
		}
		if c.Name == "labels" || c.Name == "function" {
			key.Default = strings.Replace(key.Default, "model", "instance", 1)
		}
		keys = append(keys, key)
	}
	for _, p := range e.Params {
		key := config.Key{Path: underscored(p.Name), Type: "number, list or range", Default: p.Default, Range: p.Within.Want(underscored(p.Name)), Help: p.Help}
		if key.Default == "" && p.Name == "alpha" {
			key.Default = "that of the instance"
		} else if key.Default == "" {
			key.Default = config.Required
		}
		if p.Follows() {
			key.Default = ofModel(key.Default)
		}
		for _, word := range p.Words {
			key.Range += fmt.Sprintf(", or %q", word)
		}
		keys = append(keys, key)
	}
	return keys
}

// theoryParams are their names.
func theoryParams(e catalog.Entry) []string { return pathsOf(theoryKeys(e)) }
