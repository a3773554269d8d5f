package model

import "fbp/factorgraph"

// Output is what an [Architecture] makes of the fields λ_l = w_l·x_l of its hidden units, w_l
// being the weights of unit l and x_l its inputs. Each is a file of its own: the field itself
// of one unit above a threshold or within a band, and the majority or the product of the
// signs of several, at least so many of them, or the sum of ReLU units. A new one embeds
// [linearUnit] or [signUnits], which cannot know its form, and says what differs.
type Output interface {
	// validate says what of an architecture does not go with it, as [Model].
	validate(a *Architecture) error
	// traits are as of [Model].
	traits(a *Architecture) Traits
	// streamKeys are as of [instances.Labelling].
	streamKeys(a *Architecture) []any
	// freedom is as of [Model].
	freedom(a *Architecture) []Freedom
	// form is what its total and the totals that are learned are.
	form(a *Architecture) form
	// learns tells whether a pattern of this stability is learned, Δ > κ unless it is said.
	learns(a *Architecture, stability float64) bool
	// total is that of a pattern of this label, gauged by it, as its fields are.
	total(a *Architecture, fields []float64, label float64) float64
	// lattice is that of totals over their scale, with inputs ±1 or behind signs.
	lattice(a *Architecture) Lattice
	// learned are the least and the most total that is learned with inputs ±1, and the largest
	// that there can be, of either sign; of an interval, as form says.
	learned(a *Architecture) (least, most, largest int)
	// combination is what a pattern of this label makes of the sums of the units, gauged but
	// for those of ReLU units, whose labels no gauge absorbs.
	combination(a *Architecture, label int, real bool) factorgraph.Combination
	// search is as of [Graphs].
	search(a *Architecture) Search
	// voters are the least sum of a unit that votes for a label and the least total of votes;
	// 0 where it is not signs that vote for it.
	voters(a *Architecture) (unit, total int)
	// activation is what a unit makes of its field.
	activation() activation
}

// form is what [Architecture] has to know of an output. The zero value is of one that it knows nothing
// of, whose labels are absorbed by a gauge, and +1 of half of random inputs.
type form struct {
	total    composition // of what the units give
	interval bool        // all totals from the least to the most that is learned are learned
	linear   bool        // stabilities are linear in the weights, and those above the margin are learned
	oneSided bool        // as of [instances.Labelling]
	uneven   bool        // as of [instances.Labelling]
	ties     bool        // as of [Model].CanTie
}

// composition is how a total is made of the units.
type composition int

const (
	otherTotal     composition = iota // in another way: no energies follow it
	sumOfUnits                        // Σ c_l f(λ_l), c_l = ±1, f the activation, and what is the same for all weights
	productOfSigns                    // Π sign(λ_l), or minus that: learned where it is +1
)

// aboveMargin is what outputs share that have a margin: a stability has to exceed it.
type aboveMargin struct{}

func (aboveMargin) learns(a *Architecture, stability float64) bool { return stability > a.Kappa }

// linearUnit is what outputs of a single field share.
type linearUnit struct{ aboveMargin }

func (linearUnit) freedom(a *Architecture) []Freedom { return a.free(0, NoSigns) }

func (linearUnit) total(_ *Architecture, fields []float64, _ float64) float64 { return fields[0] }

func (linearUnit) lattice(a *Architecture) Lattice { return signLattice(a.N) }

func (linearUnit) activation() activation { return linear }

// signUnits is what outputs of sign units share. Units of the full layout can be exchanged.
type signUnits struct{ aboveMargin }

func (signUnits) streamKeys(a *Architecture) []any {
	return a.layout.streamKeys(SignUnits, string(a.weights))
}

func (signUnits) freedom(a *Architecture) []Freedom { return a.free(1, NoSigns) }

func (signUnits) search(a *Architecture) Search { return a.layout.search() }

func (signUnits) voters(*Architecture) (unit, total int) { return 0, 0 }

func (signUnits) activation() activation { return signed }

// votes is the sum of the signs of fields, +1 at 0.
func votes(fields []float64) (sum int) {
	for _, x := range fields {
		if x >= 0 {
			sum++
		} else {
			sum--
		}
	}
	return sum
}
