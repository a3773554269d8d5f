package figure

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/theories"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/plot"
	"fbp/theory/franzparisi"
)

// guides are the thresholds of all runs.
func (b *panels) guides() (guides []plot.Guide, err error) {
	for _, r := range b.runs {
		own, err := b.askedGuides(r, thresholds(r.Traits))
		if err != nil {
			return nil, err
		}
		for _, g := range own {
			if !slices.Contains(guides, g) {
				guides = append(guides, g)
			}
		}
	}
	return guides, nil
}

// alphaU is that of the perceptron with margin 0, to save a fifth of a second: the value
// of fbp theory alpha-u.
const alphaU = 0.729032810544

// thresholds are the values of α to be marked where all points are about one architecture, one
// margin and random patterns: up to α_c there are solutions, and up to α'_u typical ones of
// the maximum margin of binary perceptrons are in a wide flat region. What theory does not know is
// not marked.
func thresholds(all []theories.Traits) (guides []plot.Guide) {
	if len(all) == 0 || slices.ContainsFunc(all, func(s theories.Traits) bool { return s.Traits != all[0].Traits || !s.Random() }) {
		return nil
	}
	of, known := all[0], false
	if c, ok := of.Threshold(); ok {
		c, _ = strconv.ParseFloat(strconv.FormatFloat(c, 'g', 11, 64), 64) // its last digits depend on the processor
		guides, known = []plot.Guide{{Name: `$\alpha_c$`, Value: c}}, true
	}
	if !known || of.Network != traits.Perceptron || of.Weights != model.BinaryWeights {
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
func single(th *theories.Theory, column string) bool {
	return th.Has(column) && !th.Has("alpha") && len(th.Curves("")) == 1
}

// marksGuide tells whether a theory is marked in panels with thresholds.
func marksGuide(th *theories.Theory) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(guideNames)), func(column string) bool { return single(th, column) })
}

// askedGuides adds the thresholds that the theories of a config have in a single row, with what they
// are about instead of the experiment.
func (b *panels) askedGuides(r run, guides []plot.Guide) ([]plot.Guide, error) {
	for _, th := range r.Theories {
		for _, column := range slices.Sorted(maps.Keys(guideNames)) {
			if !single(th, column) {
				continue
			}
			t, err := r.tables(th.Table())
			if err != nil {
				return nil, err
			}
			values, err := t.Column(column)
			if err != nil {
				return nil, err
			}
			if len(values) != 1 || math.IsNaN(values[0]) {
				continue
			}
			name, about := guideNames[column], b.ofTheory(th, th.Curves("")[0].Settings)
			if strings.Contains(cell(t, 0, "note"), "upper bound") {
				about = strings.TrimPrefix(about+", upper bound", ", ")
			}
			if about != "" {
				name += " (" + about + ")"
			}
			known := func(g plot.Guide) bool { return g.Name == name && math.Abs(g.Value-values[0]) < 1e-6 }
			if !slices.ContainsFunc(guides, known) {
				guides = append(guides, plot.Guide{Name: name, Value: values[0]})
			}
		}
	}
	return guides, nil
}
