package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/experiment/figure"
)

// TestDefaultFiguresShowTheory: theory that is asked for stands beside what is measured in the figure of a
// config that declares none, whatever other variants do; overlaps are drawn against what is swept.
func TestDefaultFiguresShowTheory(t *testing.T) {
	const random, fbp = "[instance]\nkind = \"random\"\nalpha = 0.4\n", "[algorithm]\nkind = \"fbp\"\n"
	const perceptron, sweep = "[model]\nkind = \"perceptron\"\nn = 51\n", "[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n"
	stability := "[[measure]]\nkind = \"stability\"\n[[theory]]\nkind = \"stability_distribution\"\nx = \"0:3:4\"\n"
	for _, c := range []struct{ what, text, want string }{
		{"stability", perceptron + random + fbp + stability,
			"stability bin_center density|stability_distribution x density"},
		{"stability beside local entropies", perceptron + random + fbp + stability + "[[measure]]\nkind = \"local_entropy\"\n[[theory]]\nkind = \"franz_parisi\"\nd = \"0.1:0.3:3\"\n",
			"local_entropy distance entropy|franz_parisi d entropy; stability bin_center density|stability_distribution x density"},
		{"local entropies", perceptron + random + fbp + "[[measure]]\nkind = \"local_entropy\"\n[[measure]]\nkind = \"stability\"\n[[theory]]\nkind = \"franz_parisi\"\nd = \"0.1:0.3:3\"\n",
			"*figure.LocalEntropy"},
		{"generalisation", perceptron + "[instance]\nkind = \"teacher\"\nalpha = 0.4\ntest = 10\n" + fbp + "[[measure]]\nkind = \"generalization\"\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha test_error|rs alpha gibbs_error"},
		{"a path", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"barrier\"\n[[theory]]\nkind = \"path\"\nfraction = \"0:1:3\"\n",
			"barrier fraction error|path fraction error"},
		{"barriers too", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"barrier\"\n" + sweep + "[[theory]]\nkind = \"barrier\"\n",
			"barrier fraction error; pairs alpha overlap|barrier alpha p"},
		{"plain BP", perceptron + random + "[algorithm]\nkind = \"bp\"\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"plain BP at one load", perceptron + random + "[algorithm]\nkind = \"bp\"\n[[theory]]\nkind = \"rs\"\nalpha = \"0.1:0.5:5\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"numbers of patterns", perceptron + "[instance]\nkind = \"random\"\n[algorithm]\nkind = \"bp\"\n[sweep]\n\"instance.p\" = [10, 20]\n[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"plain BP and SBPI", perceptron + random + "[[variant]]\nname = \"a\"\nalgorithm = { kind = \"sbpi\" }\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"bp\" }\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy; success alpha probability; training epoch errors"},
		{"plain BP and fBP", perceptron + random + "[[variant]]\nname = \"a\"\nalgorithm = { kind = \"fbp\" }\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"bp\" }\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy; success alpha probability"},
		{"cross-entropy", perceptron + random + "[algorithm]\nkind = \"bp\"\nloss = \"cross_entropy\"\ngamma = 1\nbeta = 10\n" + sweep + "[[theory]]\nkind = \"cross_entropy\"\nbeta = 10\n",
			"summary alpha energy|cross_entropy alpha energy"},
		{"mutual overlaps", perceptron + random + fbp + "[[measure]]\nkind = \"local_entropy\"\nmutual = true\n[[theory]]\nkind = \"large_deviation\"\nq1 = \"0.5:0.9:3\"\n",
			"local_entropy distance entropy; mutual_overlap q normalized|large_deviation q1 normalized"},
		{"overlaps", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"overlaps\"\n" + sweep, "overlaps alpha overlap"},
		{"overlaps and theory", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"overlaps\"\n" + sweep + "[[theory]]\nkind = \"cross_overlap\"\n",
			"overlaps alpha overlap|cross_overlap alpha p"},
		{"swept weights", perceptron + random + fbp + stability + "[sweep]\n\"model.weights\" = [\"binary\", \"spherical\"]\n",
			"stability bin_center density|stability_distribution x density"},
		{"swept schedules and margins", perceptron + random + fbp + stability + "[sweep]\n\"algorithm.schedule\" = [\"sequential\", \"flooding\"]\n\"model.kappa\" = [0, 0.1]\n",
			"summary kappa stability_min; stability bin_center density|stability_distribution x density"},
		{"a threshold beside epochs", perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[theory]]\nkind = \"capacity\"\n" + sweep, "*figure.Success"},
		{"several thresholds beside epochs", perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[theory]]\nkind = \"capacity\"\nkappa = [0, 0.1]\n" + sweep,
			"success alpha probability; training epoch errors"},
		{"a theory of something else", perceptron + random + fbp + "[[theory]]\nkind = \"capacity\"\n" + sweep, "*figure.Success"},
	} {
		s := parsed(t, c.text)
		got := fmt.Sprintf("%T", s.Figure())
		if f, ok := s.Figure().(*figure.Panels); ok {
			var panels []string
			for _, p := range f.Panels {
				var series []string
				for _, one := range p.Series {
					series = append(series, one.Table+one.Theory+" "+one.X+" "+one.Y)
				}
				panels = append(panels, strings.Join(series, "|"))
			}
			got = strings.Join(panels, "; ")
		}
		if got != c.want {
			t.Errorf("%s: drawn are\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}
