package layered

import (
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// passing is a search at work.
type passing struct {
	*Layered
	net    *model.BitNetwork // of the signs of the means
	train  *instances.Patterns
	rng    *rand.Rand
	order  []int
	scales []float64 // units of the inputs of the patterns, which signs of their sums do not depend on
	layers []*layer
	batch  int // patterns of a batch

	h, m, prior []float64 // of all layers
	begin       []float64 // h at the beginning
	best        []float64 // signs of the means with the fewest errors
	record      []float64 // latest, fewest, …
	gammas      []float64
	scratch     []float64
}

// The places of a record.
const (
	latest      = iota // errors after the last epoch
	fewest             // errors of the best weights
	epochOfBest        // after which they were found
	underWay           // 1: messages have been passed, from which others go on
	recorded           // number of places
)

// newPassing draws the fields to begin with.
func newPassing(s *Layered, p *model.Problem, rng *rand.Rand) *passing {
	m := p.Model.(*model.BinaryMLP)
	l := &passing{Layered: s, net: model.NewBitNetwork(m), train: p.Data.Train, rng: rng, order: make([]int, p.Data.Train.P),
		batch: p.Data.Train.P, best: make([]float64, m.Dim()), record: make([]float64, recorded)}
	for _, x := range []*[]float64{&l.h, &l.m, &l.prior, &l.begin} {
		*x = make([]float64, m.Dim())
	}
	if s.Batch > 0 {
		l.batch = min(s.Batch, l.train.P)
	}
	if s.Gamma.Given() {
		l.gammas = s.Gamma.Values()
	}
	l.build(m)
	start := p.Stream("start")
	for i := range l.h {
		l.begin[i] = s.Start.Field * gauss.Deviate(start.Uint64())
	}
	l.restart()
	for mu := range l.order {
		l.order[mu] = mu
	}
	l.net.Take(l.m)
	l.record[latest], l.record[fewest] = float64(l.net.Wrong(l.train)), math.Inf(1)
	return l
}

// build makes the layers, whose weights are pieces of those of the network.
func (l *passing) build(m *model.BinaryMLP) {
	var below *layer
	at, shape, real := 0, m.Shape(), l.train.IsReal()
	if real {
		l.scales = model.Scales(l.train)
	}
	for k, one := range shape {
		own := newLayer(one, below, l.batch, real)
		end := at + one.Weights()
		own.h, own.m, own.prior = l.h[at:end], l.m[at:end], l.prior[at:end]
		own.rho, own.psi, own.top = l.Rho.of(k), l.Damping.of(k), k == len(shape)-1
		switch {
		case l.edgewise(one, real && k == 0):
			own.messages = newEdges(own, exact(one, real && k == 0), l.Messages, l.batch)
		case below == nil && !real:
			own.messages = &bitNodes{l.Messages == AMP}
		default:
			own.messages = newNodes(own, l.Messages == AMP, l.batch)
		}
		l.layers = append(l.layers, own)
		l.scratch = make([]float64, max(len(l.scratch), one.Inputs))
		below, at = own, end
	}
}

// All implements [fbp/dynamics.Learner].
func (l *passing) All() [][]float64 {
	all := [][]float64{l.h, l.m, l.best, l.record}
	if l.whole() {
		all = append(all, l.prior)
		for _, own := range l.layers {
			all = append(all, own.keeps()...)
		}
	}
	return all
}

// Epoch implements [fbp/dynamics.Learner].
func (l *passing) Epoch(n int) {
	for mu := range l.order {
		l.order[mu] = mu
	}
	if l.batch < len(l.order) {
		l.rng.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
	}
	for lo := 0; lo < len(l.order); lo += l.batch {
		l.learn(n, l.order[lo:min(lo+l.batch, len(l.order))])
	}
	l.net.Take(l.m)
	errors := float64(l.net.Wrong(l.train))
	if l.record[latest] = errors; errors <= l.record[fewest] {
		l.record[fewest], l.record[epochOfBest] = errors, float64(n+1)
		for i, x := range l.m {
			l.best[i] = math.Copysign(1, x+0)
		}
	}
}

// learn passes messages of a batch in epoch n. Unless all patterns are one batch, messages start anew, and the prior of every weight
// is its field times ρ, or from a part of the epochs on ρ + By batch/P.
func (l *passing) learn(n int, batch []int) {
	l.load(batch)
	if !l.whole() {
		l.record[underWay] = 0
		raised := 0.0
		if float64(n) >= float64(l.Polarize.From*float64(l.Epochs)) {
			raised = float64(l.Polarize.By*float64(len(batch))) / float64(l.train.P)
		}
		for _, own := range l.layers {
			rho := own.rho + raised
			for i, h := range own.h {
				own.prior[i] = float64(rho * h)
			}
		}
	}
	for range l.Iterations {
		if l.whole() {
			l.pull(n)
		}
		l.iterate(len(batch), l.record[underWay] == 0)
		l.record[underWay] = 1
	}
}

// load gives the patterns of a batch to the first layer.
func (l *passing) load(batch []int) {
	first := l.layers[0]
	for j, mu := range batch {
		if first.reals == nil {
			first.bits[j] = l.train.Row(mu)
			continue
		}
		for i, x := range l.train.Real(mu) {
			first.reals[j*first.Inputs+i] = x / l.scales[mu]
		}
	}
}

// restart goes back to the beginning.
func (l *passing) restart() {
	copy(l.h, l.begin)
	for i, h := range l.h {
		l.m[i] = gauss.Tanh(h)
	}
	l.record[underWay] = 0
}

// collapsed is q = Σm²/N below which messages of all patterns vanish while they are
// coupled weakly: zero is a fixed point of a network that is symmetric under changes of sign.
const collapsed = 0.1

// pull makes the prior of every weight a field that follows what the patterns have said, h − prior, in epoch n: with r = rate n
// that is r/(1 − r) (h − prior), or else what y − 1 replicas coupled by γ say.
func (l *passing) pull(n int) {
	if meanSquare(l.m) < collapsed {
		l.restart()
	}
	switch {
	case l.record[underWay] == 0:
		copy(l.prior, l.h)
	case l.Rate != 0:
		r := float64(l.Rate * float64(n))
		for i, h := range l.h {
			l.prior[i] = float64(r / (1 - r) * (h - l.prior[i]))
		}
	default:
		step := n * len(l.gammas) / l.Epochs
		replicas := factorgraph.NewReplicas(l.Y, l.gammas[step])
		replicas.Pull(factorgraph.Messages{B: l.prior}, factorgraph.Messages{B: l.h}, factorgraph.Messages{B: l.prior})
	}
}

// iterate passes messages forward, backward and to the weights.
func (l *passing) iterate(patterns int, first bool) {
	for _, own := range l.layers {
		own.forward(own, patterns, first)
	}
	for k := len(l.layers) - 1; k >= 0; k-- {
		l.layers[k].backward(l.layers[k], patterns, first)
	}
	for _, own := range l.layers {
		if !own.held {
			copy(own.h, own.prior)
			own.learn(own, patterns, first)
			own.magnetize(l.scratch)
		}
	}
}

// Ended implements [fbp/dynamics.Learner].
func (l *passing) Ended(int) bool { return l.Stop == Solved && l.record[latest] == 0 }

// State implements [fbp/dynamics.Learner].
func (l *passing) State(int) []results.Quantity {
	return training.Values.Of(l)
}

// meanSquare is Σ x²/N.
func meanSquare(x []float64) (mean float64) {
	for _, v := range x {
		mean += float64(v * v)
	}
	return mean / float64(len(x))
}
