package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/instances"
)

// TestDataOfEveryInstance: the data of every kind of instance that reads no files are those that its About describes, and the
// same each time. Inputs that are not said to be alike have the correlation of independent ones to
// .15; for those of today it is to .07, at N = 201 and P = 100.
//
// Check: data of every kind of instance; correlation of its inputs | its About; that of independent ones if
// they are not Alike | exactly; 0.15
func TestDataOfEveryInstance(t *testing.T) {
	c := Standard()
	for _, name := range instancesOf(c) {
		for _, tests := range []int{0, 10} {
			of := "instance." + sizeOf(name)
			sets := []string{"model.n=201", of + "alpha=", of + "p=100", fmt.Sprintf("%stest=%d", of, tests)}
			spec, err := plan.Parse(t.Context(), "x.toml", combination("perceptron", name, "bp", "", ""), sets, c)
			if err != nil && tests > 0 && strings.Contains(err.Error(), "unknown key") {
				continue // no test sets
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			at := spec.Points[0]
			made := func() *instances.Data {
				d, err := at.Source.Data(t.Context(), at.Model, 1, 0)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return d
			}
			d := made()
			if fault := isAsSaid(at, d, tests); fault != "" {
				t.Errorf("%s: %s", name, fault)
			}
			if fmt.Sprint(inputsOf(made().Train)) != fmt.Sprint(inputsOf(d.Train)) {
				t.Errorf("%s makes other patterns the second time", name)
			}
		}
	}
}

// isAsSaid says what of the data of 100 patterns, and as many to test on, is not what their source says.
func isAsSaid(at *plan.Point, d *instances.Data, tests int) string {
	about, p := at.Source.About(), d.Train
	x, err := p.Correlation()
	switch {
	case p.P != 100 || p.N != at.N:
		return fmt.Sprintf("%d patterns of %d inputs, want 100 of %d", p.P, p.N, at.N)
	case d.Test != nil && d.Test.P != tests || about.Tests != tests || (d.Test != nil) != (tests > 0):
		return fmt.Sprintf("want %d patterns to test on, and About to say so, not %d (there is a test set: %v)", tests, about.Tests, d.Test != nil)
	case p.IsReal() && !about.Real:
		return "inputs are real numbers, and About does not say so"
	case (d.Teacher != nil) != about.Taught:
		return fmt.Sprintf("there is a teacher: %v, but About says %v", d.Teacher != nil, about.Taught)
	case d.Teacher != nil && instances.Mistakes(at.Model, d.Teacher, p) > 0:
		return "the teacher gives other labels"
	case (p.Latent() != nil) != (about.Latent > 0):
		return fmt.Sprintf("there are latent patterns: %v, but About says %d dimensions", p.Latent() != nil, about.Latent)
	case err != nil:
		return err.Error()
	case !about.Alike && !(0.85 < x && x < 1.15):
		return fmt.Sprintf("the correlation of patterns is %.2f of that of independent inputs, and About does not say that they are Alike", x)
	}
	return ""
}

// inputsOf are the inputs of patterns, gauged, with the labels.
func inputsOf(p *instances.Patterns) (all []float64) {
	for mu := range p.P {
		all = append(append(all, p.Label(mu)), p.Values(make([]float64, p.N), mu)...)
	}
	return all
}
