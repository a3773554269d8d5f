package measure

import (
	"math"
	"math/rand/v2"

	"fbp/instances"
	"fbp/model"
)

// turns are those of two weights on a sphere, see [model.Turn].
type turns struct {
	rng      *rand.Rand
	m        *model.Architecture
	units    *model.Units
	patterns []int
	columns  [][]float64 // inputs of all patterns, by input, gauged
	fields   []float64   // of the units, by weight's unit, then by pattern
	read     []float64   // scratch: the same, by pattern
	bound    float64     // a field above it votes for the label
}

// slack is how far above its threshold a field stays, relative to the size of fields: more than rounding.
const slack = 1e-9

func newTurns(m *model.Architecture, p *instances.Patterns, rng *rand.Rand) *turns {
	t := &turns{rng: rng, m: m, units: m.Units(p), columns: make([][]float64, p.N)}
	for i := range t.columns {
		t.columns[i] = make([]float64, p.P)
		for mu := range t.columns[i] {
			t.columns[i][mu] = p.At(mu, i)
		}
	}
	for mu := range p.P {
		t.patterns = append(t.patterns, mu)
	}
	t.fields, t.read = make([]float64, p.P*t.units.Hidden), make([]float64, p.P*t.units.Hidden)
	t.bound = (t.units.Threshold + slack) * math.Sqrt(float64(t.units.Inputs))
	return t
}

// begin computes the fields anew, without the rounding of moves.
func (t *turns) begin(w *walked) {
	model.Normalize(t.m, w.weights)
	t.units.Fields(t.read, w.weights, t.patterns)
	for mu := range t.patterns {
		for l := range t.units.Hidden {
			t.fields[l*len(t.patterns)+mu] = t.read[mu*t.units.Hidden+l]
		}
	}
}

// column is that of the input of a weight.
func (t *turns) column(i int) []float64 { return t.columns[i%len(t.columns)] }

func (t *turns) propose(w *walked) bool {
	turn := model.DrawTurn(w.weights, t.units.Inputs, w.widest, t.rng)
	l := turn.I / t.units.Inputs
	own, xi, xj := t.fields[l*len(t.patterns):][:len(t.patterns)], t.column(turn.I), t.column(turn.J)
	for mu, field := range own {
		if !t.learns(l, mu, field+turn.Change(xi[mu], xj[mu])) {
			return false
		}
	}
	for mu := range own {
		own[mu] += turn.Change(xi[mu], xj[mu])
	}
	turn.Make(w.weights)
	w.moved[turn.I], w.moved[turn.J] = 1, 1
	return true
}

// learns tells whether pattern mu is learned with this field of unit l.
func (t *turns) learns(l, mu int, field float64) bool {
	votes := 0
	for k := range t.units.Hidden {
		x := field
		if k != l {
			x = t.fields[k*len(t.patterns)+mu]
		}
		if x > t.bound {
			votes++
		} else {
			votes--
		}
	}
	return votes >= t.units.Least
}

// widest is a bound of t, of walks from these weights: after each of some sweeps it grows where more than two in five
// proposals were accepted and shrinks where fewer were, by less and less.
func (t *turns) widest(from []float64) float64 {
	const sweeps = 60
	w := newWalked(from)
	w.widest = 1 / math.Sqrt(float64(t.units.Inputs))
	for k := range sweeps {
		before := w.accepted
		w.sweep(t)
		w.widest = model.Widest(w.widest, w.accepted-before, len(w.weights), 1+1/float64(k+2))
	}
	return w.widest
}
