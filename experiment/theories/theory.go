// Package theories reads [[theory]] of a config: requests to theory/catalog for tables that a run makes, draws and
// compares its points with.
//
// Place in the flow: plan hands it what theory has to know of each point of the sweep ([Conditions]): margins, labels and loads that
// a theory leaves out follow these. A comparison of unlike things is refused (compare.go).
package theories

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"fbp/experiment/config"
	"fbp/internal/say"
	"fbp/results"
	"fbp/theory/catalog"
)

// Theory is a [[theory]] of a config: a theory of the catalog at the points of
// a grid of its parameters. Its table is theory_<name>.tsv; it changes no task.
type Theory struct {
	header

	entry   catalog.Entry
	Request catalog.Request
	given   []config.Setting   // its parameters as the config has them, defaults spelled out
	loads   map[float64]string // names of values of alpha

	of []Traits // what the experiment is about
}

// header is what every [[theory]] has beside its parameters.
type header struct {
	Name    string `toml:"name" help:"of its table, theory_<name>.tsv"`
	Kind    string `toml:"kind" help:"one of fbp theory, with _ for -"`
	Label   string `toml:"label,omitempty" help:"in the legend"` // "" for what tells it from the others
	Compare bool   `toml:"compare" help:"compare the points of local_entropy.tsv with it, a curve of local entropies"`
}

var safe = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// isName tells whether a name can be that of a [[theory]].
func isName(name string) bool {
	return len(name) <= 80 && safe.MatchString(name)
}

// kinds are the theories by their kinds in a config.
func kinds() map[string]catalog.Entry {
	all := map[string]catalog.Entry{}
	for _, e := range catalog.All() {
		all[underscored(e.Name)] = e
	}
	return all
}

func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// Settings are the [[theory]] with every default spelled out.
func (th *Theory) Settings() []config.Setting {
	return append(config.Settings(&th.header), th.given...)
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
