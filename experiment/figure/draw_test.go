package figure

import (
	"fbp/experiment/plan"
	"fbp/experiment/theories"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
	"fbp/theory/franzparisi"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// only is a folder with one table, whatever its name.
func only(t *results.Table) func(string) (*results.Table, error) {
	return func(string) (*results.Table, error) { return t, nil }
}

// madeOf is the figure of a run with these tables.
func madeOf(display Display, tables func(string) (*results.Table, error)) (*plot.Figure, error) {
	return drawing(newRun(display, tables))
}

// curveLayouts are those of a curve with such a name and unit.
func curveLayouts(name, unit string) []results.Layout {
	return []results.Layout{{Table: "other", Values: []string{"entropy"}, Units: results.Units{"entropy": "none"}},
		{Table: name, At: []string{"rho"}, Values: []string{"distance", "entropy"}, Curve: &results.Curve{Distance: "distance", Entropy: "entropy"},
			Units: results.Units{"rho": "temperature", "distance": "1", "entropy": unit}}}
}

// Figures take the table of a curve of local entropies, and the unit of its axis, from the
// layout of the measurement that emits it.
func TestFiguresFollowLayouts(t *testing.T) {
	made := &results.Table{Name: "curve", Columns: strings.Fields("n rho distance distance_std entropy entropy_std n_samples"),
		Rows: [][]results.Value{{results.Int(51), results.Num(0.1), results.Num(0.3), results.Num(0.1), results.Num(0.2), results.Num(0.1), results.Int(3)}}}
	tables := func(name string) (*results.Table, error) {
		if name != "curve" {
			return nil, fmt.Errorf("there is no table %q", name)
		}
		return made, nil
	}
	series := []Drawn{{Table: "curve", X: "distance", Y: "entropy"}}
	for _, f := range []plan.Figure{&LocalEntropy{Bars: "std"}, &Panels{Panels: []Panel{{Series: series}}}} {
		display := Display{Figure: f, Emitted: curveLayouts("curve", "bits per weight")}
		drawn, err := madeOf(display, tables)
		if err != nil {
			t.Fatalf("%T: %v", f, err)
		}
		if p := drawn.Panels[0]; !slices.Equal(display.needed(), []string{"curve"}) || p.Y.Label != `entropy $\phi$ (bits per weight)` || p.X.Label != "distance $d$" {
			t.Errorf("%T: %s of the table %q, axes %q, %q", f, p.Label, display.needed(), p.X.Label, p.Y.Label)
		}
	}
}

// Swept keys that are not the size make series of their own, whatever their
// place among the columns.
func TestSeriesOfASweep(t *testing.T) {
	table := &results.Table{Name: "local_entropy", Columns: strings.Fields(
		"alpha y n rho overlap distance distance_std entropy entropy_std n_samples")}
	for _, y := range []float64{5, 20} {
		for _, rho := range []float64{0.1, 0.5} {
			table.Rows = append(table.Rows, []results.Value{results.Num(0.5), results.Num(y), results.Int(51), results.Num(rho),
				results.Num(0.5), results.Num(0.3 / rho / 10), results.Num(0.01), results.Num(math.Sqrt(y) / 20), results.Num(0.01), results.Int(3)})
		}
	}
	drawn, err := madeOf(Display{Figure: &LocalEntropy{Bars: "std"}, Swept: []string{"algorithm.y"}, Emitted: curveLayouts("local_entropy", "nats per weight")}, only(table))
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, s := range drawn.Panels[0].Series {
		if len(s.XErr) == 2 {
			points++
		}
	}
	if points != 2 {
		t.Errorf("%d series of points, want one for each y", points)
	}
	display := Display{Figure: &LocalEntropy{}, Swept: []string{"algorithm.y"}, Emitted: curveLayouts("local_entropy", "nats per weight"), Solver: "fBP"}
	table.Rows = table.Rows[:2] // one curve, with a name
	drawn, err = madeOf(display, only(table))
	display.Figure = (&LocalEntropy{}).AsPanels(nil, nil)
	same, err2 := madeOf(display, only(table))
	if err != nil || err2 != nil || drawn.Panels[0].Series[0].Name != "fBP, $\\alpha$ = 0.5, $y$ = 5, $N$ = 51" || !reflect.DeepEqual(drawn, same) {
		t.Errorf("%v, %v: %q, and other panels than fbp config prints", err, err2, drawn.Panels[0].Series[0].Name)
	}
}

// The thresholds that figures of success show are those of theory.
func TestThresholds(t *testing.T) {
	if slow.All {
		reference, _, err := franzparisi.AlphaU(0)
		if err != nil || math.Abs(reference.Alpha-alphaU) > 1e-8 {
			t.Errorf("α'_u = %v, %v", reference.Alpha, err)
		}
	}
	subject := func(m model.Model, labels string) []theories.Traits {
		return []theories.Traits{{Traits: m.Traits(), Labels: labels}}
	}
	committee := &model.Committee{N: 45, Hidden: 3, Layout: model.Tree, Activation: model.SignUnits, Weights: model.BinaryWeights}
	binary, sphere := subject(model.NewPerceptron(45, 0), "random"), subject(model.NewSphericalPerceptron(45, 0), "random")
	for _, c := range []struct {
		what string
		of   []theories.Traits
		want []float64
	}{
		{"binary", binary, []float64{alphaU, 0.83307859974}},
		{"binary without α'_u", subject(model.NewPerceptron(451, -0.5), "random"), []float64{1.6788411129}},
		{"spherical", sphere, []float64{2}},
		{"spherical, κ < 0", subject(model.NewSphericalPerceptron(45, -0.5), "random"), nil},
		{"symmetric", subject(model.NewSymmetric(45, 1), "random"), []float64{-math.Ln2 / math.Log(math.Erf(1/math.Sqrt2))}},
		{"committee", subject(committee.Model(), "random"), nil},
		{"teacher", subject(model.NewPerceptron(45, 0), "teacher"), nil},
		{"images", subject(model.NewPerceptron(45, 0), "images"), nil},
		{"both weights", append(binary, sphere...), nil},
		{"theory alone", nil, nil},
	} {
		guides := thresholds(c.of)
		if len(guides) != len(c.want) {
			t.Errorf("%s: guides %v, want %v", c.what, guides, c.want)
			continue
		}
		for i, g := range guides {
			if math.Abs(g.Value-c.want[i]) > 1e-9 {
				t.Errorf("%s: guides %v, want %v", c.what, guides, c.want)
			}
		}
	}
	if guides := thresholds(subject(model.NewPerceptron(45, 0.5), "random")); len(guides) != 2 || guides[1].Value >= 0.83307859974 || guides[0].Value >= guides[1].Value {
		t.Errorf("κ = 0.5: %v", guides)
	}
}

// The caption is that of the kind of figure.
func TestCaption(t *testing.T) {
	for want, f := range map[string]plan.Figure{
		"error bars are the standard deviation over samples":                     &LocalEntropy{Bars: "std"},
		"less noise (entropy_cv); error bars are the standard error of the mean": &LocalEntropy{Bars: "sem", Reduced: true},
		"95 % intervals (Wilson)":                                                &Success{},
		"_sem the standard error":                                                &Panels{},
	} {
		if got := (Display{Figure: f}).Caption(); !strings.Contains(got, want) {
			t.Errorf("%T: %q, want %q", f, got, want)
		}
	}
}
