package measure

import (
	"math"

	"fbp/model"
	"fbp/results"
)

// histogram is the distribution of the stabilities of all patterns under some vectors
// of weights, each of which counts the same.
type histogram struct {
	*bins
	patterns    int // of all vectors together
	least, mean float64
}

func (b *Stability) histogram(m model.Model, p *model.Problem, vectors [][]float64) *histogram {
	h := &histogram{bins: newBins(latticeOf(m, p.Data.Train), b.Lattice, b.From, b.To), least: math.Inf(1)}
	h.patterns = len(vectors) * p.Data.Train.P
	var stabilities []float64
	for _, w := range vectors {
		stabilities = m.Stabilities(stabilities[:0], w, p.Data.Train)
		for _, stability := range stabilities {
			h.count(stability)
			h.least = min(h.least, stability)
			h.mean += stability / float64(h.patterns)
		}
	}
	return h
}

// numbers are the least and the mean stability, none without patterns.
func (h *histogram) numbers(suffix string) []results.Quantity {
	if h.patterns == 0 {
		return nil
	}
	return []results.Quantity{{Name: "stability_min" + suffix, Value: h.least}, {Name: "stability_mean" + suffix, Value: h.mean}}
}

// emit emits the density per bin, at further coordinates if there are some.
func (h *histogram) emit(emit func(results.Reading), at ...results.Quantity) {
	for k := range h.counts {
		emit(results.Reading{Table: "stability",
			At:     append(at[:len(at):len(at)], results.Quantity{Name: "bin_center", Value: h.center(k)}),
			Values: []results.Quantity{{Name: "density", Value: h.density(k, h.patterns)}}})
	}
}
