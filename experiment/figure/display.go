package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/model"
	"fbp/results"
)

// Display is what the config of a folder asks for beside its tasks.
type Display struct {
	Theories []*theories.Theory
	Figure   plan.Figure       // nil for none
	Default  bool              // the config asks for none: its figure is what its kinds declare
	Emitted  []results.Layout  // of the readings of a task, as far as they are known
	Swept    []string          // paths of the swept keys
	Solver   string            // its name in legends; "" where there are several, or none
	Samples  int               // planned at each point of the sweep
	At       []float64         // distances at which it asks for local entropies
	Traits   []theories.Traits // what theory has to know of the points

	plan *plan.Plan
}

// DisplayOf reads what the config of a folder asks for beside the tasks of its plan, which is decoded:
// figure, theories and tables, with changes as --set has them: "figure.bars=sem".
func DisplayOf(dir string, p *plan.Plan, c *plan.Catalog, sets ...string) (Display, error) {
	file := store.Folder(dir).In("config.toml")
	text, err := files.ReadFile(file, files.Small)
	if errors.Is(err, syscall.ENOTDIR) {
		return Display{}, &say.Error{Where: dir, Want: "is a file; want the folder of a run"}
	}
	if store.Unreadable(err) {
		return Display{}, files.Explain("read", file, err)
	}
	if err != nil {
		return Display{}, &say.Error{Where: file, Want: "there is no config; want the folder of a run"}
	}
	d, err := config.Parse(file, string(text))
	if err != nil {
		return Display{}, err
	}
	if d.Root["name"] != p.Name || d.Root["seed"] != p.Seed {
		return Display{}, &say.Error{Where: file, Want: say.Command("is not the config of this run: its name or seed is not that of plan.json (fbp check %s names the repair)", dir)}
	}
	if err := d.Set(sets, c.Chooses); err != nil {
		return Display{}, err
	}
	shown, err := plan.ReadShown(d, p, c)
	if err != nil {
		return Display{}, err
	}
	return displayed(shown, p), nil
}

// Displayed is what the config of a plan asks for beside its tasks.
func Displayed(p *plan.Plan) Display { return displayed(p.Spec, p) }

func displayed(s *plan.Spec, p *plan.Plan) Display {
	d := Display{At: s.Distances, Theories: s.Theories, Figure: s.Figure(), Emitted: p.Emitted(), Swept: p.Swept, Solver: p.Solver(), Traits: s.Traits(), plan: p}
	if d.Default = d.Figure == nil; d.Default {
		if f := defaults(p, s.Theories); len(f.Panels) > 0 {
			d.Figure = f
		}
	}
	if p.Until == nil {
		d.Samples = p.Samples
	}
	return d
}

// Absent says why there is no figure of a folder in which it can be drawn.
func (d Display) Absent(in *store.Tables) string {
	dir, unsolved := in.Folder(), ""
	if samples, err := in.Read("samples"); err == nil && samples != nil {
		for row := range samples.Rows {
			status, wrong := cell(samples, row, "status"), cell(samples, row, results.ReferenceErrors)
			if status != string(results.Solved) && status != string(results.Converged) || wrong != "" && wrong != "0" {
				unsolved = say.Command(", fbp status %s --failed names samples that are in no mean", dir)
			}
		}
	}
	return fmt.Sprintf("no table %s.tsv with rows to draw (", strings.Join(d.needed(), ".tsv, ")) +
		say.Command("fbp status %s counts the tasks that are done", dir) + unsolved + say.Command(", fbp collect %s makes the tables)", dir)
}

// needed are the tables without which nothing is drawn: of a figure that the config asks for the first, of others any of these.
func (d Display) needed() (tables []string) {
	for _, p := range d.Panels().Panels {
		if table := p.measured(); table != "" && (d.Default || tables == nil) {
			tables = append(tables, table)
		}
	}
	return tables
}

// Caption says what points and error bars of the figure are.
func (d Display) Caption() string {
	if _, written := d.Figure.(*Panels); written && !d.Default {
		return "The columns drawn are those of [figure] in the config below. Columns of means over samples have no ending; " + string(model.Deviation) + " is " + barsAre[model.Deviation] +
			", " + string(model.OfMean) + " " + barsAre[model.OfMean] + ", _n the number of samples in it."
	}
	var parts []string
	for _, p := range d.Panels().Panels {
		for _, s := range p.Series {
			points, ending := "Points are means over samples", s.YBar[max(0, strings.LastIndex(s.YBar, "_")):]
			if s.YLow != "" {
				points, ending = "Points are fractions of searches that found a solution", string(model.Interval)
			}
			if strings.HasSuffix(s.Y, "_cv") {
				points += " with less noise (entropy_cv)"
			}
			part := points + "; error bars are " + barsAre[model.Bars(ending)] + "."
			if ending != "" && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	return strings.Join(append(parts, "Entropies are in nats per weight."), " ")
}

// barsAre says what error bars are.
var barsAre = map[model.Bars]string{
	model.Deviation: "the standard deviation over samples",
	model.OfMean:    "the standard error of the mean, which few samples give only roughly",
	model.Interval:  "95 % intervals (Wilson)",
}

// unit is that of a value in a table of readings, "" if it has none.
func (d Display) unit(name, value string) string {
	if curve, _ := results.CurveOf(d.Emitted); name == table.AtTable {
		name = curve.Table // which it interpolates
	}
	at := slices.IndexFunc(d.Emitted, func(l results.Layout) bool { return l.Table == name && slices.Contains(l.Values, value) })
	if at < 0 || d.Emitted[at].Units.Of(value) == "1" {
		return ""
	}
	return d.Emitted[at].Units.Of(value)
}

// mayLack tells whether a column is a number of the samples that these may not have.
func (d Display) mayLack(column string) bool {
	return slices.ContainsFunc(d.Emitted, func(l results.Layout) bool { return len(l.At) == 0 && slices.Contains(l.Values, column) })
}

// emits tells whether a table holds readings that a sample may have.
func (d Display) emits(table string) bool {
	return slices.ContainsFunc(d.Emitted, func(l results.Layout) bool { return l.Table == table })
}
