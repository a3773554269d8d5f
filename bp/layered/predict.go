package layered

import (
	"slices"

	"fbp/instances"
	"fbp/model"
)

// Mistakes counts the patterns whose label all weights of a network together predict wrong,
// the Bayesian prediction: weights are independent, of the means given, fields of units
// Gaussian (see the package), of at most 15 signs exact, and what counts is the sign that the output has in the mean.
func Mistakes(m *model.BinaryMLP, means []float64, p *instances.Patterns) int {
	const batch = 32
	l := &passing{Layered: New(), train: p, order: make([]int, p.P), batch: min(batch, p.P), m: slices.Clone(means)}
	for mu := range l.order {
		l.order[mu] = mu
	}
	l.h, l.prior = make([]float64, len(means)), make([]float64, len(means))
	l.build(m)
	return l.mistaken()
}

// mistaken counts the patterns whose output has the other sign in the mean: those that
// all weights together, each with its mean and variance, predict wrong.
func (l *passing) mistaken() (errors int) {
	top := l.layers[len(l.layers)-1]
	for lo := 0; lo < len(l.order); lo += l.batch {
		batch := l.order[lo:min(lo+l.batch, len(l.order))]
		l.load(batch)
		for _, own := range l.layers {
			own.forward(own, len(batch), true)
		}
		for j := range batch {
			if top.leaning(j) < 0 {
				errors++
			}
		}
	}
	return errors
}

// leaning is of the sign that the output has in the mean.
func (l *layer) leaning(j int) float64 {
	if e, ok := l.messages.(*edges); ok && e.exact {
		return l.f[j]
	}
	return l.u[j]
}

// mostMeans is the number of weights up to which their means are kept with a solution, eleven
// bytes each in its file.
const mostMeans = 1 << 24

// kept are the means of the weights, unless they are too many.
func (l *passing) kept() []float64 {
	if len(l.m) > mostMeans {
		return nil
	}
	return l.m
}
