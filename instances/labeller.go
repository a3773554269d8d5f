package instances

import (
	"math/rand/v2"

	"fbp/internal/fault"
)

// Labeller is what a source uses of a network: the one that learns and, with
// other weights, the teacher. Every model is a Labeller.
type Labeller interface {
	// Dim is the number of weights; α is the number of patterns per weight.
	Dim() int
	// Inputs is the number of inputs of one pattern.
	Inputs() int
	// Output is the label, ±1, that weights w give to input x.
	Output(w, x []float64) float64
}

// ManyLabeller is a Labeller that labels all inputs of a set together, which is
// faster.
type ManyLabeller interface {
	Labeller
	// Outputs appends the label, as Output, of every input of p to dst.
	Outputs(dst, w []float64, p *Patterns) []float64
}

// WeightsDrawer draws the weights of a teacher; nil, as other models, means ±1 with
// equal probabilities.
type WeightsDrawer interface {
	DrawWeights(rng *rand.Rand) []float64
}

// StreamNamer distinguishes architectures of equal size: its keys (kind, hidden,
// layout, activation, weights) are part of the names of the streams of a teacher.
// The perceptron has none.
type StreamNamer interface{ StreamKeys() []any }

// OneSided networks want every pattern on the same side whatever its sign, so that
// a label −1 cannot be absorbed in it. The inputs of their teachers are those that
// get the label +1.
type OneSided interface{ OneSided() bool }

// Uneven networks give the labels +1 and −1 to different shares of random inputs, so that random
// patterns have random labels, which no gauge absorbs.
type Uneven interface{ Uneven() bool }

// Undecided networks can give an input neither label, as ReLU units do when all of them
// are off. The inputs of their teachers are those that get one.
type Undecided interface {
	// Undecided tells which inputs get no label under weights w; nil if there can be none.
	Undecided(w []float64) func(one *Patterns) bool
}

// Mistakes counts the patterns to which weights w give another label than theirs; of a
// [OneSided] network those that get −1, whatever theirs is.
func Mistakes(l Labeller, w []float64, p *Patterns) (n int) {
	sided := sided(l)
	for mu, label := range Outputs(l, w, p) {
		if want := p.Label(mu); !sided && label != want || sided && label < 0 {
			n++
		}
	}
	return n
}

// accepted is what the inputs of a teacher have to be, nil if any will do.
func accepted(l Labeller, teacher []float64) func(one *Patterns) bool {
	if sided(l) {
		return func(one *Patterns) bool { return Outputs(l, teacher, one)[0] > 0 }
	}
	if u, ok := l.(Undecided); ok {
		if undecided := u.Undecided(teacher); undecided != nil {
			return func(one *Patterns) bool { return !undecided(one) }
		}
	}
	return nil
}

func sided(l Labeller) bool {
	o, ok := l.(OneSided)
	return ok && o.OneSided()
}

// mostDraws bounds the inputs that are drawn for one that a teacher accepts.
const mostDraws = 10_000_000

// accept draws an input anew until it will do, for each in turn, so that more of them
// begin like fewer.
func (p *Patterns) accept(will func(one *Patterns) bool, draw func(one *Patterns)) error {
	for mu := range p.P {
		one := p.Part(mu, mu+1)
		for draws := 1; ; draws++ {
			draw(one)
			if will(one) {
				break
			}
			if draws == mostDraws {
				return fault.New("kind", "teacher", "none of %d inputs gets the label +1 of the teacher", draws)
			}
		}
	}
	return nil
}

// Outputs are the labels ±1 that network l with weights w gives to the inputs of p.
func Outputs(l Labeller, w []float64, p *Patterns) []float64 {
	labels := make([]float64, 0, p.P)
	if many, ok := l.(ManyLabeller); ok {
		return many.Outputs(labels, w, p)
	}
	x := make([]float64, p.N)
	for mu := range p.P {
		labels = append(labels, l.Output(w, p.Input(x, mu)))
	}
	return labels
}
