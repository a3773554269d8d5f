package figure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
	"fbp/theory/franzparisi"
)

// drawn reads the tables of a run by name; a missing table is an error.
func drawn(tables *store.Tables) func(name string) (*results.Table, error) {
	read := map[string]*results.Table{}
	return func(name string) (*results.Table, error) {
		if t, known := read[name]; known {
			return t, nil
		}
		t, err := tables.Read(name)
		if err == nil && t == nil {
			err = &missing{tables.Folder(), name}
		}
		if err == nil {
			read[name] = t
		}
		return t, err
	}
}

// missing is the error of a table that is not there.
type missing struct{ dir, table string }

func (m *missing) Error() string { return fmt.Sprintf("%s: there is no table %s.tsv", m.dir, m.table) }

// Make makes the figure of a run from its tables: one case per kind of figure
// in the catalog.
func Make(display Display, tables func(name string) (*results.Table, error)) (*plot.Figure, error) {
	switch f := display.Figure.(type) {
	case *LocalEntropy:
		drawn, _ := results.CurveOf(display.Emitted)
		t, err := tables(drawn.Table)
		if err != nil {
			return nil, err
		}
		curves, err := theoryCurves(display, tables, "d", "entropy")
		if err != nil {
			return nil, err
		}
		// plot takes alpha and n from their columns, whether they are swept or
		// not.
		first := "rho"
		if slices.Contains(t.Columns, "lambda") {
			first, curves = "lambda", nil // the d of theory is D/2
		}
		keys := slices.DeleteFunc(plot.Keys(t, first), func(k plot.Key) bool { return k.Name == "alpha" || k.Name == "n" || k.Name == "weights" })
		return plot.LocalEntropy(t, display.solved(keys, len(t.Rows)), plot.LocalEntropyOptions{Bars: f.Bars, Reduced: f.Reduced, Theory: curves, Samples: display.Samples, Unit: display.unit(drawn.Table, "entropy")})
	case *Success:
		return success(display, f, tables)
	case *Panels:
		return newPanels(display, tables).figure(f)
	}
	return nil, fmt.Errorf("no way to draw a %T", display.Figure)
}

// success makes the figure of the success of searches.
func success(display Display, f *Success, tables func(name string) (*results.Table, error)) (*plot.Figure, error) {
	t, err := tables(successTable)
	if err != nil {
		return nil, err
	}
	keys := slices.DeleteFunc(plot.Keys(t, "solved"), func(k plot.Key) bool {
		return k.Name == "alpha" || k.Name == "instance.alpha" || k.Name == "p" || k.Name == "instance.p" || k.Name == "weights"
	})
	o := plot.SuccessOptions{Samples: display.Samples}
	if f.Guides {
		o.Guides = thresholds(display.Subjects)
		if o.Guides, err = askedGuides(display, tables, o.Guides); err != nil {
			return nil, err
		}
	}
	return plot.Success(t, display.solved(keys, len(t.Rows)), o)
}

// alphaU is that of the perceptron with margin 0, to save a fifth of a second: the value
// of fbp theory alpha-u.
const alphaU = 0.729032810544

// thresholds are the values of α to be marked where all points are about one architecture, one
// margin and random patterns: up to α_c there are solutions, and up to α'_u typical ones of
// the maximum margin of binary perceptrons are in a wide flat region. What theory does not know is
// not marked.
func thresholds(subjects []plan.Subject) (guides []plot.Guide) {
	if len(subjects) == 0 || slices.ContainsFunc(subjects, func(s plan.Subject) bool { return s.Traits != subjects[0].Traits || s.Labels != "random" }) {
		return nil
	}
	of, known := subjects[0], false
	if c, ok := of.Threshold(); ok {
		c, _ = strconv.ParseFloat(strconv.FormatFloat(c, 'g', 11, 64), 64) // its last digits depend on the processor
		guides, known = []plot.Guide{{Name: `$\alpha_c$`, Value: c}}, true
	}
	if !known || of.Network != model.PerceptronNet || of.Weights != model.BinaryWeights {
		return guides
	}
	u := alphaU
	if of.Kappa != 0 {
		reference, _, err := franzparisi.AlphaU(of.Kappa)
		if err != nil {
			return guides
		}
		u = reference.Alpha
	}
	return append([]plot.Guide{{Name: `$\alpha\prime_u$`, Value: u}}, guides...)
}

