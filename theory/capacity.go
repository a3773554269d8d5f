package theory

import (
	"errors"
	"fmt"
	"math"
)

// labels says where the labels of the patterns come from.
type labels struct {
	name        string // what follows the name of a function in an error
	weights     Weights
	end         func(kappa float64) float64 // of the branch, in α; a scale
	rs          func(alpha, kappa float64) (RSPoint, error)
	franzParisi func(alpha, kappaRef, kappa float64) (FPCurve, error)
}

var (
	randomLabels  = Committee{}.labels()
	teacherLabels = labels{"Planted", Binary, RSEnd, func(alpha, kappa float64) (RSPoint, error) {
		p, err := RSPlanted(alpha, kappa)
		return p.RSPoint, err
	}, FranzParisiPlanted}
)

// labels are random ones, for a committee.
func (c Committee) labels() labels { return labels{"", c.Weights, c.RSEnd, c.RS, c.FranzParisi} }

// ErrNoMargin: the entropy of spherical weights falls to −∞ and vanishes at no margin.
var ErrNoMargin = errors.New("max is for binary weights: the entropy of spherical ones vanishes at no margin")

// KappaMax returns the replica-symmetric point at the largest margin that
// typical instances with αN patterns have solutions of,
//
//	κ_max(α):  φ(α, κ_max) = 0,
//
// with φ the entropy of RS, which falls with κ (Baldassi et al., PRL 127, 278301
// (2021), Fig. 5 of the supplement). Kappa is accurate to 1e-10 for α from 0.01 to 2;
// it is negative beyond α_c(0) = 0.833. A call takes some 10 times that of RS.
//
// The error wraps ErrDomain unless 0 < α < ∞.
func KappaMax(alpha float64) (RSPoint, error) { return randomLabels.kappaMax(alpha) }

func (l labels) kappaMax(alpha float64) (RSPoint, error) {
	if !(alpha > 0) || math.IsInf(alpha, 0) {
		return RSPoint{}, fmt.Errorf("theory: KappaMax%s(alpha = %v): want finite alpha > 0: %w", l.name, alpha, ErrDomain)
	}
	if l.weights == Spherical {
		return RSPoint{}, fmt.Errorf("theory: KappaMax(alpha = %v): %w", alpha, ErrNoMargin)
	}
	kappa, err := zeroEntropy(func(kappa float64) (RSPoint, error) { return l.rs(alpha, kappa) }, 0, 0.5)
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: KappaMax%s(alpha = %v): %w", l.name, alpha, err)
	}
	return l.rs(alpha, kappa)
}

// AlphaC returns the replica-symmetric point at the capacity for margin κ,
//
//	α_c(κ):  φ(α_c, κ) = 0,
//
// the number of patterns a weight up to which typical instances have solutions:
// 0.833 at κ = 0 (Krauth and Mézard, J. Phys. 50, 3057 (1989)). Alpha is
// accurate relatively to 1e-10 for κ from −4 to 10. A call takes some 10 times
// that of RS.
//
// The error wraps ErrDomain for κ that is not finite or outside [−30, 30].
func AlphaC(kappa float64) (RSPoint, error) { return randomLabels.alphaC(kappa) }

func (l labels) alphaC(kappa float64) (RSPoint, error) {
	if !(math.Abs(kappa) <= 30) {
		return RSPoint{}, fmt.Errorf("theory: AlphaC%s(kappa = %v): want kappa from -30 to 30: %w", l.name, kappa, ErrDomain)
	}
	start := math.Log(l.end(kappa) / 2)
	if math.IsInf(start, 1) {
		start = math.Log(RSEnd(kappa) / 2)
	}
	lnAlpha, err := zeroEntropy(func(lnAlpha float64) (RSPoint, error) { return l.rs(math.Exp(lnAlpha), kappa) }, start, 0.5)
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: AlphaC%s(kappa = %v): %w", l.name, kappa, err)
	}
	return l.rs(math.Exp(lnAlpha), kappa)
}

// leastEntropy is the entropy of binary weights below which there are no solutions; at
// capacity rounding leaves some 1e-12 of 0.
const leastEntropy = -1e-9

// beyond tells whether typical instances have no solutions of margin κ with αN patterns:
// the entropy is negative, or the branch has ended.
func (l labels) beyond(alpha, kappa float64) bool {
	p, err := l.rs(alpha, kappa)
	return errors.Is(err, ErrEnds) || err == nil && l.empty(p)
}

// empty tells whether typical instances have none of the solutions of p.
func (l labels) empty(p RSPoint) bool { return l.weights == Binary && p.Entropy < leastEntropy }

// zeroEntropy finds where the entropy, which falls along x, is zero, looking
// from x in growing steps. A branch that has ended lies beyond, in the region of
// negative entropy; the value −1 there keeps the bracket.
func zeroEntropy(at func(x float64) (RSPoint, error), x, step float64) (float64, error) {
	var failed error
	entropy := func(x float64) float64 {
		p, err := at(x)
		switch {
		case err == nil:
			return p.Entropy
		case errors.Is(err, ErrDomain):
			failed = err
			return math.NaN()
		}
		return -1
	}
	a, fa := x, entropy(x)
	step = math.Copysign(step, fa)
	for range 60 {
		b := a + step
		fb := entropy(b)
		if failed != nil {
			return 0, failed
		}
		if math.Signbit(fa) != math.Signbit(fb) {
			if zero, ok := root(entropy, a, fa, b, fb, 1e-15); ok {
				return zero, nil
			}
			break
		}
		a, fa, step = b, fb, 1.5*step
	}
	return 0, ErrNoConvergence
}
