package straight

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/model"
	"fbp/results"
)

// descent is a search at work.
type descent struct {
	*Through
	net    *model.BitNetwork // the signs of the shadow weights
	train  *instances.Patterns
	rng    *rand.Rand
	order  []int
	layers []layer

	shadow []float64
	best   []float64 // signs of the shadow weights with the fewest errors
	record []float64 // see the constants below
}

// What a record holds.
const (
	present     = iota // errors after the last epoch
	fewest             // of the best weights
	epochOfBest        // after which they were found
	recorded
)

// layer is what a batch leaves at a layer of weights.
type layer struct {
	model.Layer
	shadow []float64  // of the layer
	within int32      // the derivative of a unit is 1 while |Σ w x| is at most this
	scale  float64    // 1/√n of n inputs
	inputs [][]uint64 // of the batch: a row of patterns, or states of the layer before
	delta  []float64  // −η times the derivative of the mean loss by field √n a: unit k of the j-th pattern at j units + k
}

// newDescent draws the shadow weights.
func newDescent(s *Through, p *model.Problem, rng *rand.Rand) *descent {
	m := p.Model.(*model.BinaryMLP)
	d := &descent{Through: s, net: model.NewBitNetwork(m), train: p.Data.Train, rng: rng, order: make([]int, p.Data.Train.P),
		shadow: make([]float64, m.Dim()), best: make([]float64, m.Dim()), record: make([]float64, recorded)}
	start := p.Stream("start")
	for i := range d.shadow {
		d.shadow[i] = float64(2*start.Float64()) - 1
	}
	batch, rest := min(s.Batch, d.train.P), d.shadow
	for l, shape := range d.net.Layers {
		one := layer{Layer: shape, within: int32(math.Sqrt(float64(shape.Inputs))), scale: 1 / math.Sqrt(float64(shape.Inputs)),
			inputs: make([][]uint64, batch), delta: make([]float64, batch*shape.Units)}
		if l > 0 {
			for j := range one.inputs {
				one.inputs[j] = make([]uint64, (shape.Inputs+63)/64)
			}
		}
		one.shadow, rest = rest[:shape.Weights()], rest[shape.Weights():]
		d.layers = append(d.layers, one)
	}
	d.net.Take(d.shadow)
	d.record[present] = float64(d.net.Wrong(d.train))
	d.record[fewest] = math.Inf(1)
	return d
}

// All implements [fbp/dynamics.Learner].
func (d *descent) All() [][]float64 { return [][]float64{d.shadow, d.best, d.record} }

// Epoch implements [fbp/dynamics.Learner].
func (d *descent) Epoch(n int) {
	d.net.Take(d.shadow) // which may have been resumed
	for mu := range d.order {
		d.order[mu] = mu
	}
	d.rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	for lo := 0; lo < len(d.order); lo += d.Batch {
		d.descend(d.order[lo:min(lo+d.Batch, len(d.order))])
	}
	errors := float64(d.net.Wrong(d.train))
	if d.record[present] = errors; errors <= d.record[fewest] {
		d.record[fewest], d.record[epochOfBest] = errors, float64(n+1)
		for i, x := range d.shadow {
			d.best[i] = math.Copysign(1, x+0)
		}
	}
}

// Ended implements [fbp/dynamics.Learner].
func (d *descent) Ended(int) bool { return d.Stop == Solved && d.record[present] == 0 }

// State implements [fbp/dynamics.Learner].
func (d *descent) State(int) []results.Quantity {
	return training.Values.Of(d)
}

// descend moves the shadow weights by the gradient of a batch.
func (d *descent) descend(batch []int) {
	for j, mu := range batch {
		d.back(j, d.train.Row(mu), -d.Rate/float64(len(batch)))
	}
	for l := range d.layers {
		for k := range d.layers[l].Units {
			d.layers[l].move(k, len(batch))
			d.net.TakeUnit(l, k, d.layers[l].of(k))
		}
	}
}

// back computes the derivatives of the loss of the j-th pattern, times a factor.
func (d *descent) back(j int, x []uint64, factor float64) {
	last := len(d.layers) - 1
	z := float64(d.net.Present(x)) * d.layers[last].scale
	d.layers[last].delta[j] = float64(factor*d.slope(z)) * d.layers[last].scale
	d.layers[0].inputs[j] = x
	for l := last; l > 0; l-- {
		above, own := &d.layers[l], &d.layers[l-1]
		copy(above.inputs[j], d.net.States[l-1])
		delta := own.delta[j*own.Units:][:own.Units]
		spread(delta, above.delta[j*above.Units:][:above.Units], func(k int) []uint64 { return d.net.Row(l, k) })
		for k, sum := range d.net.Sums[l-1] {
			if sum > own.within || sum < -own.within {
				delta[k] = 0
			} else {
				delta[k] *= own.scale
			}
		}
	}
}

// slope is the derivative of the loss by z/√H.
func (d *descent) slope(z float64) float64 {
	if d.Loss == Perceptron {
		if z < 0 {
			return -1
		}
		return 0
	}
	return -1 / (1 + gauss.Exp(z))
}

// of are the shadow weights of unit k.
func (l *layer) of(k int) []float64 { return l.shadow[k*l.Inputs : (k+1)*l.Inputs] }

// move adds to the shadow weights of unit k what a batch wants, and keeps them within
// [−1, 1].
func (l *layer) move(k, batch int) {
	own := l.of(k)
	sum, moves := 0.0, false
	var rows kern.FourRows
	for j, row := range l.inputs[:batch] {
		if c := l.delta[j*l.Units+k]; c != 0 {
			sum, moves = sum+c, true
			if rows.Take(row, -2*c) {
				rows.AddNegatives(own)
			}
		}
	}
	if rows.AddNegatives(own); !moves {
		return
	}
	for i, x := range own {
		own[i] = min(max(x+sum, -1), 1)
	}
}
