package experiment

import (
	"math"
	"testing"

	"fbp/experiment/store"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/franzparisi"
)

// TestDeviationsOnSpheres: local entropies of spherical weights are compared with Franz and Parisi at d = D/2, where the
// slope per D is half of that per d.
// Check: `deviation.tsv` of spherical weights | the curve at D/2, its differences, and the records | 1e-6 of both
func TestDeviationsOnSpheres(t *testing.T) {
	p, dir := planned(t, "samples = 3\n[model]\nkind = \"perceptron\"\nn = 41\nweights = \"spherical\"\n[instance]\nkind = \"random\"\nalpha = 0.5\n[algorithm]\nkind = \"lal\"\n"+
		"[[measure]]\nkind = \"local_entropy\"\nlambda = { list = [1.0, 4.0] }\n[[theory]]\nname = \"fp\"\nkind = \"franz_parisi\"\nkappa_ref = 0\nd = 0.1\ncompare = true\n"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	curve, err := franzparisi.OfCommittee(theory.Committee{Weights: theory.Spherical}, p.Points[0].Load(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := func(distance float64) float64 {
		point, err := curve.At(distance / 2)
		if err != nil {
			t.Fatal(err)
		}
		return point.Entropy
	}
	made, err := tablesIn(t, dir).Read("deviation")
	if err != nil || made == nil || len(made.Rows) != 2 {
		t.Fatalf("%+v, %v", made, err)
	}
	column := func(name string) []float64 {
		x, err := made.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for i, distance := range column("distance") {
		slope := (at(distance+1e-4) - at(distance-1e-4)) / 2e-4
		var y []float64
		for _, task := range p.Tasks {
			r, err := store.Folder(dir).Read(task)
			if err != nil {
				t.Fatal(err)
			}
			row := r.Readings["local_entropy"].Rows[i] // lambda, distance, entropy
			y = append(y, float64(row[2])-at(distance)-slope*(float64(row[1])-distance))
		}
		want := results.Summarize(y)
		for name, x := range map[string]float64{"entropy_theory": at(distance), "deviation": want.Mean, "deviation_sem": want.Sem} {
			if got := column(name)[i]; math.Abs(got-x) > 1e-6*(1+math.Abs(x)) {
				t.Errorf("D = %v: %s = %v, want %v", distance, name, got, x)
			}
		}
	}
}
