package franzparisi

import (
	"fbp/gauss"

	"fbp/theory/saddle"
)

// steepReference is weightSide.reference where T = tanh F is almost the sign of its field
// F = μ + own n, μ = along z + bias. With a = μ/own,
//
//	⟨T⟩ = 1 − 2H(a) − (1/own) ∫₀^∞ dF 2/(1+e^{2F}) [G(F/own − a) − G(F/own + a)]
//	⟨T²⟩ = 1 − (1/own) ∫₀^∞ dF sech²F [G(F/own − a) + G(F/own + a)],
//
// since T differs from the sign of F only where |F| is below 20 or so.
func steepReference(along, bias, own float64) func(z float64) (one, t float64) {
	return func(z float64) (one, t float64) {
		a := (along*z + bias) / own
		mean, square := 1-2*gauss.H(a), 1.0
		for _, p := range nearZero {
			right, left := gauss.G(p.field/own-a), gauss.G(p.field/own+a)
			mean -= p.miss / own * (right - left)
			square -= p.sech2 / own * (right + left)
		}
		return 1 + mean, mean + square
	}
}

// steepNode is a field F > 0, with the weight of a rule times 2/(1+e^{2F}) and sech²F.
type steepNode struct{ field, miss, sech2 float64 }

// nearZero is a rule over the fields at which T is not yet 1, in panels that are as wide
// as the distance π/2 of the poles of T.
var nearZero = func() (nodes []steepNode) {
	const panels, width = 13, 1.5
	for k := range panels {
		rule := saddle.AddPanel(gauss.Rule{}, float64(k)*width, float64(k+1)*width)
		for i, f := range rule.X {
			nodes = append(nodes, steepNode{f, rule.W[i] * 2 / (1 + gauss.Exp(2*f)), rule.W[i] * gauss.Sech2(f)})
		}
	}
	return nodes
}()
