package model

import (
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// layout is how the hidden units of a committee see the inputs: in a tree they are shared
// out among the units, unit l reading those from l N/K on; in the full layout every unit
// sees all of them. Weights are listed unit by unit.
type layout struct {
	N, Hidden int // number of inputs, and of units K
	Full      bool
}

// sized says that there are inputs and units.
func (l layout) sized() error {
	switch {
	case l.N < 1:
		return fault.New("n", l.N, "want n >= 1")
	case l.Hidden < 1:
		return fault.New("hidden", l.Hidden, "want hidden >= 1")
	}
	return nil
}

// shared says that a tree can share its inputs out.
func (l layout) shared() error {
	if !l.Full && l.N%l.Hidden != 0 {
		return fault.New("hidden", l.Hidden, "want a divisor of n = %d: a tree shares the inputs out among its units", l.N)
	}
	return nil
}

// committee are the traits of units of the layout, whose outputs become that of a network.
func (a *Architecture) committee(network, activation string, kappa float64) Traits {
	if a.Hidden == 1 { // any margin below that of its one vote is none
		return Traits{traits.Perceptron, string(a.weights), LinearUnits, "", 1, 0}
	}
	return Traits{network, string(a.weights), activation, a.name(), a.Hidden, kappa}
}

// name is the layout as in a config.
func (l layout) name() string {
	if l.Full {
		return Full
	}
	return Tree
}

// odd says that units have an odd number of inputs ±1.
func (l layout) odd() error {
	if l.perUnit()%2 == 0 {
		return ofSigns("n", l.N, "want an odd number of inputs per unit, not %d, or a unit can tie", l.perUnit())
	}
	return nil
}

// perUnit is the number of inputs of a unit, and of its weights.
func (l layout) perUnit() int {
	if l.Full {
		return l.N
	}
	return l.N / max(1, l.Hidden)
}

// Dim implements [Model].
func (l layout) Dim() int { return l.Hidden * l.perUnit() }

// Inputs implements [Model].
func (l layout) Inputs() int { return l.N }

// firstInput is the first input of unit k.
func (l layout) firstInput(k int) int {
	if l.Full {
		return 0
	}
	return k * l.perUnit()
}

// of are the weights of unit k.
func (l layout) of(k int, w []float64) []float64 { return w[k*l.perUnit() : (k+1)*l.perUnit()] }

// unit is the patterns as unit k sees them.
func (l layout) unit(k int, p *instances.Patterns) *instances.Patterns {
	if l.Full || l.Hidden == 1 {
		return p
	}
	return p.Inputs(k*l.perUnit(), (k+1)*l.perUnit())
}

// sum is Σ w x of unit k.
func (l layout) sum(k int, w, x []float64) (sum float64) {
	first := l.firstInput(k)
	for j, wj := range l.of(k, w) {
		sum += float64(wj * x[first+j])
	}
	return sum
}

// streamKeys are the keys of a teacher's streams.
func (l layout) streamKeys(activation, weights string) []any {
	return []any{"committee", l.Hidden, l.name(), activation, weights}
}

// search is what the symmetries of the layout ask of a search: units of the full layout
// can be exchanged, so that messages have to start from noise.
func (l layout) search() Search {
	if l.Full && l.Hidden > 1 {
		return Search{StartNoise: 0.1, Copies: true}
	}
	return Search{}
}
