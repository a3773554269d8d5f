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

// stabilitySummary is the table of the least and the mean stability of a reference and, where they
// are asked for, of replicas.
func stabilitySummary(replicated bool) results.Schema[[2]*histogram] {
	c := results.Columns[[2]*histogram]{
		{Name: "stability_min", Means: "1: smallest stability, of the reference of replicas", Of: func(h [2]*histogram) float64 { return h[0].least }},
		{Name: "stability_mean", Means: "1: mean stability, of the reference of replicas", Of: func(h [2]*histogram) float64 { return h[0].mean }},
		{Name: "stability_min" + results.SuffixOfReplicas, Means: "1: of the replicas", Of: func(h [2]*histogram) float64 { return h[1].least }},
		{Name: "stability_mean" + results.SuffixOfReplicas, Means: "1: of the replicas", Of: func(h [2]*histogram) float64 { return h[1].mean }},
	}
	if !replicated {
		c = c[:2]
	}
	return results.Schema[[2]*histogram]{Table: "stability_summary", Values: c}
}

// stabilities is the table of densities by bin.
var stabilities = results.Schema[point]{Table: "stability",
	At:     results.Columns[point]{{Name: "bin_center", Means: isBin, Of: point.place}},
	Values: results.Columns[point]{{Name: "density", Means: isDensity, Of: point.number}}}

// tables are the readings of Measure.
func (b *Stability) tables() []results.Layout {
	densities := replicatedAt(b.replicated)
	densities.NoSpread = true
	return []results.Layout{
		stabilitySummary(b.replicated).Layout(results.Layout{Open: true, After: []string{"q", "errors"}}),
		stabilities.Layout(densities),
	}
}

// emit emits the density per bin, at further coordinates if there are some.
func (h *histogram) emit(emit func(results.Reading), of []results.Quantity) {
	for k := range h.counts {
		emit(within(of, stabilities.Reading(point{h.center(k), h.density(k, h.patterns)})))
	}
}
