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
	// Labelling is what else is known of its labels and its teachers.
	Labelling() Labelling
}

// Labelling is what is known of the labels and the teachers of a network. The zero value is of one with weights ±1 that labels one
// input at a time, +1 half of random inputs, and of which nothing else is known.
type Labelling struct {
	// Outputs appends the label of every input of p to dst, which is faster than one at a time; nil: there is no such way.
	Outputs func(dst, w []float64, p *Patterns) []float64
	// DrawWeights draws the weights of a teacher; nil: ±1 with equal probabilities.
	DrawWeights func(rng *rand.Rand) []float64
	// StreamKeys distinguish architectures of equal size (kind, hidden, layout, activation, weights): they are part
	// of the names of the streams of a teacher. The perceptron has none.
	StreamKeys []any
	// OneSided: every pattern is wanted on the same side whatever its sign, so that a label −1 cannot be absorbed in
	// it. The inputs of a teacher are those that get the label +1.
	OneSided bool
	// Uneven: the labels +1 and −1 have different shares of random inputs, so that random patterns have random
	// labels, which no gauge absorbs.
	Uneven bool
	// Mirror is what becomes of the output when all inputs change sign: −1, it changes sign too; 1, it stays; 0,
	// nothing in general.
	Mirror int
	// Undecided tells which inputs get no label under weights w, as of ReLU units when all of them are off: the inputs
	// of a teacher are those that get one. Nil: all do.
	Undecided func(w []float64) func(one *Patterns) bool
}

// Mistakes counts the patterns to which weights w give another label than theirs; of a
// one-sided network ([Labelling]) those that get −1, whatever theirs is.
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
	if of := l.Labelling(); of.Undecided != nil {
		undecided := of.Undecided(teacher)
		return func(one *Patterns) bool { return !undecided(one) }
	}
	return nil
}

func sided(l Labeller) bool { return l.Labelling().OneSided }

// DrawWeights draws the weights of a teacher.
func DrawWeights(l Labeller, rng *rand.Rand) []float64 {
	if of := l.Labelling(); of.DrawWeights != nil {
		return of.DrawWeights(rng)
	}
	return signs(l.Dim(), 0, rng)
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
	if of := l.Labelling(); of.Outputs != nil {
		return of.Outputs(labels, w, p)
	}
	x := make([]float64, p.N)
	for mu := range p.P {
		labels = append(labels, l.Output(w, p.Input(x, mu)))
	}
	return labels
}
