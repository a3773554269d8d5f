package experiment

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/model"
)

// TestTies: samples.tsv has the ties of ReLU units, which are errors too, whatever found
// the weights, and no such column for sign units.
func TestTies(t *testing.T) {
	slow.Only(t)
	ones := filepath.Join(t.TempDir(), "weights.txt")
	scratch.Write(t, ones, strings.Repeat("1\n", 24))
	const units = "name = \"x\"\nsamples = 3\n[model]\nkind = \"committee\"\nn = %s\n[instance]\nkind = \"random\"\np = 40\n[algorithm]\n"
	const relu, sign = "24\nhidden = 4\nactivation = \"relu\"", "27\nhidden = 3"
	const fbp = "kind = \"fbp\"\ngamma = { schedule = \"atanh\", steps = 5 }\n"
	for _, c := range []struct {
		text  string
		given bool
		ties  bool
	}{
		{fmt.Sprintf(units, relu) + fmt.Sprintf("kind = \"file\"\npath = %q\n", ones), true, true},
		{fmt.Sprintf(units, relu) + fbp, false, true},
		{fmt.Sprintf(units, sign) + fbp, false, false},
	} {
		p, dir := planned(t, c.text), t.TempDir()
		ran(t, p, Options{Dir: dir})
		tables(t, p, dir)
		data := []byte(scratch.Read(t, dir, "samples.tsv"))
		if text := string(data); strings.Contains(text, "\terrors\tties\t") != c.ties || strings.Contains(text, "ties") != c.ties {
			t.Errorf("%s\n%s", c.text, text)
		}
		for sample := 0; c.given && sample < 3; sample++ {
			section, w := model.NewCommittee(), make([]float64, 24)
			section.N, section.Hidden, section.Activation = 24, 4, model.ReLUUnits
			m := section.Model().(*model.Architecture)
			for i := range w {
				w[i] = 1
			}
			d, err := instances.Random{Size: instances.Size{P: 40}}.Data(t.Context(), m, p.Seed, sample)
			if err != nil {
				t.Fatal(err)
			}
			errors, ties := m.Errors(w, d.Train), m.Ties(w, d.Train)
			if want := fmt.Sprintf("\t%d\t%d\t", errors, ties); ties == 0 || !strings.Contains(string(data), want) {
				t.Errorf("sample %d: errors and ties %q in\n%s", sample, want, data)
			}
		}
	}
}
