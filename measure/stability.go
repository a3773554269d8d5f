package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Stability is the distribution of the stabilities Δ^μ = w·ξ^μ/√N of a
// solution's patterns, and their least and mean value.
//
// Stabilities of binary weights lie on a lattice: for the perceptron they are sums
// of N signs over √N, of spacing 2/√N. A bin holds Lattice consecutive values of it,
// so that no bin is favoured. Without a lattice a bin is Lattice hundredths wide.
type Stability struct {
	Lattice int     `toml:"lattice" min:"1" max:"1000000" help:"width of a bin: values of the lattice that stabilities lie on, or hundredths where they lie on none"`
	From    float64 `toml:"from" min:"-10000" max:"10000" help:"least stability shown"`
	To      float64 `toml:"to" min:"-10000" max:"10000" help:"largest stability shown"`

	replicated bool // the solutions of the algorithm that it was made for
}

// maxBins bounds the rows that a sample writes.
const maxBins = 100_000

// NewStability shows the stabilities of a model from −2 to 5: with two lattice values per bin, and one where the
// output is the sum of so few signs that two are wider than 1: all solved patterns could share a bin.
func NewStability(m model.Model) *Stability {
	b := &Stability{Lattice: 2, From: -2, To: 5}
	if m.Traits().Activation == model.SignUnits && binWidth(m.Lattice(), b.Lattice) > 1 {
		b.Lattice = 1
	}
	return b
}

// After is the measurement of solutions of an algorithm.
func (b *Stability) After(algorithm model.Samples) *Stability {
	b.replicated = algorithm.Replicated
	return b
}

// Validate says which parameter is out of range.
func (b *Stability) Validate() error {
	if !(b.From < b.To) || b.To-b.From > 1e4 {
		return fault.New("from", b.From, "want from < to, and no more than 10000 below")
	}
	return nil
}

// Check refuses more bins than a table should have.
func (b *Stability) Check(m model.Model) error {
	if bins := (b.To - b.From) / binWidth(m.Lattice(), b.Lattice); bins > maxBins {
		return fault.New("lattice", b.Lattice, "makes %.0f bins, want at most %d; take more values per bin, or a shorter range", bins, maxBins)
	}
	return nil
}

// Measure emits the density of stabilities per bin (table "stability"; it
// integrates to the fraction of patterns inside [From, To]) and the numbers
// stability_min and stability_mean of the sample. Of a solution with replicas these are
// of its reference, the mean over all snapshots; those of the replicas have the
// coordinate of, and the names stability_min_replicas and stability_mean_replicas.
func (b *Stability) Measure(_ context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	m := p.Model
	references := [][]float64{s.Weights}
	if len(s.Replicas) > 0 {
		references = s.References(rng)
	}
	reference, replicas := b.histogram(m, p, references), b.histogram(m, p, s.Replicas)
	if reference.patterns > 0 {
		emit(stabilitySummary(len(s.Replicas) > 0).Reading([2]*histogram{reference, replicas}))
	}
	if len(s.Replicas) == 0 {
		reference.emit(emit, nil)
		return nil
	}
	reference.emit(emit, ofReplicas.Of(results.OfReference))
	replicas.emit(emit, ofReplicas.Of(results.OfReplicas))
	return nil
}

// bytes is the memory of the stabilities of a weight vector.
func (b *Stability) bytes(s model.Size) float64 { return 8 * float64(s.Patterns) }

// About implements kinds.Measurement.
func (b *Stability) About() model.About {
	return model.About{Tables: b.tables(), Bytes: b.bytes, Real: model.AnyInputs,
		Panels: []model.Panel{{Table: stabilities.Table, X: "bin_center", Y: "density", Bars: model.OfMean, FromZero: true}}}
}

// bins count stabilities, a fixed number of lattice values per bin.
type bins struct {
	lattice model.Lattice
	counts  []int
	first   int     // index of the lattice value that opens the first bin
	values  int     // lattice values per bin
	width   float64 // of a bin, in stabilities
}

// latticeOf is where the stabilities of some patterns can lie; of a network of several layers sums
// of signs whatever its inputs are.
func latticeOf(m model.Model, p *instances.Patterns) model.Lattice {
	if _, layered := m.(*model.BinaryMLP); p.IsReal() && !layered {
		return model.Lattice{}
	}
	return m.Lattice()
}

// binWidth is the width of a bin of so many values, in stabilities.
func binWidth(l model.Lattice, values int) float64 {
	if l.Step == 0 {
		return 0.01 * float64(values)
	}
	return float64(l.Step) * float64(values) / l.Scale
}

func newBins(l model.Lattice, values int, from, to float64) *bins {
	b := &bins{lattice: l, values: values, width: binWidth(l, values)}
	lo, hi := int(math.Floor(from/b.width)), int(math.Ceil(to/b.width))
	b.first = lo * values
	b.counts = make([]int, hi-lo)
	return b
}

// farthestBin is beyond all bins: they are at most a hundredth wide for each value and within
// 1e4 of zero.
const farthestBin = 1e9

// count puts a stability into its bin; one outside all bins is not counted.
func (b *bins) count(stability float64) {
	k := 0
	if l := b.lattice; l.Step == 0 {
		bin := math.Floor(stability / b.width)
		if math.Abs(bin) > farthestBin {
			return // of real inputs in small units: it may not be an integer
		}
		k = b.values * int(bin)
	} else {
		k = (int(math.RoundToEven(stability*l.Scale)) - l.Offset) / l.Step
	}
	if offset := k - b.first; offset >= 0 && offset/b.values < len(b.counts) {
		b.counts[offset/b.values]++
	}
}

// center is the mean of the lattice values of bin k, as a stability.
func (b *bins) center(k int) float64 {
	l, first := b.lattice, b.first+k*b.values
	if l.Step == 0 {
		return (float64(first)/float64(b.values) + 0.5) * b.width
	}
	return (float64(l.Step*first+l.Offset) + 0.5*float64(l.Step)*float64(b.values-1)) / l.Scale
}

// edge is where bin k begins: midway between two values of the lattice.
func (b *bins) edge(k int) float64 {
	l, first := b.lattice, b.first+k*b.values
	if l.Step == 0 {
		return float64(first) / float64(b.values) * b.width
	}
	return (float64(l.Step*first+l.Offset) - 0.5*float64(l.Step)) / l.Scale
}

// edges are those of all bins, the end of the last among them.
func (b *bins) edges() (edges []float64) {
	for k := range len(b.counts) + 1 {
		edges = append(edges, b.edge(k))
	}
	return edges
}

// density is that of bin k among so many stabilities, 0 of none.
func (b *bins) density(k, of int) float64 {
	return float64(b.counts[k]) / (float64(max(1, of)) * b.width)
}