// guideNames are the columns of theory that are thresholds of α.
var guideNames = map[string]string{"alpha_c": `$\alpha_c$`, "alpha_u": `$\alpha\prime_u$`, "alpha_at": `$\alpha_{\mathrm{AT}}$`}

// single tells whether a theory is one value of a threshold.
func single(th *plan.Theory, column string) bool {
	return th.Has(column) && !th.Has("alpha") && len(th.Curves("")) == 1
}

// askedGuides adds the thresholds that the theories of a config have in a single row, with what they
// are about instead of the experiment.
func askedGuides(display Display, tables func(string) (*results.Table, error), guides []plot.Guide) ([]plot.Guide, error) {
	b := newPanels(display, tables)
	b.measured = true
	for _, th := range display.Theories {
		for _, column := range slices.Sorted(maps.Keys(guideNames)) {
			if !single(th, column) {
				continue
			}
			name, parts := guideNames[column], th.Curves("")
			t, err := tables(th.Table())
			if err != nil {
				return nil, err
			}
			values, err := t.Column(column)
			if err != nil {
				return nil, err
			}
			about := b.ofTheory(th, parts[0].Settings)
			if isBound(t) {
				about = strings.TrimPrefix(about+", upper bound", ", ")
			}
			known := func(g plot.Guide) bool { return g.About == about && math.Abs(g.Value-values[0]) < 1e-6 }
			if len(values) == 1 && !math.IsNaN(values[0]) && !slices.ContainsFunc(guides, known) {
				guides = append(guides, plot.Guide{Name: name, About: about, Value: values[0]})
			}
		}
	}
	return guides, nil
}

// isBound tells whether the note of the first row calls its value an upper bound.
func isBound(t *results.Table) bool {
	k := slices.Index(t.Columns, "note")
	return k >= 0 && len(t.Rows) > 0 && strings.Contains(t.Rows[0][k].String(), "upper bound")
}

// InFolder makes a figure from the tables in a folder. It is nil if the table
// has no rows or does not exist.
func InFolder(display Display, in *store.Tables) (*plot.Figure, error) {
	tables := drawn(in)
	if name := display.Table(); name != "" {
		t, err := tables(name)
		if errors.As(err, new(*missing)) || err == nil && len(t.Rows) == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return Make(display, tables)
}

// Draw draws a figure from the tables in a folder, in each of the formats, and returns the paths,
// none if there is nothing to draw, and what it cannot show. Among the formats json is the figure as
// numbers, and py the program that draws these. Sums takes the checksums of the files, if it is not nil.
func Draw(display Display, dir string, tables *store.Tables, formats []string, sums store.Sums) (paths, lost []string, err error) {
	figure, err := InFolder(display, tables)
	if err != nil || figure == nil {
		return nil, nil, err
	}
	for _, format := range formats {
		data, name := plot.Program, "figure."+format
		switch format {
		case "py":
		case "json":
			data, err = figure.JSON()
		default:
			data, err = figure.Bytes(format)
		}
		if err == nil {
			err = sums.Write(store.Folder(dir), name, data)
		}
		if err != nil {
			return paths, nil, err
		}
		paths = append(paths, store.Folder(dir).In(name))
	}
	return paths, figure.Lost(), nil
}

// theoryCurves returns y against x for all theories that have both, dashed where y is
// negative, as no number of solutions is.
func theoryCurves(display Display, tables func(string) (*results.Table, error), x, y string) (all []plot.Curve, err error) {
	b := newPanels(display, tables)
	b.measured = true
	for _, th := range display.Theories {
		if !th.Has(x, y) {
			continue
		}
		curves, err := b.curves(Series{Theory: th.Name, X: x, Y: y, Dashed: y})
		if err != nil {
			return nil, err
		}
		for _, c := range curves {
			c.Style = plot.Style{}
			all = append(all, c.Curve)
		}
	}
	return all, nil
}
