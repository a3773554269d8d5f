package saddle

import (
	"math"

	"fbp/gauss"
)

// Feature is where an integrand changes fast, and over which length.
type Feature struct{ At, Width float64 }

const panelPoints = 12

// panel is the rule of Gauss and Legendre on [−1, 1].
var panel = gauss.Legendre(panelPoints, -1, 1)

// Mesh is the composite Gauss-Legendre rule on the panels of edges, in the memory
// of r.
func Mesh(r gauss.Rule, lo, hi, widest float64, features ...Feature) gauss.Rule {
	return Panels(r, panel, Edges(lo, hi, widest, features...))
}

// Panels is the rule on [−1, 1] on each of the panels of edges, in the memory of r.
func Panels(r, on gauss.Rule, edges []float64) gauss.Rule {
	r.X, r.W = r.X[:0], r.W[:0]
	for i := range len(edges) - 1 {
		r = add(r, on, edges[i], edges[i+1])
	}
	return r
}

// AddPanel appends the points of one panel.
func AddPanel(r gauss.Rule, a, b float64) gauss.Rule { return add(r, panel, a, b) }

func add(r, on gauss.Rule, a, b float64) gauss.Rule {
	middle, half := (a+b)/2, (b-a)/2
	for i, x := range on.X {
		r.X, r.W = append(r.X, middle+half*x), append(r.W, half*on.W[i])
	}
	return r
}

// Edges cuts [lo, hi] into panels no wider than widest and, for each feature, no
// wider than 1.5 times its width or half their distance from it.
func Edges(lo, hi, widest float64, features ...Feature) (e []float64) {
	if !(hi > lo) {
		return nil
	}
	e = append(make([]float64, 0, 48), lo)
	for a := lo; a < hi; {
		step := widest
		for _, f := range features {
			step = min(step, max(1.5*f.Width, math.Abs(a-f.At)/2))
		}
		step = max(step, 1e-9*widest) // nothing is resolved below
		b := a + step
		if hi-b < step/8 {
			b = hi
		}
		e = append(e, b)
		a = b
	}
	return e
}

// TrapezoidStep is the step of the trapezoid rule that integrates, to e^{−32}, a
// function that grows no faster than e^{y²/2σ²} along the imaginary direction,
// like a Gaussian of width σ, and has its nearest pole at the distance pole: the
// smallest exponent of −2πa/h + a²/2σ² over shifts a up to 0.9 pole.
func TrapezoidStep(sigma, pole float64) float64 {
	const digits = 32
	a := min(8*sigma, 0.9*pole)
	return 2 * math.Pi * a / (digits + a*a/(2*sigma*sigma))
}

// MillsPole is the distance from the real axis of the poles of the Mills ratio,
// the zeros 1.9161 ± 2.8161i of H(−z) (Abramowitz and Stegun, table 7.10, times √2).
const MillsPole = 2.8161
