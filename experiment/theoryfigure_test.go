package experiment

import (
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
			"local_entropy distance entropy|franz_parisi d entropy; stability bin_center density"},
		{"generalisation", perceptron + "[instance]\nkind = \"teacher\"\nalpha = 0.4\ntest = 10\n" + fbp + "[[measure]]\nkind = \"generalization\"\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"success alpha probability; summary alpha test_error|rs alpha gibbs_error"},
		{"a path", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"barrier\"\n[[theory]]\nkind = \"path\"\nfraction = \"0:1:3\"\n",
			"samples epochs unfinished; barrier fraction error|path fraction error"},
		{"barriers too", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"barrier\"\n" + sweep + "[[theory]]\nkind = \"barrier\"\n",
			"success alpha probability; barrier fraction error"},
		{"plain BP", perceptron + random + "[algorithm]\nkind = \"bp\"\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"plain BP at one load", perceptron + random + "[algorithm]\nkind = \"bp\"\n[[theory]]\nkind = \"rs\"\nalpha = \"0.1:0.5:5\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"numbers of patterns", perceptron + "[instance]\nkind = \"random\"\n[algorithm]\nkind = \"bp\"\n[sweep]\n\"instance.p\" = [10, 20]\n[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy"},
		{"plain BP and SBPI", perceptron + random + "[[variant]]\nname = \"a\"\nalgorithm = { kind = \"sbpi\" }\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"bp\" }\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy; success alpha probability"},
		{"plain BP and fBP", perceptron + random + "[[variant]]\nname = \"a\"\nalgorithm = { kind = \"fbp\" }\n[[variant]]\nname = \"b\"\nalgorithm = { kind = \"bp\" }\n" + sweep + "[[theory]]\nkind = \"rs\"\n",
			"summary alpha entropy|rs alpha entropy; success alpha probability"},
		{"cross-entropy", perceptron + random + "[algorithm]\nkind = \"bp\"\nloss = \"cross_entropy\"\ngamma = 1\nbeta = 10\n" + sweep + "[[theory]]\nkind = \"cross_entropy\"\nbeta = 10\n",
			"summary alpha energy|cross_entropy alpha energy"},
		{"mutual overlaps", perceptron + random + fbp + "[[measure]]\nkind = \"local_entropy\"\nmutual = true\n[[theory]]\nkind = \"large_deviation\"\nq1 = \"0.5:0.9:3\"\n",
			"local_entropy distance entropy"},
		{"overlaps", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"overlaps\"\n" + sweep, "success alpha probability; overlaps alpha overlap"},
		{"overlaps and theory", "searches = 2\n" + perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"overlaps\"\n" + sweep + "[[theory]]\nkind = \"cross_overlap\"\n",
			"success alpha probability; overlaps alpha overlap|cross_overlap alpha p"},
		{"swept weights", perceptron + random + fbp + stability + "[sweep]\n\"model.weights\" = [\"binary\", \"spherical\"]\n",
			"stability bin_center density|stability_distribution x density"},
		{"swept schedules and margins", perceptron + random + fbp + stability + "[sweep]\n\"algorithm.schedule\" = [\"sequential\", \"flooding\"]\n\"model.kappa\" = [0, 0.1]\n",
			"stability bin_center density|stability_distribution x density"},
		{"a threshold beside epochs", perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[theory]]\nkind = \"capacity\"\n" + sweep, "success alpha probability"},
		{"several thresholds beside epochs", perceptron + random + "[algorithm]\nkind = \"sbpi\"\n[[theory]]\nkind = \"capacity\"\nkappa = [0, 0.1]\n" + sweep,
			"success alpha probability"},
		{"a theory of something else", perceptron + random + fbp + "[[theory]]\nkind = \"capacity\"\n" + sweep, "success alpha probability"},
	} {
		if got := panelsOf(figure.Displayed(planned(t, c.text))); got != c.want {
			t.Errorf("%s: drawn are\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}
