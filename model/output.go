package model

import "fbp/factorgraph"

// Output is what an [Architecture] makes of the fields λ_l = w_l·x_l of its hidden units, w_l
// being the weights of unit l and x_l its inputs. Each is a file of its own: the field itself
// of one unit above a threshold or within a band, and the majority or the product of the
// signs of several, at least so many of them, or the sum of ReLU units. A new one embeds
// [linearUnit] or [signUnits] and says what differs.
type Output interface {
	// validate says what of an architecture does not go with it, as [Model].
	validate(a *Architecture) error
	// traits are as of [Model].
	traits(a *Architecture) Traits
	// streamKeys are as of [instances.StreamNamer].
	streamKeys(a *Architecture) []any
	// freedom is as of [Model].
	freedom(a *Architecture) []Freedom
	// total is that of a pattern of this label, gauged by it, as its fields are.
	total(a *Architecture, fields []float64, label float64) float64
	// lattice is that of totals over their scale, with inputs ±1 or behind signs.
	lattice(a *Architecture) Lattice
	// learned are the least and the most total that is learned with inputs ±1, and the largest
	// that there can be, of either sign.
	learned(a *Architecture) (least, most, largest int)
	// combination is what a pattern of this label makes of the sums of the units, gauged but
	// for those of ReLU units, whose labels no gauge absorbs.
	combination(a *Architecture, label int, real bool) factorgraph.Combination
	// search is as of [Graphed].
	search(a *Architecture) Search
	// voters are the least sum of a unit that votes for a label and the least total of votes;
	// 0 where it is not signs that vote for it.
	voters(a *Architecture) (unit, total int)
	// activation is what a unit makes of its field.
	activation() activation
}

// linearUnit is what outputs of a single field share.
type linearUnit struct{}

func (linearUnit) freedom(a *Architecture) []Freedom { return a.free(0, NoSigns) }

func (linearUnit) total(_ *Architecture, fields []float64, _ float64) float64 { return fields[0] }

func (linearUnit) lattice(a *Architecture) Lattice { return signLattice(a.N) }

func (linearUnit) activation() activation { return linear }

// signUnits is what outputs of sign units share. Units of the full layout can be exchanged.
type signUnits struct{}

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
