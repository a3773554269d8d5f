package model

import (
	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// parity is the output of a parity machine of K sign units with weights ±1, each of an odd
// number of inputs:
//
//	Ξ^μ = σ^μ Π_l sign(λ_l),
//
// 1 or −1. With an even K it does not change sign
// with the inputs, so that in the full layout, where two equal units cancel, a set of
// patterns of one label would be learned by all of them; K is odd there. All weights of
// two units can change sign, so that solutions come in 2^(K−1) copies. Source: Barkai,
// Hansel and Kanter, Phys. Rev. Lett. 65, 2312 (1990).
type parity struct{ signUnits }

func (parity) validate(a *Architecture) error {
	if a.Kappa != 0 {
		return fault.New("kappa", a.Kappa, "want kappa = 0 with output %q: a product is 1 or −1", ParityOutput)
	}
	for _, check := range []func() error{a.sized, a.shared, a.odd} {
		if err := check(); err != nil {
			return err
		}
	}
	if a.Full && a.Hidden%2 == 0 {
		return fault.New("hidden", a.Hidden, "want an odd number of units in the layout %q, where pairs of equal ones learn every pattern of label 1", Full)
	}
	return nil
}

func (parity) form(*Architecture) form { return form{total: productOfSigns, interval: true} }

func (parity) traits(a *Architecture) Traits { return a.committee(traits.Parity, SignUnits, 0) }

func (o parity) streamKeys(a *Architecture) []any {
	return append(o.signUnits.streamKeys(a), ParityOutput)
}

// freedom lets even numbers of units change sign.
func (parity) freedom(a *Architecture) []Freedom { return a.free(1, EvenSigns) }

func (parity) total(a *Architecture, fields []float64, label float64) float64 {
	product := 1 - 2*((a.Hidden-votes(fields))/2%2)
	if a.Hidden%2 == 0 && label < 0 { // no gauge absorbs the label
		product = -product
	}
	return float64(product)
}

func (parity) lattice(*Architecture) Lattice { return signLattice(1) }

func (parity) learned(*Architecture) (least, most, largest int) { return 1, 1, 1 }

func (parity) combination(a *Architecture, label int, _ bool) factorgraph.Combination {
	return &factorgraph.Signs{Votes: factorgraph.Parity{Odd: a.Hidden%2 == 0 && label < 0}}
}

// search is as of [Graphs]. The message to a unit is a product of what is known of
// all others, so that of three and more units zero messages attract.
func (parity) search(a *Architecture) Search {
	switch a.Hidden {
	case 1:
		return Search{}
	case 2:
		return Search{StartNoise: 0.1, Copies: true}
	}
	return Search{StartNoise: 0.5, Copies: true, Attracting: true}
}
